import { beforeEach, describe, expect, it } from 'vitest'
import { missed, seenSteps } from '../src/live/seen'

const story = [0, 2, 2, 5, 8].map((step) => ({ step, key: 'story.x', args: {} }))

describe('coming back to a table', () => {
  beforeEach(() => localStorage.clear())

  it('counts what was told since, and finds the first of it', () => {
    expect(missed(story, 2)).toEqual({ count: 4, step: 3 })
  })

  it('says nothing to a newcomer, nor about a thing or two', () => {
    expect(missed(story, null)).toBeNull()
    expect(missed(story, 5)).toBeNull()
  })

  it('remembers the last step seen, for the last forty tables', () => {
    seenSteps.set('first', 9)
    seenSteps.set('first', 12)
    expect(seenSteps.get('first')).toBe(12)
    for (let other = 0; other < 40; other++) seenSteps.set(`t${other}`, 1)
    expect(seenSteps.get('first')).toBeNull()
    expect(seenSteps.get('t39')).toBe(1)
  })
})
