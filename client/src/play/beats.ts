/** From an update to what is played of it: one beat after another, each with the board as it was then. */
import type { Frame, Telling, View } from '../protocol'
import { changed } from '../table/difference'
import { categoriesOf } from './scoring'

export type Scene = 'hammer' | 'crash' | 'bell' | 'explosion' | 'crown' | 'banner' | 'fuse'

/** A moment that is staged over the whole board. */
export interface Climax {
  scene: Scene
  /** What is called out, as a message of the title. */
  key: string
  telling: Telling
  /** Milliseconds at normal speed, if not as long as its piece of the story. */
  holds?: number
}

/** What is seen at once and then held. */
export interface Beat {
  view: View
  tellings: Telling[]
  /** Milliseconds at normal speed. */
  holds: number
  /** Only on the way: left out where nothing may move. */
  travels?: boolean
  climax?: Climax | undefined
  /** Of the final scoring: how many categories have been counted, and one more when the places are known. */
  counted?: number
}

/** How a title wants its story played. */
export interface Staging {
  /** Milliseconds at normal speed that a piece of the story is held, by its key; 0: not on its own. */
  holds: Record<string, number>
  /** Pieces of the story that happen to several people at the same time. */
  together?: string[]
  /** A trade moves the price by a step or two, however much of it that is: nobody need look for longer. */
  steady?: boolean
  /** Pieces of the story that what follows from them tells again: a summary leaves them out. */
  implied?: string[]
  /** Pieces of the story that begin a round. */
  rounds?: string[]
  climax?: (telling: Telling) => Omit<Climax, 'telling'> | null
  /** What a replay jumps to, if not every climax: there should be few. */
  isHighlight?: (telling: Telling) => boolean
  /** More than one beat for what one position brought; null where nothing is special about it. */
  unfold?: (before: View, after: View, tellings: Telling[]) => Beat[] | null
}

/** A piece of the story that its title says nothing about. */
const USUAL = 400
/** A price that has moved by a third or more is looked at. */
const JUMP_HOLDS = 600
const A_CATEGORY = 700
const THE_PLACES = 1800
/** Told when all categories have been counted. */
const RESULTS = ['story.final', 'story.tie']

/** A scene lies over the board. */
export const isStaged = (beat: Beat | null): boolean => !!(beat?.climax || beat?.counted)

/** Nobody is asked anything while a beat is shown. */
function unasked(view: View): View {
  return { ...view, decision: null, blocked: [] }
}

interface Position {
  step: number
  /** How many of the last step's tellings have been told. */
  told: number
  view: View
}

/** The positions on the way, in order; they are read from the last to the first. */
function positions(view: View, frames: Frame[]): Position[] {
  const found: Position[] = [{ step: view.step, told: Infinity, view: unasked(view) }]
  let after = { ...unasked(view), over: false, places: null, score_lines: null }
  for (const { step, told, changes } of frames.toReversed()) {
    after = { ...changed(after, changes), step }
    found.push({ step, told, view: after })
  }
  return found.reverse()
}

/** Where the way begins that the frames show. */
export function beginningOf(view: View, frames: Frame[]): View {
  return positions(view, frames)[0]!.view
}

/** What is to be played of an update for somebody who has seen `before`. */
export function beatsOf(before: View, view: View, frames: Frame[], story: Telling[], staging: Staging): Beat[] {
  const beats: Beat[] = []
  let last: View = before
  const counts = view.over && !before.over && view.score_lines !== null
  const results = counts ? story.filter(({ key }) => RESULTS.includes(key)) : []
  const played = counts ? story.filter(({ key }) => !RESULTS.includes(key)) : story
  let fresh = played.filter(({ step }) => step >= before.step)
  for (const reached of positions(view, frames)) {
    const position = counts && reached.step === view.step ? concealing(reached, last) : reached
    const inStep = fresh.filter(({ step }) => step === position.step - 1)
    const told = played.filter(({ step }) => step === position.step - 1).length - inStep.length
    const heard = [
      ...fresh.filter(({ step }) => step < position.step - 1),
      ...inStep.slice(0, Math.max(0, position.told - told)),
    ]
    fresh = fresh.slice(heard.length)
    beats.push(...(staging.unfold?.(last, position.view, heard) ?? plainBeats(last, position.view, heard, staging)))
    last = position.view
  }
  return counts ? [...beats, ...scoringBeats(last, view.worth, results)] : beats
}

/** What everybody is worth in the end is not given away beside the players before it has been counted. */
function concealing(position: Position, before: View): Position {
  return { ...position, view: { ...position.view, worth: before.worth } }
}

/** Category by category, then the places. */
function scoringBeats(view: View, worth: View['worth'], results: Telling[]): Beat[] {
  const categories = categoriesOf(view).length
  const counting = Array.from({ length: categories }, (_, index): Beat => {
    return { view, tellings: [], holds: A_CATEGORY, counted: index + 1 }
  })
  return [...counting, { view: { ...view, worth }, tellings: results, holds: THE_PLACES, counted: categories + 1 }]
}

export function holdOf(telling: Telling, staging: Staging): number {
  return staging.holds[telling.key] ?? USUAL
}

/** A beat for each piece of the story; what is not held on its own belongs to the piece before it. */
function plainBeats(before: View, view: View, tellings: Telling[], staging: Staging): Beat[] {
  const beats: Beat[] = []
  for (const telling of tellings) {
    const beat = beats.at(-1)
    const holds = holdOf(telling, staging)
    const joins = holds === 0 || (staging.together?.includes(telling.key) && beat?.tellings.at(-1)?.key === telling.key)
    if (beat && joins) beat.tellings.push(telling)
    else beats.push(beatOf(telling, view, staging))
  }
  const first = beats[0] ?? { view, tellings: [], holds: 0 }
  if (beats.length && !staging.steady && jumped(before, view).length) first.holds = Math.max(first.holds, JUMP_HOLDS)
  return beats.length ? beats : [first]
}

export function beatOf(telling: Telling, view: View, staging: Staging): Beat {
  const found = staging.climax?.(telling)
  const holds = found?.holds ?? holdOf(telling, staging)
  return { view, tellings: [telling], holds, climax: found ? { ...found, telling } : undefined }
}

/** The companies whose price has moved by a third or more. */
export function jumped(before: View, after: View): string[] {
  return after.companies.filter((_, index) => {
    const [was, is] = [before.prices[index] ?? 0, after.prices[index] ?? 0]
    return is !== was && Math.abs(is - was) * 3 >= Math.abs(was)
  })
}
