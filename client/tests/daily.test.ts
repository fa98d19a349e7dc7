import { expect, test } from 'vitest'
import { barsOf, dateOf, monthAfter, monthOf, weeksOf } from '../src/daily/month'

test('a month is shown from Monday to Sunday', () => {
  const weeks = weeksOf('2026-11')
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7])
  expect(weeks[0]!.map(({ day }) => day)).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(weeks.flat().filter(({ day }) => day !== null)).toHaveLength(30)
  expect(weeksOf('2027-02')).toHaveLength(4)
})

test('months follow each other across the year', () => {
  expect(monthAfter('2026-12', 1)).toBe('2027-01')
  expect(monthAfter('2026-01', -1)).toBe('2025-12')
  expect(monthOf('2026-11-18')).toBe('2026-11')
})

test('a day is the same day in every time zone', () => {
  expect(dateOf('2026-11-18').toISOString().slice(0, 10)).toBe('2026-11-18')
})

test('a result to paste shows places as the terminal does', () => {
  expect(barsOf([4, 3, 1, 1], 4)).toBe('▁▃██')
  expect(barsOf([2, 1, 2, 1], 2)).toBe('▁█▁█')
})
