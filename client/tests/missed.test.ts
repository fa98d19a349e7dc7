import { beforeEach, describe, expect, it } from 'vitest'
import { missed, lastSeen } from '../src/table/missed'

const story = [0, 2, 2, 5, 8].map((step) => ({ step, key: 'story.x', args: {} }))

describe('coming back to a table', () => {
  beforeEach(() => localStorage.clear())

  it('counts what was told since, and finds the first of it', () => {
    expect(missed(story, 2)).toEqual({ story: story.slice(-4), step: 3 })
  })

  it('says nothing to a newcomer, nor about a thing or two', () => {
    expect(missed(story, null)).toBeNull()
    expect(missed(story, 5)).toBeNull()
  })

  it('remembers the last step seen, for the last forty tables', () => {
    lastSeen.set('first', 9)
    lastSeen.set('first', 12)
    expect(lastSeen.get('first')).toBe(12)
    for (let other = 0; other < 40; other++) lastSeen.set(`t${other}`, 1)
    expect(lastSeen.get('first')).toBeNull()
    expect(lastSeen.get('t39')).toBe(1)
  })
})
