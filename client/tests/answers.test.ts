/** Questions of the day: which one, and for how many days in a row. */
import { expect, test } from 'vitest'
import { answeredToday, dayOf, numberOn, streakOn } from '../src/questions/answers.svelte'

const nothing = { answers: {}, streak: 0, last: 0 }

test('a day is counted by the clock on the wall, from midnight to midnight', () => {
  const day = dayOf(new Date(2026, 10, 18, 0, 1))
  expect(dayOf(new Date(2026, 10, 18, 23, 59))).toBe(day)
  expect(dayOf(new Date(2026, 10, 19, 0, 1))).toBe(day + 1)
})

test('every day has its question, and after the last comes the first', () => {
  expect([5, 6, 7, 8].map((day) => numberOn(day, 3))).toEqual([2, 0, 1, 2])
  expect(numberOn(5, 0)).toBe(0)
})

test('right answers on days that follow each other make a row', () => {
  const kept = [10, 11, 12].reduce((before, day) => answeredToday(before, day, true), nothing)
  expect(streakOn(kept, 12)).toBe(3)
  expect(streakOn(kept, 13)).toBe(3)
  expect(streakOn(kept, 14)).toBe(0)
  expect(answeredToday(kept, 14, true).streak).toBe(1)
})

test('a wrong answer ends the row, and a second title on the same day does not lengthen it', () => {
  const one = answeredToday(nothing, 10, true)
  expect(answeredToday(one, 10, true).streak).toBe(1)
  expect(answeredToday(one, 11, false).streak).toBe(0)
})
