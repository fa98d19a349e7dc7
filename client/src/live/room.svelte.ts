/** One table as it lives: people, position, story, charts and talk. */
import type { ChatLine, Point, Refused, ServerMessage, Step, Table, Telling, Update, View } from '../protocol'
import { account } from './account.svelte'
import { Line } from './line'
import { missed, sawStep, seenStep, type Missed } from './seen'

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
  refused = $state.raw<Refused | null>(null)
  mayTakeBack = $state(false)
  /** An action was sent, and its update has not come yet. */
  sent = $state<string | null>(null)
  /** The server's clock minus ours. */
  skew = $state(0)
  /** What the last update added to the story: the page animates and announces it. */
  news = $state.raw<Telling[]>([])

  /** What happened at this table while its page was closed or out of sight. */
  missed = $state.raw<Missed | null>(null)

  private line: Line
  private settled = 0
  private rewinds = 0
  private seat: number | null = null

  mine: number[] = $derived(
    (this.table?.seats ?? [])
      .filter((seat) => seat.person !== null && seat.person === account.me?.id)
      .map((seat) => seat.seat),
  )
  hosting: boolean = $derived(this.table !== null && this.table.host === account.me?.id)

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
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.recall)
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

  takeBack(): void {
    if (this.view?.seat != null) this.line.send({ type: 'take_back', seat: this.view.seat })
  }

  consent(agree: boolean): void {
    this.line.send({ type: 'consent', agree })
  }

  comeBack(seat: number): void {
    this.line.send({ type: 'back', seat })
  }

  look(seat: number | null): void {
    this.seat = seat
    this.line.send({ type: 'look', seat })
  }

  /** Somebody looks at the table again: what happened since the last look? */
  private readonly recall = (): void => {
    if (document.hidden) return
    this.missed = missed(this.story, seenStep(this.id)) ?? this.missed
    this.follow()
  }

  private follow(): void {
    if (!document.hidden && this.view) sawStep(this.id, this.view.step)
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
    else if (message.type === 'refused') {
      this.refused = message
      this.sent = null
    }
  }

  private meet(table: Table): void {
    this.table = table
    this.skew = table.now - Date.now()
    this.chooseSeat()
  }

  /** My seat's view as soon as I have one; with several, the one that waits. */
  private chooseSeat(): void {
    if (!this.mine.length) return
    const waiting = this.view?.waiting ?? []
    const current = this.seat
    if (current !== null && this.mine.includes(current)) {
      if (this.mine.length === 1 || waiting.includes(current)) return
    }
    const next = this.mine.find((seat) => waiting.includes(seat)) ?? current ?? this.mine[0]!
    if (next !== current) this.look(next)
  }

  private update(update: Update): void {
    const { since } = update
    const whole = since === 0 || update.rewinds !== this.rewinds
    this.steps = spliced(this.steps, (step) => step.number < since, update.steps)
    this.story = spliced(this.story, (telling) => telling.step < since, update.story)
    this.history = spliced(this.history, (point) => point.step <= since, update.history)
    const seen = this.view?.step ?? 0
    this.news = whole || !this.view ? [] : update.story.filter((telling) => telling.step >= seen)
    this.settled = update.settled
    this.rewinds = update.rewinds
    this.skew = update.now - Date.now()
    this.mayTakeBack = update.may_take_back
    const arriving = this.view === null
    this.view = update.view
    if (arriving) this.recall()
    else this.follow()
    this.sent = null
    this.chooseSeat()
  }
}
