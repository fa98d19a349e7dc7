/** The coach, where all others are bots: what a search thinks of one's choices, asked for and shown to oneself alone. */
import type { Choice, Hint, Offer, Table, View } from '../protocol'
import { api } from '../server/api'
import { refusedBecause } from '../server/refusal'
import { settings } from '../settings.svelte'
import { hintMarks } from './hintmarks'

/** A choice is worth a warning if it gives away at least this much of one's chance to win, and surely. */
const LOSS = 0.12
/** Milliseconds that somebody who has chosen waits for the coach, and no longer. */
const PATIENCE = 2500

export interface Source {
  table: Table
  view: View
  rewinds: number
  /** One may decide now. */
  playable: boolean
  /** Several people share this browser. */
  shared: boolean
}

/** A choice that gives away much, and what would be better. */
export interface Warning {
  offer: Offer
  chosen: Choice
  better: Choice
  betterOffer: Offer
}

export class Coach {
  /** The last answer; worth nothing once the match has moved on. */
  private known = $state.raw<{ at: string; hint: Hint } | null>(null)
  private opened = $state('')
  private asking = $state('')
  private failed = $state.raw<{ at: string; why: string } | null>(null)
  /** What is being asked, so that nothing is asked twice. */
  private under: { at: string; hint: Promise<Hint | null> } | null = null

  private readonly source: () => Source

  constructor(source: () => Source) {
    this.source = source
  }

  /** The decision it is about. */
  private at: string = $derived.by(() => {
    const { table, view, rewinds } = this.source()
    return view.decision ? `${table.id} ${view.seat} ${view.step} ${rewinds}` : ''
  })
  /** Never where another person plays, or may come back to a seat, nor in a contest or from memory. */
  available: boolean = $derived.by(() => {
    const { table, view, shared } = this.source()
    if (shared || table.state !== 'playing' || table.daily?.counts || table.memory === 'table') return false
    if (table.contest) return false
    return isAgainstBots(table, view.seat)
  })
  ready: boolean = $derived.by(() => this.available && this.source().playable && this.at !== '')
  /** The list of choices is open. */
  shown: boolean = $derived.by(() => this.ready && this.opened === this.at)
  thinking: boolean = $derived.by(() => this.shown && this.asking === this.at)
  problem: string = $derived(this.failed?.at === this.at ? this.failed.why : '')
  hint: Hint | null = $derived(this.known?.at === this.at ? this.known.hint : null)
  choices: { choice: Choice; offer: Offer }[] = $derived.by(() => {
    const offers = this.source().view.decision?.offers ?? []
    return (this.hint?.choices ?? []).slice(0, 3).flatMap((choice) => {
      const offer = offers.find(({ action }) => action === choice.action)
      return offer ? [{ choice, offer }] : []
    })
  })
  /** The pieces of the best choices, by their numbers. */
  marks: ReadonlyMap<string, string> = $derived(hintMarks(this.shown ? this.choices : []))
  /** Whether a doubtful choice is questioned: as somebody wants it, otherwise in the first match. */
  warns: boolean = $derived.by(() => {
    const { warn, firsts } = settings.choices
    const { table } = this.source()
    return this.available && (warn === 'on' || (warn === '' && firsts[table.title] === table.id))
  })

  /** The first match of a title, and the first after its lessons, are noted. */
  begin(): void {
    const { table } = this.source()
    if (!this.available || settings.choices.firsts[table.title] !== undefined) return
    settings.choose({ firsts: { ...settings.choices.firsts, [table.title]: table.id } })
  }

  toggle(): void {
    if (!this.ready) return
    this.opened = this.shown ? '' : this.at
    if (this.shown) void this.ask()
  }

  close(): void {
    this.opened = ''
  }

  /** Where choices are questioned, the answer is fetched while somebody still thinks. */
  prepare(): void {
    if (this.warns && this.ready) void this.ask()
  }

  /** What is to be said before this is played; null if nothing, or if the coach takes too long. */
  async weigh(offer: Offer): Promise<Warning | null> {
    const { at } = this
    if (!this.warns || !this.ready) return null
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE))
    const hint = await Promise.race([this.rated(offer.action), late])
    return hint && at === this.at ? this.doubt(offer, hint) : null
  }

  private async rated(action: string): Promise<Hint | null> {
    const hint = await this.ask()
    return hint === null || hint.choices.some((choice) => choice.action === action) ? hint : this.fetch(action)
  }

  private doubt(offer: Offer, { choices }: Hint): Warning | null {
    const better = choices[0]
    const chosen = choices.find(({ action }) => action === offer.action)
    if (!better || !chosen) return null
    const lost = better.chance - chosen.chance
    const betterOffer = this.source().view.decision?.offers.find(({ action }) => action === better.action)
    const isSure = lost >= LOSS && lost > Math.hypot(better.margin, chosen.margin)
    return isSure && betterOffer ? { offer, chosen, better, betterOffer } : null
  }

  private ask(): Promise<Hint | null> {
    const { at } = this
    if (this.hint) return Promise.resolve(this.hint)
    if (this.under?.at !== at) this.under = { at, hint: this.fetch(null) }
    return this.under.hint
  }

  private async fetch(action: string | null): Promise<Hint | null> {
    const { at } = this
    const { table, view, rewinds } = this.source()
    this.asking = at
    try {
      const hint = await api.hint(table.id, view.seat!, { step: view.step, rewinds, action })
      if (at === this.at && action === null) this.known = { at, hint }
      return hint
    } catch (error) {
      if (at === this.at) this.failed = { at, why: refusedBecause(error) }
      if (this.under?.at === at) this.under = null
      return null
    } finally {
      if (this.asking === at) this.asking = ''
    }
  }
}

/** Nobody but bots sits in the other seats, and nobody can come back to one. */
export function isAgainstBots(table: Table, seat: number | null): boolean {
  return seat !== null && table.seats.every((one) => one.seat === seat || one.person === null)
}
