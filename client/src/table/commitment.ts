/** The commitment to the draws: the seed's SHA-256, shown before the deal and checked after the end. */
import { PerTable } from './pertable'

const commitments = new PerTable<string>('openoutcry.commitments')

/** The commitment this browser was shown first for a table, so that a later change cannot pass. */
export function firstCommitment(table: string, shown: string): string {
  const known = commitments.get(table)
  if (known === null) commitments.set(table, shown)
  return known ?? shown
}

/** Whether the seed is the one committed to; null where the browser cannot tell. */
export async function matchesCommitment(seed: string, commitment: string): Promise<boolean | null> {
  const bytes = Uint8Array.from(seed.match(/../g) ?? [], (pair) => parseInt(pair, 16))
  // Browsers offer it to secure pages only; on a home network the record can still be verified.
  const digest = await globalThis.crypto?.subtle?.digest('SHA-256', bytes)
  return digest ? hex(digest) === commitment : null
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
