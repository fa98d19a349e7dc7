/** What a board is drawn from, and what may be done on it: exactly what the server offered. */
import type { Blocked, Offer, ScoreLine, View } from '../protocol'
import { companyLook, type CompanyLook, type TitleLook } from '../titles/look'
import { knows, say } from '../text/words.svelte'
import type { Args } from '../text/message'
import type { Category } from './scoring'

export interface Source {
  view: View
  names: string[]
  look: TitleLook
  /** The edition's own names for its companies. */
  labels?: Record<string, string>
  /** Several people play at this browser: "you" could be anybody. */
  shared?: boolean
  /** Sends an action; absent for spectators and replays. */
  act?: ((offer: Offer) => void) | undefined
}

export class BoardModel {
  /** The piece under the pointer or the keyboard's focus. */
  pointed = $state<string | null>(null)
  /** A piece that was tried although it may not be chosen, and at which step. */
  private tried = $state.raw<{ target: string; step: number } | null>(null)
  /** The offer under the pointer or the focus in the slip: its pieces are lit. */
  shown = $state.raw<Offer | null>(null)
  /** A piece with several offers was chosen: the slip shows only those. */
  narrow = $state<string | null>(null)

  private readonly source: () => Source
  view: View = $derived.by(() => this.source().view)
  names: string[] = $derived.by(() => this.source().names)
  look: TitleLook = $derived.by(() => this.source().look)
  labels: Record<string, string> = $derived.by(() => this.source().labels ?? {})
  shared: boolean = $derived.by(() => this.source().shared ?? false)
  playable: boolean = $derived.by(() => this.source().act !== undefined && this.view.decision !== null)
  offers: Offer[] = $derived.by(() => (this.playable ? this.view.decision!.offers : []))
  byTarget: Map<string, Offer[]> = $derived.by(() => {
    const map = new Map<string, Offer[]>()
    for (const offer of this.offers) {
      for (const target of offer.targets) map.set(target, [...(map.get(target) ?? []), offer])
    }
    return map
  })
  private barred: Map<string, Blocked> = $derived.by(() => {
    const blocked = this.playable ? this.view.blocked : []
    return new Map(blocked.flatMap((one) => one.targets.map((target) => [target, one] as const)))
  })
  /** Why the piece pointed at, or just tried, may not be chosen; null if nothing forbids it. */
  objection: Blocked | null = $derived.by(() => {
    const { pointed, tried } = this
    const insists = tried !== null && tried.step === this.view.step && (pointed ?? tried.target) === tried.target
    const asked = insists ? tried.target : pointed !== null && this.isBarred(pointed) ? pointed : null
    return asked === null ? null : (this.barred.get(asked) ?? null)
  })
  listed: Offer[] = $derived.by(() => {
    const chosen = this.narrow === null ? undefined : this.byTarget.get(this.narrow)
    return chosen ?? this.offers
  })

  constructor(source: () => Source) {
    this.source = source
  }

  say = (key: string, args: Args = {}): string => say(this.view.title, key, args, this.names, this.labels)

  offerText = (offer: Offer): string => this.say(offer.key, offer.args)

  /** What the present decision is about, for those who wait. */
  get watched(): string {
    const key = `watch.${this.view.kind}`
    return knows(this.view.title, key) ? this.say(key) : ''
  }

  name(seat: number): string {
    return this.names[seat] ?? this.say('seat.name', { number: seat + 1 })
  }

  company(id: string): CompanyLook {
    return companyLook(this.look, id)
  }

  /** The name of a thing, by the edition's own label where it has one. */
  word(kind: string, id: string): string {
    return this.labels[id] || this.say(`${kind}.${id}`)
  }

  companyName(id: string): string {
    return this.word('company', id)
  }

  /** What a category of the final score is called: by the title, by its company, or as its first line says. */
  categoryName({ id, company, lines }: Category): string {
    if (company !== null) return this.companyName(company)
    if (knows(this.view.title, `category.${id}`)) return this.say(`category.${id}`)
    const line = lines.find((one) => one !== null)
    return line ? this.say(line.key, line.args) : id
  }

  /** How a line of the score came about, in a few signs such as "3 × 5"; empty where there is nothing to add. */
  lineBrief({ key, args }: ScoreLine): string {
    const brief = key.replace(/^score\./, 'brief.')
    return knows(this.view.title, brief) ? this.say(brief, args) : ''
  }

  waits(seat: number): boolean {
    return this.view.waiting.includes(seat)
  }

  isOffered(target: string): boolean {
    return this.byTarget.has(target)
  }

  /** Whether anything is said about the piece now: it may be chosen, or there is a reason why not. */
  isTarget(target: string): boolean {
    return this.byTarget.has(target) || this.barred.has(target)
  }

  isShown(target: string): boolean {
    return this.shown?.targets.includes(target) ?? false
  }

  /** Whether the piece pointed at belongs to this offer. */
  isPointed(offer: Offer): boolean {
    return this.pointed !== null && offer.targets.includes(this.pointed)
  }

  act(offer: Offer): void {
    this.narrow = null
    this.shown = null
    this.source().act?.(offer)
  }

  pick(target: string): void {
    const offers = this.byTarget.get(target)
    this.tried = offers ? null : { target, step: this.view.step }
    if (!offers) return
    if (offers.length === 1) this.act(offers[0]!)
    else this.narrow = target
  }

  /** Why a piece may not be chosen, as a sentence. */
  why({ key, args }: Blocked): string {
    const reason = this.say(key, args)
    return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`
  }

  /** A piece's spoken name: what it is, and what choosing it would do or why it may not be chosen. */
  pieceName(target: string, label: string): string {
    const effects = this.byTarget.get(target)?.map(this.offerText).join('. ')
    if (effects) return `${label}. ${effects}`
    const barred = this.barred.get(target)
    return barred ? `${label}. ${this.why(barred)}` : label
  }

  /** Others of its kind are offered and this one is not, so it is drawn dimmed. */
  private isBarred(target: string): boolean {
    const kind = target.slice(0, target.indexOf(':') + 1)
    return this.barred.has(target) && kind !== '' && [...this.byTarget.keys()].some((other) => other.startsWith(kind))
  }

  /** The attributes that make an element a piece. Spaces are cells of a grid; everything else is a button. */
  piece(target: string, role: 'button' | 'gridcell' = 'button') {
    const offered = this.byTarget.has(target)
    return {
      'data-piece': target,
      'data-place': target,
      role,
      tabindex: -1,
      'aria-disabled': !offered,
      class: ['piece', offered && 'offered', this.isBarred(target) && 'barred', this.isShown(target) && 'shown'],
      onclick: () => this.pick(target),
      onkeydown: (event: KeyboardEvent) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        this.pick(target)
      },
      onpointerenter: () => (this.pointed = target),
      onpointerleave: () => (this.pointed = null),
      onfocus: () => (this.pointed = target),
      onblur: () => (this.pointed = null),
    }
  }
}
