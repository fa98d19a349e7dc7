import { expect, it } from 'vitest'
import { ownTurnsFirst } from '../src/pages/turns'
import type { TableLine } from '../src/protocol'
import { clockOf, daysText, spanText } from '../src/pages/options'
import { nextOf } from '../src/turns/turns.svelte'

const line = (id: string, turn_of: string[], state = 'playing') =>
  ({ id, state, turn_of, deadlines: [] as (number | null)[], owners: [] as (string | null)[] }) as TableLine

it('matches that wait for me stand first, the others in their order', () => {
  const tables = [line('a', ['ben']), line('b', ['ada', 'ben']), line('c', [], 'over'), line('d', ['ada'])]
  expect(ownTurnsFirst(tables, 'ada').map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c'])
  expect(ownTurnsFirst(tables, undefined).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
})

it('of those that wait for me, what runs out first is first', () => {
  const due = (id: string, mine: number | null, others: number) => ({
    ...line(id, ['ada']),
    owners: ['ben', 'ada'],
    deadlines: [others, mine],
  })
  const tables = [due('calm', null, 1), due('week', 70, 2), due('day', 10, 99)]
  expect(ownTurnsFirst(tables, 'ada').map(({ id }) => id)).toEqual(['day', 'week', 'calm'])
})

it('time that is left is told in days, hours or minutes', () => {
  const hour = 3_600_000
  expect([13 * 24, 5, 0.5].map((hours) => spanText(hours * hour))).toEqual(['13d', '5h', '30 min'])
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
