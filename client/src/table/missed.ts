/** What happened at a table since this browser last showed it. */
import type { Telling } from '../protocol'
import { PerTable } from './pertable'

export const lastSeen = new PerTable<number>('openoutcry.seen')

export interface Missed {
  story: Telling[]
  /** The moment of the first thing missed. */
  step: number
}

/** Fewer can be read off the tape at a glance. */
const WORTH_TELLING = 3

/** What was told since step `seen`; null for a newcomer, and when it was too little to mention. */
export function missed(story: Telling[], seen: number | null): Missed | null {
  const fresh = seen === null ? [] : story.filter((telling) => telling.step >= seen)
  return fresh.length >= WORTH_TELLING ? { story: fresh, step: fresh[0]!.step + 1 } : null
}
