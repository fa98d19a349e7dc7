import { describe, expect, it } from 'vitest'
import { nearest } from '../src/keys/roving'

describe('the arrow keys', () => {
  const here = { x: 0, y: 0 }

  it('go to the nearest piece in their direction', () => {
    const spots = [
      { x: 50, y: 0 },
      { x: 20, y: 2 },
      { x: -10, y: 0 },
    ]
    expect(nearest(here, spots, [1, 0])).toBe(1)
    expect(nearest(here, spots, [-1, 0])).toBe(2)
  })

  it('prefer what lies straight ahead to what lies aside', () => {
    expect(
      nearest(
        here,
        [
          { x: 10, y: 30 },
          { x: 60, y: 0 },
        ],
        [1, 0],
      ),
    ).toBe(1)
  })

  it('stay where nothing lies that way', () => {
    expect(nearest(here, [{ x: 10, y: 0 }], [0, -1])).toBe(-1)
  })
})
