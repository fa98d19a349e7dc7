/** What one seat at one table has said in advance; kept by this browser and sent to nobody. */
import type { Offer, View } from '../protocol'
import { PerTable } from '../table/pertable'
import {
  changed,
  pause,
  type AdvanceRules,
  type Answer,
  type Control,
  type PieceSaying,
  type Said,
  type Saying,
} from './advance'

const kept = new PerTable<Said>('openoutcry.advance')

export interface Situation {
  table: string
  view: View
  rules: AdvanceRules | undefined
  /** Other people sit at the table. */
  people: boolean
  /** The question is answered already, together with the one before it. */
  decided?: boolean
}

export class Sayings {
  private said = $state.raw<Said>({})
  private place = ''
  /** The steps at which an answer was given for somebody: what is taken back is asked in person. */
  private answered = new Set<number>()
  /** When the answer to the question of a step is given: what others do meanwhile changes nothing. */
  private due = { step: -1, at: 0 }
  private readonly situation: () => Situation | null

  controls: Control[] = $derived.by(() => this.ask(({ rules, view }) => rules?.controls(view, this.said)) ?? [])
  marked: Set<string> = $derived.by(
    () => new Set(this.ask(({ rules, view }) => rules?.marked?.(view, this.said)) ?? []),
  )
  /** What has been answered in advance to the question at hand. */
  answer: Answer | undefined = $derived.by(() =>
    this.ask(({ rules, view, decided }) =>
      view.decision && !decided && !this.answered.has(view.step) ? rules?.answer(view, this.said) : undefined,
    ),
  )

  /** `situation` is null where nothing may be said in advance. */
  constructor(situation: () => Situation | null) {
    this.situation = situation
  }

  pieces(target: string): PieceSaying[] {
    return this.ask(({ rules, view }) => rules?.pieces?.(view, target, this.said)) ?? []
  }

  say(saying: Saying): void {
    this.said = changed(this.said, saying)
    if (this.place) kept.set(this.place, this.said)
  }

  /** Somebody has answered on the spot. */
  hear(offer: Offer): void {
    const learnt = this.situation()?.rules?.learn?.(offer, this.said)
    if (learnt) this.say(learnt)
  }

  /** Gives the answer when it is due; returns how to hold it back. */
  give(play: (offer: Offer) => void): (() => void) | undefined {
    const { answer } = this
    const situation = this.situation()
    if (!answer || !situation) return undefined
    const { step } = situation.view
    // The board may still show the question after it has been answered.
    if (this.answered.has(step)) return undefined
    if (this.due.step !== step) this.due = { step, at: Date.now() + pause(answer, situation.people) }
    const timer = setTimeout(() => {
      this.answered.add(step)
      if (answer.uses) this.say(answer.uses)
      play(answer.offer)
    }, this.due.at - Date.now())
    return () => clearTimeout(timer)
  }

  /** What was said for this seat at this table, also before the page was loaded anew. */
  recall(): void {
    const situation = this.situation()
    const place = situation ? `${situation.table}:${situation.view.seat}` : ''
    if (place === this.place) return
    this.place = place
    this.said = (place && kept.get(place)) || {}
  }

  private ask<Found>(question: (situation: Situation) => Found): Found | undefined {
    const situation = this.situation()
    return situation && situation.view.seat !== null && !situation.view.over ? question(situation) : undefined
  }
}
