import { expect, it } from 'vitest'
import { ownTurnsFirst } from '../src/pages/turns'
import type { TableLine } from '../src/protocol'

const line = (id: string, turn_of: string[], state = 'playing') => ({ id, state, turn_of }) as TableLine

it('matches that wait for me stand first, the others in their order', () => {
  const tables = [line('a', ['ben']), line('b', ['ada', 'ben']), line('c', [], 'over'), line('d', ['ada'])]
  expect(ownTurnsFirst(tables, 'ada').map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c'])
  expect(ownTurnsFirst(tables, undefined).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
})
