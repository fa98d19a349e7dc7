/** How far this browser has followed each table; the last few tables are kept. */
import type { Telling } from '../protocol'

const PLACE = 'openoutcry.seen'
const KEPT = 40

type Seen = [table: string, step: number][]

function all(): Seen {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '[]') as Seen
  } catch {
    return []
  }
}

export function seenStep(table: string): number | null {
  return all().find(([id]) => id === table)?.[1] ?? null
}

export function sawStep(table: string, step: number): void {
  const rest = all().filter(([id]) => id !== table)
  try {
    localStorage.setItem(PLACE, JSON.stringify([...rest, [table, step]].slice(-KEPT)))
  } catch {
    // A browser that keeps nothing still plays.
  }
}

export interface Missed {
  count: number
  /** The moment of the first thing missed. */
  step: number
}

/** Fewer are read off the tape at a glance. */
const WORTH_TELLING = 3

/** What was told since step `seen`; null for a newcomer, and when it was next to nothing. */
export function missed(story: Telling[], seen: number | null): Missed | null {
  const fresh = seen === null ? [] : story.filter((telling) => telling.step >= seen)
  return fresh.length >= WORTH_TELLING ? { count: fresh.length, step: fresh[0]!.step + 1 } : null
}
