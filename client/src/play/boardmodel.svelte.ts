/** What a board is drawn from, and what may be done on it: exactly what the server offered. */
import type { Blocked, Offer, ScoreLine, View } from '../protocol'
import { companyLook, type CompanyLook, type TitleLook } from '../titles/look'
import { knows, say } from '../text/words.svelte'
import type { Args } from '../text/message'
import type { PieceSaying, SaidOfPieces } from './advance'
import { groups, MANY, type Group } from './groups'
import { Pointing } from './pointing.svelte'
import type { Category } from './scoring'

/** Characters of an answer that shares a phone's row with three others. */
const BRIEF = 36

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
  /** What may be said in advance, where anything may. */
  advance?: SaidOfPieces
}

/** What was chosen on the way to an answer; it is worth nothing once something else is asked. */
interface Way {
  question: string
  /** Of many offers, only those of this verb are lit. */
  verb: string | null
  /** The piece whose uses stand open beside it. */
  opened: string | null
}

/** What a drawing of a piece asks for: pieces are drawn where no match is played too. */
export type Speaker = Pick<BoardModel, 'company' | 'companyName' | 'say' | 'word'>

export class BoardModel {
  readonly pointing = new Pointing()
  /** A piece that was tried although it may not be chosen, and at which step. */
  private tried = $state.raw<{ target: string; step: number } | null>(null)
  /** The question at which somebody last pointed at a piece. */
  private pointedAt = $state.raw('')
  /** The offer under the pointer or the focus in the slip: its pieces are lit. */
  shown = $state.raw<Offer | null>(null)
  /** Pieces that are part of an order being put together. */
  selected = $state.raw<ReadonlySet<string>>(new Set())
  /** The whole list is wanted, whatever its length. */
  listing = $state(false)
  private way = $state.raw<Way>({ question: '', verb: null, opened: null })
  /** The piece that is being carried to another one. */
  private lifted = $state.raw<{ target: string; question: string } | null>(null)
  /** The step of my last answer, and of the one before it, should that one be taken back or refused. */
  private answered = $state.raw({ at: -1, before: -1 })
  /** A piece that was chosen together with the action before it. */
  private next = $state.raw<{ target: string; after: number } | null>(null)

  private readonly source: () => Source
  view: View = $derived.by(() => this.source().view)
  names: string[] = $derived.by(() => this.source().names)
  look: TitleLook = $derived.by(() => this.source().look)
  labels: Record<string, string> = $derived.by(() => this.source().labels ?? {})
  shared: boolean = $derived.by(() => this.source().shared ?? false)
  playable: boolean = $derived.by(() => this.source().act !== undefined && this.view.decision !== null)
  offers: Offer[] = $derived.by(() => (this.playable ? this.view.decision!.offers : []))
  private lastAnswer: number = $derived.by(() => {
    const { at, before } = this.answered
    return this.view.step > at ? at : before
  })
  /** What is asked, or who moves: the same while others answer beside me, for their answers change nothing of mine. */
  question: string = $derived.by(() => {
    if (!this.playable) return `${this.view.step}`
    const actions = this.offers.map(({ action }) => action)
    return [this.lastAnswer, this.view.decision!.kind, ...actions].join(' ')
  })
  /** A title's own slip puts the order together: pieces are only selected. */
  ticketed: boolean = $derived.by(
    () => this.playable && this.look.Slip !== undefined && (this.look.needsSlip?.(this.view) ?? false),
  )
  /** Too many offers for the slip: it holds verbs, and the pieces are chosen on the board. */
  onBoard: boolean = $derived.by(
    () => !this.ticketed && !this.listing && this.offers.length > MANY && this.offers.some(({ verb }) => verb),
  )
  groups: Group[] = $derived.by(() => groups(this.offers, this.look.verbs))
  byTarget: Map<string, Offer[]> = $derived.by(() => {
    const map = new Map<string, Offer[]>()
    const wanted = this.verb
    for (const offer of this.offers) {
      if (wanted !== null && offer.verb !== wanted) continue
      for (const target of offer.targets) map.set(target, [...(map.get(target) ?? []), offer])
    }
    return map
  })
  private barred: Map<string, Blocked> = $derived.by(() => {
    const blocked = this.playable ? this.view.blocked : []
    return new Map(blocked.flatMap((one) => one.targets.map((target) => [target, one] as const)))
  })
  /**
   * Why the piece pointed at, or just tried, may not be chosen; null if nothing forbids it. It stands in the question's
   * place: where the mouse has rested since the last answer, the new question is read first.
   */
  objection: Blocked | null = $derived.by(() => {
    const { pointed, tried } = this
    const insists = tried !== null && tried.step === this.view.step && (pointed ?? tried.target) === tried.target
    const means = pointed !== null && this.pointedAt === this.question && this.isBarred(pointed)
    const asked = insists ? tried.target : means ? pointed : null
    return asked === null ? null : (this.barred.get(asked) ?? null)
  })
  /** The uses of the opened piece, or everything that is offered. */
  listed: Offer[] = $derived.by(() => {
    const chosen = this.opened === null ? undefined : this.byTarget.get(this.opened)
    return chosen ?? this.offers
  })

