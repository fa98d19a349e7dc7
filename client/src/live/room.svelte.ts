/** One table as it lives: people, position, story, charts and talk. */
import type { ChatLine, Fault, Point, Refused, ServerMessage, Step, Table, Telling, Update, View } from '../protocol'
import { account } from './account.svelte'
import { seating } from './hotseat'
import { Line } from './line'
import { firstSeal } from './seal'
import { missed, seenSteps, type Missed } from './seen'

export type Health = 'arriving' | 'live' | 'lost' | 'gone'

/** `old` up to a place, then what is new. */
export function spliced<Item>(old: Item[], keep: (item: Item) => boolean, fresh: Item[]): Item[] {
  return [...old.filter(keep), ...fresh]
}

export class Room {
  table = $state.raw<Table | null>(null)
  view = $state.raw<View | null>(null)
  steps = $state.raw<Step[]>([])
  story = $state.raw<Telling[]>([])
  history = $state.raw<Point[]>([])
  chat = $state.raw<ChatLine[]>([])
  health = $state<Health>('arriving')
  /** The draws' fingerprint, as this browser was shown it first. */
  seal = $state('')
  refused = $state.raw<Refused | Fault | null>(null)
  /** An action was sent, and its update has not come yet. */
  sent = $state<string | null>(null)
  /** The server's clock minus ours. */
  skew = $state(0)
  /** What the last update added to the story: the page animates and announces it. */
  news = $state.raw<Telling[]>([])

  /** What happened at this table while its page was closed or out of sight. */
  missed = $state.raw<Missed | null>(null)

  /** Whose view is shown; null is everybody's. */
  seat = $state<number | null>(null)
  /** The person at this browser who is asked to take the seat; everything is covered meanwhile. */
  next = $state<number | null>(null)
  /** Who of us may take the last decision back, without asking anybody. */
  undo = $state<number | null>(null)

  private line: Line
  private settled = 0
  private rewinds = 0
  private step = -1
  private waiting = $state.raw<number[]>([])
  over = false
  /** Nobody knows more than everybody: the seat may change without a curtain. */
  open = $state(false)
  private arrived = false
  /** Who took a decision back is asked first, though others have to decide as well. */
  private returning: number | null = null

  mine: number[] = $derived(
    (this.table?.seats ?? [])
      .filter((seat) => seat.person !== null && seat.person === account.me?.id)
      .map((seat) => seat.seat),
  )
  /** Those of us whom no bot plays for. */
  here: number[] = $derived(this.mine.filter((seat) => !this.table?.seats[seat]?.away))
  /** Those of us who have to decide now. */
  deciding: number[] = $derived(this.here.filter((seat) => this.waiting.includes(seat)))
  /** Who looks has decided something that the others may agree to undo. */
  mayAsk: boolean = $derived(
    this.table?.request === null &&
      this.seat !== null &&
      this.undo !== this.seat &&
      this.steps.some((step) => step.actor === this.seat && !step.forced),
  )
  hosting: boolean = $derived(this.table !== null && this.table.host === account.me?.id)
  /** Several people play at this browser. */
  shared: boolean = $derived(this.mine.length > 1)

