/**
 * What one seat at one table has said in advance; kept by this browser and sent to nobody, but in a match over days:
 * there the table keeps it and answers, as nobody's page is open when they are asked.
 */
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

/** Of a table that keeps what is said in advance, and answers. */
export interface KeptAtTable {
  /** Null before anything was said. */
  said: Said | null
  /** The action that it is about to answer with. */
  answer: string | null
  keep: (said: Said) => void
}

export interface Situation {
  table: string
  view: View
  rules: AdvanceRules | undefined
  /** Other people sit at the table. */
  people: boolean
  /** The question is answered already, together with the one before it. */
  decided?: boolean
  kept?: KeptAtTable | null
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
    this.ask((situation) => {
      const { rules, view, decided, kept } = situation
      if (!view.decision || decided) return undefined
      if (kept && !isOnTheSpot(situation)) return given(view, kept.answer)
      return this.answered.has(view.step) ? undefined : rules?.answer(view, this.said)
    }),
  )

  /** The table keeps it and answers. */
  atTable: boolean = $derived.by(() => Boolean(this.situation()?.kept))

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
    this.situation()?.kept?.keep(this.said)
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
    if (!answer || !situation || (situation.kept && !isOnTheSpot(situation))) return undefined
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
    if (place !== this.place) {
      this.place = place
      this.said = (place && kept.get(place)) || {}
    }
    if (!situation?.kept) return
    // Once told, even that everything is left as it is: whoever says nothing in advance is asked everything.
    if (situation.kept.said) this.said = situation.kept.said
    else situation.kept.keep(this.said)
  }

  private ask<Found>(question: (situation: Situation) => Found): Found | undefined {
    const situation = this.situation()
    return situation && situation.view.seat !== null && !situation.view.over ? question(situation) : undefined
  }
}

/** Does the question follow what one has just done oneself? Then one's page is open, and answers in any match. */
function isOnTheSpot({ rules, view }: Situation): boolean {
  return view.decision !== null && (rules?.onTheSpot ?? []).includes(view.decision.kind)
}

/** What the table is about to answer. */
function given(view: View, action: string | null): Answer | undefined {
  const offer = view.decision?.offers.find((offered) => offered.action === action)
  return offer && { offer }
}