  constructor(source: () => Source) {
    this.source = source
  }

  /** The piece under the pointer or the keyboard's focus. */
  get pointed(): string | null {
    return this.pointing.target
  }

  set pointed(target: string | null) {
    this.pointing.target = target
  }

  get verb(): string | null {
    return this.way.question === this.question ? this.way.verb : null
  }

  set verb(verb: string | null) {
    this.way = { question: this.question, verb, opened: null }
  }

  get opened(): string | null {
    return this.way.question === this.question ? this.way.opened : null
  }

  set opened(opened: string | null) {
    this.way = { question: this.question, verb: this.verb, opened }
  }

  get carried(): string | null {
    return this.lifted?.question === this.question ? this.lifted.target : null
  }

  /** Lifts a piece, if it can be put down anywhere; null lets go of it. */
  carry(target: string | null): void {
    const leads = target !== null && !this.ticketed && this.byTarget.get(target)?.some((use) => use.leads.length)
    this.lifted = leads ? { target, question: this.question } : null
    this.pointing.resting = this.lifted !== null
    if (leads) this.opened = null
  }

  /** Whether the piece that is carried can be put down there. */
  takes(target: string): boolean {
    const { carried } = this
    return carried !== null && kindOf(carried) !== kindOf(target) && this.isOffered(target)
  }

  /** Puts the carried piece down: that answers what it means and, where that leads on, what comes next. */
  drop(target: string): void {
    const { carried } = this
    const uses = this.takes(target) ? this.usesOf(target) : []
    this.carry(null)
    if (uses.length === 1) this.act(uses[0]!, target)
    else if (uses.length) this.opened = carried
  }

  /** The question in words; it names what it is about where a title knows. */
  asks: string = $derived.by(() => {
    const kind = this.view.decision?.kind ?? ''
    const about = this.look.about?.(this.view) ?? null
    return about && this.knows(about.key) ? this.say(about.key, about.args) : this.say(`kind.${kind}`)
  })

  say = (key: string, args: Args = {}): string => say(this.view.title, key, args, this.names, this.labels)

  offerText = (offer: Offer): string => this.say(offer.key, offer.args)

  /** Offers beside their own piece, which need not be named again unless they would read the same. */
  useTexts(offers: Offer[]): string[] {
    const short = offers.map(({ key, args }) => {
      const use = key.replace('offer.', 'use.')
      return this.knows(use) ? this.say(use, args) : this.say(key, args)
    })
    return new Set(short).size === short.length ? short : offers.map(this.offerText)
  }

  /** Offers on a phone's slip, where several share a row; none where one of them has too long a text for that. */
  briefTexts(offers: Offer[]): string[] {
    const texts = offers.map(({ key, args }) => {
      const brief = key.replace('offer.', 'brief.')
      return this.say(this.knows(brief) ? brief : key, args)
    })
    const fits = new Set(texts).size === texts.length && texts.every(({ length }) => length <= BRIEF)
    return fits ? texts : []
  }

  /** What a piece is called on its card: shorter than what is spoken. */
  title(target: string): string {
    return this.look.facts?.(this, target)?.name ?? this.pointing.label
  }

  /** What an offer costs in full, and what is left; empty where its text says it all. */
  detail(offer: Offer): string {
    const key = offer.key.replace('offer.', 'detail.')
    return this.knows(key) ? this.say(key, offer.args) : ''
  }

  knows(key: string): boolean {
    return knows(this.view.title, key)
  }

  verbText(verb: string): string {
    return this.say(`verb.${verb}`)
  }

  /** What the present decision is about, for those who wait. */
  get watched(): string {
    const key = `watch.${this.view.kind}`
    return this.knows(key) ? this.say(key) : ''
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
    return this.usesOf(target).length > 0
  }

  /** Whether anything is said about the piece now: it may be chosen, or there is a reason why not. */
  isTarget(target: string): boolean {
    return this.byTarget.has(target) || this.barred.has(target)
  }

  isShown(target: string): boolean {
    return this.shown !== null && (this.shown.targets.includes(target) || this.shown.leads.includes(target))
  }

  /** Whether the piece pointed at belongs to this offer. */
  isPointed(offer: Offer): boolean {
    return this.pointed !== null && offer.targets.includes(this.pointed)
  }

  /** What choosing a piece may mean now; while another stands open or is carried, what both mean together. */
  usesOf(target: string): Offer[] {
    const opened = this.carried ?? this.opened
    if (opened === null || opened === target || kindOf(opened) === kindOf(target))
      return this.byTarget.get(target) ?? []
    const uses = this.byTarget.get(opened) ?? []
    return uses.filter(({ targets, leads }) => targets.includes(target) || leads.includes(target))
  }

