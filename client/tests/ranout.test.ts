import { describe, expect, it } from 'vitest'
import type { Seat } from '../src/protocol'
import { ranOut } from '../src/table/ranout'

const seats = (...missed: number[]) => missed.map((count, seat) => ({ seat, missed: count }) as Seat)
const late = (before: number[] | null, now: Seat[]) => ranOut(before, now).map(({ seat }) => seat)

describe('who is said to have run out of time', () => {
  it('is whoever has missed one more decision', () => {
    expect(late([0, 1, 0], seats(0, 2, 0))).toEqual([1])
  })

  it('is nobody on arrival, nor when somebody decides again', () => {
    expect(late(null, seats(0, 3))).toEqual([])
    expect(late([0, 3], seats(0, 0))).toEqual([])
  })
})