  constructor(readonly id: string) {
    const address = new URL(`api/tables/${id}/live`, document.baseURI)
    address.protocol = address.protocol.replace('http', 'ws')
    this.line = new Line(address.href, {
      opened: () => this.hello(),
      heard: (message) => this.hear(message),
      lost: () => {
        this.health = 'lost'
        this.sent = null
      },
      gone: () => {
        this.health = 'gone'
      },
      forgotten: () => account.arrive(),
    })
    document.addEventListener('visibilitychange', this.recall)
    addEventListener('pagehide', this.cover)
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.recall)
    removeEventListener('pagehide', this.cover)
    this.line.close()
  }

  play(action: string): void {
    const { view } = this
    if (!view?.decision || this.sent !== null) return
    const { seat, step } = view.decision
    if (this.line.send({ type: 'play', seat, step, action, rewinds: this.rewinds })) {
      this.sent = action
      this.refused = null
      this.missed = null
    }
  }

  say(text: string): boolean {
    return this.line.send({ type: 'chat', text })
  }

  /** At once where the rules of the house allow it, else the others are asked. */
  takeBack(seat: number): void {
    this.returning = seat
    this.line.send({ type: 'take_back', seat })
  }

  consent(agree: boolean): void {
    this.line.send({ type: 'consent', agree })
  }

  comeBack(seat: number): void {
    this.line.send({ type: 'back', seat })
  }

  /** The person of a seat is here and looks: only that seat's view is asked for and kept. */
  take(seat: number): void {
    this.next = null
    this.look(seat)
  }

  /** Nobody's cards stay on the screen; whoever has to decide is asked to take the seat. */
  readonly cover = (): void => {
    if (!this.shared || this.seat === null) return
    this.look(null)
    this.arrange()
  }

  private look(seat: number | null): void {
    this.seat = seat
    if (!this.open) this.forget()
    this.settled = 0
    this.line.send({ type: 'look', seat })
  }

  /** What one seat knew is not for the next one's eyes. */
  private forget(): void {
    this.view = null
    this.steps = []
    this.story = []
    this.history = []
    this.news = []
    this.refused = null
    this.sent = null
  }

  /** Somebody looks at the table again: what happened since the last look? */
  private readonly recall = (): void => {
    if (document.hidden) return
    this.missed = missed(this.story, seenSteps.get(this.id)) ?? this.missed
    this.follow()
  }

  private follow(): void {
    if (!document.hidden && this.view) seenSteps.set(this.id, this.view.step)
  }

  private hello() {
    const chat = this.chat.at(-1)?.number ?? 0
    return {
      type: 'hello' as const,
      seat: this.seat,
      since: this.settled,
      rewinds: this.rewinds,
      chat,
    }
  }

  private hear(message: ServerMessage): void {
    this.health = 'live'
    if (message.type === 'table') this.meet(message.table)
    else if (message.type === 'update') this.update(message)
    else if (message.type === 'chat') this.chat = [...this.chat, ...message.lines]
    else if (message.type === 'error' || message.seat === this.seat) {
      this.refused = message
      this.sent = null
    }
  }

  private meet(table: Table): void {
    this.table = table
    if (table.commitment) this.seal = firstSeal(this.id, table.commitment)
    this.skew = table.now - Date.now()
    this.arrange()
  }

  /** The view of who has to decide: my own, or with several people here the next one's. */
  private arrange(): void {
    if (this.returning !== null && this.deciding.includes(this.returning)) {
      this.next = this.returning
      this.returning = null
    }
    const { seat, next } = seating(this)
    this.next = next
    if (seat !== this.seat) this.look(seat)
  }

  private update(update: Update): void {
    this.note(update)
    this.arrange()
    // Told before the server heard that somebody else looks now.
    if (update.view.seat !== this.seat) return
    const { since } = update
    const whole = since === 0 || update.rewinds !== this.rewinds
    this.steps = spliced(this.steps, (step) => step.number < since, update.steps)
    this.story = spliced(this.story, (telling) => telling.step < since, update.story)
    this.history = spliced(this.history, (point) => since > 0 && point.step <= since, update.history)
    const seen = this.view?.step ?? 0
    this.news = whole || !this.view ? [] : update.story.filter((telling) => telling.step >= seen)
    this.settled = update.settled
    this.rewinds = update.rewinds
    this.view = update.view
    if (this.arrived) this.follow()
    else this.recall()
    this.arrived = true
    this.sent = null
  }

  /** What everybody may know about an update, whoever it was for. */
  private note(update: Update): void {
    const { view } = update
    if (update.may_take_back) this.undo = view.seat
    else if (view.seat === this.undo || view.step !== this.step) this.undo = null
    this.step = view.step
    this.waiting = view.waiting
    this.over = view.over
    this.open = update.open
    this.skew = update.now - Date.now()
  }
}