  /** What may be said in advance about a piece. */
  sayingsOf(target: string): PieceSaying[] {
    return this.source().advance?.pieces(target) ?? []
  }

  sayInAdvance({ saying }: PieceSaying): void {
    this.source().advance?.say(saying)
  }

  /** Whether clicking a piece decides at once: never where one beside it has several uses. */
  commits(target: string): boolean {
    if (this.ticketed) return false
    const kind = kindOf(target)
    const beside = this.opened !== null && kindOf(this.opened) !== kind ? [target] : [...this.byTarget.keys()]
    return beside.every((other) => kindOf(other) !== kind || this.usesOf(other).length === 1)
  }

  act(offer: Offer, via: string | null = null): void {
    // Asked for first: what else has been said in advance holds again once nothing follows.
    const send = this.source().act
    this.next = via !== null && offer.leads.includes(via) ? { target: via, after: this.view.step } : null
    this.opened = null
    this.shown = null
    this.listing = false
    this.pointing.rest()
    this.answered = { at: this.view.step, before: this.lastAnswer }
    send?.(offer)
  }

  /** What is asked at a step was chosen together with the action before it. */
  decided(step: number): boolean {
    return this.next !== null && step > this.next.after
  }

  /** The second half of a choice that was made in one: sent as soon as it is asked for. */
  follow(): void {
    const { next } = this
    if (next === null || !this.playable || !this.decided(this.view.step)) return
    const uses = this.byTarget.get(next.target) ?? []
    if (uses.length === 1) this.act(uses[0]!)
    else this.next = null
  }

  pick(target: string): void {
    // Whoever turns to something else has done with the piece that stood open.
    if (this.opened !== null && !this.isOffered(target)) this.opened = null
    const uses = this.usesOf(target)
    this.tried = uses.length || this.sayingsOf(target).length ? null : { target, step: this.view.step }
    if (!uses.length) this.pickInAdvance(target)
    else if (uses.length === 1 && this.commits(target)) this.act(uses[0]!, target)
    else this.open(target)
  }

  private pickInAdvance(target: string): void {
    const sayings = this.sayingsOf(target)
    if (sayings.length === 1) this.sayInAdvance(sayings[0]!)
    else if (sayings.length) this.open(target)
    else if (!this.barred.has(target)) this.pointing.pin(target)
  }

  private open(target: string): void {
    this.pointing.rest()
    this.opened = this.opened === target ? null : target
  }

  /** Why a piece may not be chosen, as a sentence. */
  why({ key, args }: Blocked): string {
    const reason = this.say(key, args)
    return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`
  }

  /** Why this piece may not be chosen now; empty where nothing is said about it. */
  whyNot(target: string): string {
    const barred = this.byTarget.has(target) ? undefined : this.barred.get(target)
    return barred ? this.why(barred) : ''
  }

  ruleOf(target: string): string {
    return this.usesOf(target)[0]?.rule ?? this.barred.get(target)?.rule ?? ''
  }

  /** A piece's spoken name: what it is, and what choosing it would do or why it may not be chosen. */
  pieceName(target: string, label: string): string {
    const effects = this.usesOf(target).map(this.offerText).join('. ')
    if (effects) return `${label}. ${effects}`
    const why = this.whyNot(target)
    return why ? `${label}. ${why}` : label
  }

  /** Others of its kind are offered and this one is not, so it is drawn dimmed. */
  private isBarred(target: string): boolean {
    const kind = kindOf(target)
    return (
      this.barred.has(target) &&
      !this.isOffered(target) &&
      target.includes(':') &&
      [...this.byTarget.keys()].some((other) => kindOf(other) === kind)
    )
  }

  /** The attributes that make an element a piece. Spaces are cells of a grid; everything else is a button. */
  piece(target: string, role: 'button' | 'gridcell' = 'button', label = '') {
    const offered = this.isOffered(target)
    const handlers = this.pointing.handlers(target, label, () => this.pick(target))
    return {
      'data-piece': target,
      'data-place': target,
      role,
      tabindex: -1,
      // What is never chosen is explained instead; what may be said about it in advance is said by choosing it.
      'aria-disabled': !offered && !this.sayingsOf(target).length && (this.barred.has(target) || !this.playable),
      class: [
        'piece',
        offered && 'offered',
        this.isBarred(target) && 'barred',
        this.isShown(target) && 'shown',
        (this.opened === target || this.selected.has(target)) && 'selected',
        this.source().advance?.marked.has(target) && 'foretold',
      ],
      ...handlers,
      onpointermove: () => this.point(),
      onfocus: (event: FocusEvent) => {
        this.point()
        handlers.onfocus(event)
      },
    }
  }

  /** The mouse has moved over a piece, or the focus has come to one. */
  private point(): void {
    if (this.pointedAt !== this.question) this.pointedAt = this.question
  }
}

/** Pieces of a kind stand side by side: "slot" of "slot:3". */
export function kindOf(target: string): string {
  const colon = target.indexOf(':')
  return colon < 0 ? target : target.slice(0, colon)
}
