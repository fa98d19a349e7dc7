import { describe, expect, it } from 'vitest'
import { apart, range, stepPath, thin, ticks, type Series } from '../src/parts/chart'

const line = (...values: (number | null)[]): Series => ({ id: 'a', name: 'A', letter: 'A', colour: 'red', values })

describe('a chart', () => {
  it('always shows zero, and losses below it', () => {
    expect(range([line(5, 9)])).toEqual([0, 9])
    expect(range([line(-4, null, 3)])).toEqual([-4, 3])
    expect(range([line(null)])).toEqual([0, 1])
  })

  it('has round ticks that cover its range', () => {
    expect(ticks(0, 9)).toEqual([0, 5])
    expect(ticks(0, 365)).toEqual([0, 100, 200, 300])
    expect(ticks(-40, 110)).toEqual([0, 50, 100])
    expect(ticks(0, 1)).toEqual([0, 1])
  })

  it('draws steps, not slopes, and leaves a gap where a value is hidden', () => {
    const frame = { width: 30, height: 10, low: 0, high: 10 }
    expect(stepPath([0, 10, 10, 5], frame)).toBe('M0.0 10.0H10.0V0.0H20.0H30.0V5.0')
    expect(stepPath([0, null, 10], frame)).toBe('M0.0 10.0M30.0 0.0')
  })

  it('moves the letters of its lines apart, and never off its lower edge', () => {
    expect(apart([0, 3, 40], 10, 100)).toEqual([0, 10, 40])
    expect(apart([95, 95, 95], 10, 100)).toEqual([80, 90, 100])
  })

  it('keeps first and last when there is more than the eye can see', () => {
    const few = thin(
      Array.from({ length: 1000 }, (_, i) => i),
      11,
    )
    expect(few).toHaveLength(11)
    expect([few[0], few.at(-1)]).toEqual([0, 999])
  })
})
