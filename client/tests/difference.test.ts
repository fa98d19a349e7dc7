import { expect, it } from 'vitest'
import { changed } from '../src/table/difference'

it('makes one value of another and leaves the first alone', () => {
  const old = { pot: 3, players: [{ chips: 5 }, { chips: 2 }] }
  const now = changed(old, [
    [['pot'], 4],
    [['players', 1, 'chips'], 1],
  ])
  expect(now).toEqual({ pot: 4, players: [{ chips: 5 }, { chips: 1 }] })
  expect(old).toEqual({ pot: 3, players: [{ chips: 5 }, { chips: 2 }] })
  expect(now.players[0]).toBe(old.players[0])
})

it('replaces everything where the path is empty', () => {
  expect(changed({ a: 1 }, [[[], null]])).toBeNull()
})
