import { expect, it } from 'vitest'
import { ownTurnsFirst } from '../src/pages/turns'
import type { TableLine } from '../src/protocol'
import { clockOf, daysText } from '../src/pages/options'
import { nextOf } from '../src/turns/turns.svelte'

const line = (id: string, turn_of: string[], state = 'playing') => ({ id, state, turn_of }) as TableLine

it('matches that wait for me stand first, the others in their order', () => {
  const tables = [line('a', ['ben']), line('b', ['ada', 'ben']), line('c', [], 'over'), line('d', ['ada'])]
  expect(ownTurnsFirst(tables, 'ada').map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c'])
  expect(ownTurnsFirst(tables, undefined).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
})

it('the queue goes on with the one after the table that is open, and round', () => {
  const tables = [line('a', ['me']), line('b', ['me']), line('c', ['me'])]
  const after = (id: string) => nextOf(tables, { name: 'table', id })?.id
  expect([after('a'), after('b'), after('c'), after('z')]).toEqual(['b', 'c', 'a', 'a'])
  expect(nextOf(tables, { name: 'start' })?.id).toBe('a')
  expect(nextOf([line('a', ['me'])], { name: 'table', id: 'a' })).toBeNull()
  expect(nextOf([], { name: 'start' })).toBeNull()
})

it('clocks of days have a reserve, and it is said how it works', () => {
  const day = 86400
  expect([1, 2, 3, 7].map((days) => clockOf(days * day)?.reserve)).toEqual([3 * day, 4 * day, 6 * day, 7 * day])
  expect(clockOf(30)).toEqual({ seconds: 30, reserve: 0 })
  expect(clockOf(0)).toBeNull()
  expect(daysText(clockOf(30))).toBe('')
})
