import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { firstSeal, keeps } from '../src/live/seal'

const seed = '00ff'.repeat(16)
const seal = createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')

describe('the fingerprint of the draws', () => {
  beforeEach(() => localStorage.clear())
  afterEach(() => vi.unstubAllGlobals())

  it('is the one shown first, whatever is shown later', () => {
    expect(firstSeal('table', 'a')).toBe('a')
    expect(firstSeal('table', 'b')).toBe('a')
    expect(firstSeal('other', 'b')).toBe('b')
  })

  it('is given by its own seed only', async () => {
    expect(await keeps(seed, seal)).toBe(true)
    expect(await keeps('11'.repeat(32), seal)).toBe(false)
  })

  it('is left open by a browser that cannot tell', async () => {
    vi.stubGlobal('crypto', {})
    expect(await keeps(seed, seal)).toBeNull()
  })
})
