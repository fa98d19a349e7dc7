/** The commitment to the draws: the seed's SHA-256, shown before the deal and checked after the end. */
import { PerTable } from './pertable'
import { sha256 } from './sha256'

const commitments = new PerTable<string>('openoutcry.commitments')

/** The commitment this browser was shown first for a table, so that a later change cannot pass. */
export function firstCommitment(table: string, shown: string): string {
  const known = commitments.get(table)
  if (known === null) commitments.set(table, shown)
  return known ?? shown
}

/** Whether the seed is the one committed to. */
export function matchesCommitment(seed: string, commitment: string): boolean {
  return sha256(seed) === commitment
}
