import { describe, expect, it } from 'vitest'
import { scrollTo } from '../src/play/intosight.svelte'

describe('what one decides from', () => {
  const frame = { top: 100, bottom: 500 }

  it('is left where it is seen', () => {
    expect(scrollTo({ top: 120, bottom: 480 }, frame)).toBe(0)
  })

  it('is brought up from below the frame, and down from above it', () => {
    expect(scrollTo({ top: 600, bottom: 700 }, frame)).toBe(200)
    expect(scrollTo({ top: -50, bottom: 60 }, frame)).toBe(-150)
  })

  it('begins at the frame’s edge where it is larger', () => {
    expect(scrollTo({ top: 300, bottom: 1000 }, frame)).toBe(200)
  })
})
