/** Editions of one's own, kept by this browser with what was done last, so that it can be undone after a reload too. */
import type { Data } from './values'

export interface Kept {
  id: string
  title: string
  data: Data
  past: Data[]
  future: Data[]
  /** Where values were read: "printed: my copy". */
  source: string
  changed: number
}

const PREFIX = 'outcry.edition.'

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'data' in value && 'title' in value && 'past' in value

function readKept(key: string): Kept | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isKept(found) ? found : null
  } catch {
    return null
  }
}

/** The last changed first. */
export function drafts(title: string): Kept[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map(readKept)
      .filter((kept) => kept !== null)
      .filter((kept) => kept.title === title)
      .sort((a, b) => b.changed - a.changed)
  } catch {
    return [] // the browser keeps nothing
  }
}

export const draft = (id: string): Kept | null => readKept(PREFIX + id)

/** What a new table is told to play: one's own edition with all its data, an offered one by its identity. */
export function boxOf(edition: string): { edition: string } | { brought: Data } {
  const own = edition ? draft(edition) : null
  return own ? { brought: own.data } : { edition }
}

/** False where the browser has no room, or keeps nothing. */
export function keep(kept: Kept): boolean {
  try {
    localStorage.setItem(PREFIX + kept.id, JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

export function forget(id: string): void {
  try {
    localStorage.removeItem(PREFIX + id)
  } catch {
    // It was never kept.
  }
}

/** On plain http browsers offer no `randomUUID`. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36).padStart(2, '0')).join('')
