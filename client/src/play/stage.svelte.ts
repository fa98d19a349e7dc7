/**
 * Between what arrives and what is drawn: every visible step is played in order, on the board as it
 * was after that step, and nobody is asked before the last one has been seen.
 */
import type { Frame, Telling, View } from '../protocol'
import { beatsOf, type Beat, type Staging } from './beats'

export const SPEEDS = ['slow', 'normal', 'fast', 'instant'] as const
export type Speed = (typeof SPEEDS)[number]

/** How long a beat is held, relative to normal. */
export const TEMPI: Record<Speed, number> = { slow: 1.8, normal: 1, fast: 0.5, instant: 0 }
/** Somebody this far behind was not looking, and gets a line that says what they missed. */
export const MOST_BEATS = 100
/** Where nothing travels, the eye has to find what has changed before it can read it: milliseconds at normal speed. */
const FOUND_AND_READ = 500

export interface Preferences {
  /** How long a beat is held, relative to normal; 0: nothing is played. */
  readonly tempo: number
  /** Whether things may move. */
  readonly moves: boolean
}

export interface Arrival {
  view: View
  frames: Frame[]
  story: Telling[]
  /** Whoever is shown the view has decided something since the last one. */
  acted: boolean
  /** Milliseconds that may pass before somebody with a clock is asked; null: no clock. */
  patience: number | null
}

export class Stage {
  /** What is drawn now. */
  view = $state.raw<View | null>(null)
  /** The beat that is held; null while the stage stands where the match does. */
  beat = $state.raw<Beat | null>(null)
  paused = $state(false)
  /** Pieces of the story that have arrived and are yet to be seen. */
  pending = $state(0)
  private way: Staging | null = null
  /** What somebody who comes back is to see, until the title says how. */
  private held: Arrival | null = null

  /** Hears of everything that is shown, as it is shown. */
  onshow: (tellings: Telling[], view: View) => void = () => {}

  private queue: Beat[] = []
  /** Where the match stands. */
  private latest: View | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private due = 0
  /** Milliseconds of the present beat that were left when it was paused. */
  private left = 0
  private scale = 1
  private readonly preferences: Preferences

  constructor(preferences: Preferences) {
    this.preferences = preferences
  }

  /** The position that the match has reached, shown or not. */
  get arrived(): View | null {
    return this.latest
  }

  /** How the title wants its story played; null until that is known. */
  get staging(): Staging | null {
    return this.way
  }

  set staging(staging: Staging | null) {
    this.way = staging
    if (staging) this.release()
  }

  get playing(): boolean {
    return this.beat !== null
  }

  /** How much longer a beat takes than at normal speed. */
  get tempo(): number {
    return this.preferences.tempo * this.scale
  }

  /** Plays what leads to where the match stands now. False: there was too much, or nothing to play. */
  receive(arrival: Arrival): boolean {
    const { view, frames, story, patience } = arrival
    this.release()
    const before = this.latest
    if (!before) return this.show(view)
    const beats =
      this.staging && this.plays(arrival) ? this.played(beatsOf(before, view, frames, story, this.staging)) : []
    if (!beats.length || this.queue.length + beats.length > MOST_BEATS) {
      this.show(view)
      this.onshow(
        story.filter(({ step }) => step >= before.step),
        view,
      )
      return false
    }
    this.latest = view
    this.queue.push(...beats)
    this.count()
    this.hurry(view.decision && patience !== null ? patience : Infinity)
    if (this.beat === null && !this.paused) this.next()
    return true
  }

  /** Somebody comes back: what happened meanwhile is played from where they left. */
  arrive(before: View, arrival: Arrival): void {
    this.show(before)
    this.held = arrival
    if (this.staging) this.release()
  }

  private release(): void {
    const { held } = this
    this.held = null
    if (held) this.receive(held)
  }

  private plays(arrival: Arrival): boolean {
    return this.preferences.tempo > 0 && !document.hidden && !this.asksTheSame(arrival)
  }

  /** Somebody else looks at the same position: only what everybody may see goes on being played. */
  exchange(view: View): void {
    const beats = this.beat === null ? [] : [this.beat, ...this.queue]
    const goesOn = beats.length > 0 && this.latest?.step === view.step && beats.every((beat) => beat.view.seat === null)
    if (goesOn) this.latest = view
    else this.show(view)
  }

  /** The view, whatever was being played. */
  show(view: View): false {
    this.halt()
    this.latest = view
    this.view = view
    return false
  }

  /** Straight to where the match stands; what was still to be played is dropped. */
  skip(): void {
    if (this.latest) this.show(this.latest)
  }

  /** Drops whatever is shown or waits to be shown. */
  clear(): void {
    this.halt()
    this.latest = null
    this.view = null
    this.paused = false
  }

  pause(): void {
    if (this.paused) return
    this.paused = true
    this.left = Math.max(0, this.due - Date.now())
    clearTimeout(this.timer)
  }

  resume(): void {
    if (!this.paused) return
    this.paused = false
    if (this.beat !== null) this.wait(this.left)
    else if (this.queue.length) this.next()
  }

  private halt(): void {
    clearTimeout(this.timer)
    this.held = null
    this.queue = []
    this.beat = null
    this.scale = 1
    this.count()
  }

  /** Others have answered a question that is still open here: it is not taken away to show that. */
  private asksTheSame({ view, acted }: Arrival): boolean {
    const stillOpen = this.beat === null && !this.queue.length && !!this.view?.decision
    return stillOpen && !acted && view.decision !== null
  }

  /** The beats that are seen. Where nothing may move, those of mere travel are left out, but the time they took is not. */
  private played(beats: Beat[]): Beat[] {
    const kept: Beat[] = []
    const { moves } = this.preferences
    let carried: Telling[] = []
    let saved = 0
    for (const beat of beats) {
      const dropped = beat.holds === 0 && beat !== beats.at(-1) && !beat.tellings.length
      if (dropped) continue
      if (beat.travels && !moves) {
        carried = [...carried, ...beat.tellings]
        saved += beat.holds
      } else {
        const holds = moves || beat.holds === 0 ? beat.holds : Math.max(beat.holds + saved, FOUND_AND_READ)
        kept.push({ ...beat, holds, tellings: [...carried, ...beat.tellings] })
        carried = []
        saved = 0
      }
    }
    return kept
  }

  /** Whoever has a clock is asked while there is time to answer. */
  private hurry(patience: number): void {
    const total = this.queue.reduce((sum, beat) => sum + beat.holds, 0) * this.preferences.tempo
    this.scale = total > patience ? patience / total : 1
  }

  private next(): void {
    const beat = this.queue.shift()
    if (beat === undefined) {
      this.skip()
      return
    }
    this.beat = beat
    this.view = beat.view
    this.count()
    this.onshow(beat.tellings, beat.view)
    this.wait(beat.holds * this.tempo)
  }

  private wait(milliseconds: number): void {
    this.due = Date.now() + milliseconds
    if (milliseconds === 0) this.next()
    else this.timer = setTimeout(() => this.next(), milliseconds)
  }

  private count(): void {
    this.pending = this.queue.reduce((sum, beat) => sum + beat.tellings.length, 0)
  }
}
