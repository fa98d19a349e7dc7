/**
 * Answers given in advance. They stay in this browser until they are due, and are given where the question
 * would have been asked, so that nobody can tell them from an answer on the spot.
 */
import type { Offer, View } from '../protocol'
import type { Args } from '../text/message'

export type Said = Readonly<Record<string, boolean | number | string>>
/** What changes; null forgets what was said. */
export type Saying = Record<string, boolean | number | string | null>

/** Something to be said in advance beside the question. */
export type Control =
  | { kind: 'switch'; id: string; key: string; args?: Args; on: boolean; say: (on: boolean) => Saying }
  | {
      kind: 'dial'
      id: string
      key: string
      args?: Args
      value: number | null
      least: number
      most: number
      say: (value: number | null) => Saying
    }

/** Something to be said in advance about a piece, by choosing it while it is not asked for. */
export interface PieceSaying {
  key: string
  args: Args
  /** It has been said. */
  on: boolean
  saying: Saying
}

/** What pieces say of it, and hear. */
export interface SaidOfPieces {
  pieces: (target: string) => PieceSaying[]
  say: (saying: Saying) => void
  /** Pieces about which something has been said. */
  readonly marked: ReadonlySet<string>
}

export interface Answer {
  offer: Offer
  /** Nobody may know what was answered: neither may the time it took tell. */
  secret?: boolean
  /** What has been used up by it. */
  uses?: Saying
}

/** What a title lets people say in advance. */
export interface AdvanceRules {
  /** There may be a dial: the slip keeps room for one. */
  dial?: true
  controls: (view: View, said: Said) => Control[]
  answer: (view: View, said: Said) => Answer | undefined
  pieces?: (view: View, target: string, said: Said) => PieceSaying[]
  /** Pieces that carry what was said. */
  marked?: (view: View, said: Said) => string[]
  /** Kinds of questions that follow what one has just done oneself. */
  onTheSpot?: string[]
  /** What an answer on the spot says about later ones. */
  learn?: (offer: Offer, said: Said) => Saying
}

export function changed(said: Said, saying: Saying): Said {
  const kept = Object.entries({ ...said, ...saying }).filter(([, value]) => value !== null)
  return Object.fromEntries(kept) as Said
}

/** Milliseconds that a secret answer waits at the least and at the most, as a person would. */
const SHORT = 700
const LONGEST = 2600

/** How long an answer given in advance is held back; where only bots could wonder, not at all. */
export function pause(answer: Answer, people: boolean, random: () => number = Math.random): number {
  return answer.secret && people ? SHORT + random() * (LONGEST - SHORT) : 0
}
