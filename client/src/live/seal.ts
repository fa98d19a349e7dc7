/** The draws' fingerprint: published before the deal, held against the seed after the end. */
import { Memory } from './memory'

const seals = new Memory<string>('openoutcry.seals')

/** The fingerprint this browser was shown first for a table, whatever is said of it later. */
export function firstSeal(table: string, shown: string): string {
  const known = seals.get(table)
  if (known === null) seals.set(table, shown)
  return known ?? shown
}

/** Does the seed give the fingerprint? null where the browser has no means to tell. */
export async function keeps(seed: string, seal: string): Promise<boolean | null> {
  const bytes = Uint8Array.from(seed.match(/../g) ?? [], (pair) => parseInt(pair, 16))
  // Browsers offer it to secure pages only; on a home network the record is still verified.
  const digest = await globalThis.crypto?.subtle?.digest('SHA-256', bytes)
  return digest ? hex(digest) === seal : null
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
