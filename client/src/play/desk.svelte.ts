/** What a board is drawn from, and what may be done on it: exactly what was offered. */
import type { Offer, View } from '../protocol'
import { companyLook, type CompanyLook, type TitleLook } from '../titles/look'
import { knows, say } from '../text/words.svelte'
import type { Args } from '../text/message'

export interface Source {
  view: View
  names: string[]
  look: TitleLook
  /** What the table's own edition calls its companies. */
  labels?: Record<string, string>
  /** Several people play at this browser: "you" could be anybody. */
  shared?: boolean
  /** Sends an action; absent where one only looks on. */
  act?: ((offer: Offer) => void) | undefined
}

export class Desk {
  /** The piece under the pointer or the keyboard's focus. */
  pointed = $state<string | null>(null)
  /** The offer under it in the slip: its pieces are lit. */
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
  listed: Offer[] = $derived.by(() => {
    const chosen = this.narrow === null ? undefined : this.byTarget.get(this.narrow)
    return chosen ?? this.offers
  })

  constructor(source: () => Source) {
    this.source = source
  }

  say = (key: string, args: Args = {}): string => say(this.view.title, key, args, this.names, this.labels)

  offerText = (offer: Offer): string => this.say(offer.key, offer.args)

  /** What those who wait are told about the present decision. */
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

  /** A message that names a thing of the edition, which may call it otherwise. */
  word(kind: string, id: string): string {
    return this.labels[id] || this.say(`${kind}.${id}`)
  }

  companyName(id: string): string {
    return this.word('company', id)
  }

  waits(seat: number): boolean {
    return this.view.waiting.includes(seat)
  }

  isOffered(target: string): boolean {
    return this.byTarget.has(target)
  }

  isShown(target: string): boolean {
    return this.shown?.targets.includes(target) ?? false
  }

  /** An offer that the pointed piece belongs to. */
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
    if (!offers) return
    if (offers.length === 1) this.act(offers[0]!)
    else this.narrow = target
  }

  /** What a piece is called: itself, and what choosing it would do. */
  pieceName(target: string, label: string): string {
    const effects = this.byTarget.get(target)?.map(this.offerText).join('; ')
    return effects ? `${label}. ${effects}` : label
  }

  /** Attributes that make an element a piece: reachable, lit while it is offered. */
  piece(target: string) {
    const offered = this.byTarget.has(target)
    return {
      'data-piece': target,
      'data-place': target,
      role: 'button',
      tabindex: -1,
      'aria-disabled': !offered,
      class: ['piece', offered && 'offered', this.isShown(target) && 'shown'],
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
