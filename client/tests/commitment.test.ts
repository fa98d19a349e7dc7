import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { firstCommitment, matchesCommitment } from '../src/table/commitment'

const seed = '00ff'.repeat(16)
const commitment = createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')

describe('the commitment to the draws', () => {
  beforeEach(() => localStorage.clear())
  afterEach(() => vi.unstubAllGlobals())

  it('is the one shown first, whatever is shown later', () => {
    expect(firstCommitment('table', 'a')).toBe('a')
    expect(firstCommitment('table', 'b')).toBe('a')
    expect(firstCommitment('other', 'b')).toBe('b')
  })

  it('is given by its own seed only', async () => {
    expect(await matchesCommitment(seed, commitment)).toBe(true)
    expect(await matchesCommitment('11'.repeat(32), commitment)).toBe(false)
  })

  it('is left open by a browser that cannot tell', async () => {
    vi.stubGlobal('crypto', {})
    expect(await matchesCommitment(seed, commitment)).toBeNull()
  })
})
