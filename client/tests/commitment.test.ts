import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { firstCommitment, matchesCommitment } from '../src/table/commitment'
import { sha256 } from '../src/table/sha256'

const hashed = (hex: string) => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex')
const seed = '00ff'.repeat(16)

describe('the commitment to the draws', () => {
  beforeEach(() => localStorage.clear())

  it('is the one shown first, whatever is shown later', () => {
    expect(firstCommitment('table', 'a')).toBe('a')
    expect(firstCommitment('table', 'b')).toBe('a')
    expect(firstCommitment('other', 'b')).toBe('b')
  })

  it('is given by its own seed only', () => {
    expect(matchesCommitment(seed, hashed(seed))).toBe(true)
    expect(matchesCommitment('11'.repeat(32), hashed(seed))).toBe(false)
  })
})

it('the hash is SHA-256, whatever the length', () => {
  for (let length = 0; length < 200; length++) {
    const hex = Array.from({ length }, (_, at) => ((at * 37 + length) % 256).toString(16).padStart(2, '0')).join('')
    expect(sha256(hex)).toBe(hashed(hex))
  }
})
