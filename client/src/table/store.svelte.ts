/** One table as the server tells it over the socket: people, position, story, charts and chat. */
import type {
  ChatLine,
  Fault,
  Point,
  Refused,
  SaidNews,
  ServerMessage,
  Step,
  Table,
  Telling,
  Update,
  View,
} from '../protocol'
import { account } from '../server/account.svelte'
import { build } from '../server/build.svelte'
import { seating } from './hotseat'
import { ReconnectingSocket } from '../server/socket'
import { beginningOf } from '../play/beats'
import { Stage } from '../play/stage.svelte'
import { settings } from '../settings.svelte'
import { ChatRead } from './chatread.svelte'
import { firstCommitment } from './commitment'
import { contribute } from './salts'
import { missed, lastSeen, type Missed } from './missed'

export type Connection = 'connecting' | 'connected' | 'lost' | 'no_table' | 'kicked' | 'banned'

/** Milliseconds for which one's own move is held where it leads to one's own next question. */
const OWN_MOVE = 300

/** Whether an update tells what became of an action sent at a step. Others may answer the same question before. */
export function answers({ view, steps }: Pick<Update, 'view' | 'steps'>, sentAt: number): boolean {
  return view.decision === null || steps.some(({ actor, number }) => actor === view.seat && number >= sentAt)
}

/** The kept part of `old`, then what is new. */
export function spliced<Item>(old: Item[], keep: (item: Item) => boolean, fresh: Item[]): Item[] {
  return [...old.filter(keep), ...fresh]
}

export class TableStore {
  table = $state.raw<Table | null>(null)
  steps = $state.raw<Step[]>([])
  /** Shows what arrives, one thing after another. */
  readonly stage = new Stage(settings)
  chat = $state.raw<ChatLine[]>([])
  readonly chatRead: ChatRead
  connection = $state<Connection>('connecting')
  /** The commitment to the draws, as this browser was shown it first. */
  commitment = $state('')
  refused = $state.raw<Refused | Fault | null>(null)
  /** An action was sent, and its update has not come yet. */
  sent = $state<string | null>(null)
  private sentAt = -1
  /** The server's clock minus ours. */
  skew = $state(0)
  /** All that has been told, and the charts of it; some of it may be yet to be seen. */
  private told = $state.raw<Telling[]>([])
  private points = $state.raw<Point[]>([])

  /** What came before this step has to be remembered: it is neither told nor kept. */
  first = $state(0)

  /** What happened at this table while its page was closed or out of sight. */
  missed = $state.raw<Missed | null>(null)

  /** Who let a bot play for somebody at this browser while they were away. */
  replacedBy = $state<string | null>(null)

  /** What the seat shown has said in advance, where the table keeps it: in a match over days. */
  kept = $state.raw<SaidNews | null>(null)

  /** Whose view is shown; null is everybody's. */
  seat = $state<number | null>(null)
  /** The person at this browser who is asked to take the seat; everything is covered meanwhile. */
  next = $state<number | null>(null)
  /** The seat of ours that may take its last decision back without asking anybody. */
  undo = $state<number | null>(null)

  private readonly socket: ReconnectingSocket
  private settled = 0
  rewinds = $state(0)
  private step = -1
  private waiting = $state.raw<number[]>([])
  over = false
  /** Nothing is hidden at present: seats may change without a curtain. */
  open = $state(false)
  private arrived = false
  /** The next update is the answer to a hello: it is not played, but caught up with. */
  private greeting = true
  /** The seat that took a decision back decides first, even where others have to decide too. */
  private returning: number | null = null

  /** What is seen now: the stage plays what has arrived. */
  view: View | null = $derived(this.stage.view)
  story: Telling[] = $derived(this.stage.pending ? this.told.slice(0, -this.stage.pending) : this.told)
  history: Point[] = $derived(
    this.stage.playing ? this.points.filter(({ step }) => step <= (this.view?.step ?? 0)) : this.points,
  )
  mine: number[] = $derived(
    (this.table?.seats ?? [])
      .filter((seat) => seat.person !== null && seat.person === account.me?.id)
      .map((seat) => seat.seat),
  )
  /** Our seats that no bot plays at present. */
  here: number[] = $derived(this.mine.filter((seat) => !this.table?.seats[seat]?.away))
  /** Our seats that have to decide now. */
  deciding: number[] = $derived(this.here.filter((seat) => this.waiting.includes(seat)))
  /** The seat shown has decided something that the others may agree to undo. */
  mayAsk: boolean = $derived(
    this.table?.request === null &&
      !this.table.daily?.counts &&
      this.seat !== null &&
      this.undo !== this.seat &&
      this.steps.some((step) => step.actor === this.seat && !step.forced),
  )
  hosting: boolean = $derived(this.table !== null && this.table.host === account.me?.id)
  /** Several people play at this browser. */
  shared: boolean = $derived(this.mine.length > 1)

  constructor(readonly id: string) {
    this.chatRead = new ChatRead(id)
    this.socket = new ReconnectingSocket(id, {
      connected: () => this.hello(),
      received: (message) => this.receive(message),
      lost: () => {
        this.connection = 'lost'
        this.sent = null
      },
      tableGone: () => {
        this.connection = 'no_table'
      },
      shownOut: (from) => {
        this.connection = from === 'table' ? 'kicked' : 'banned'
      },
      sessionGone: () => account.arrive(),
    })
    document.addEventListener('visibilitychange', this.recall)
    addEventListener('pagehide', this.cover)
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.recall)
    removeEventListener('pagehide', this.cover)
    this.socket.close()
  }

  play(action: string): void {
    const { view } = this
    if (!view?.decision || this.sent !== null) return
    const { seat, step } = view.decision
    if (this.socket.send({ type: 'play', seat, step, action, rewinds: this.rewinds })) {
      this.sent = action
      this.sentAt = step
      this.refused = null
      this.replacedBy = null
    }
  }

  sayInAdvance(said: SaidNews['said']): void {
    const { kept } = this
    if (!kept || !said) return
    this.kept = { ...kept, said }
    this.socket.send({ type: 'in_advance', seat: kept.seat, said })
  }

  sendChat(text: string): boolean {
    return this.socket.send({ type: 'chat', text })
  }

  /** At once where the table's rules allow it; otherwise the others are asked. */
  takeBack(seat: number): void {
    this.returning = seat
    this.socket.send({ type: 'take_back', seat })
  }

  consent(agree: boolean): void {
    this.socket.send({ type: 'consent', agree })
  }

  comeBack(seat: number): void {
    this.socket.send({ type: 'back', seat })
  }

  /** The person of a seat has taken the screen: only that seat's view is asked for and kept. */
  take(seat: number): void {
    this.next = null
    this.look(seat)
  }

  /** Nobody's cards stay on the screen; whoever has to decide is asked to take the seat. */
  readonly cover = (): void => {
    if (!this.shared || this.seat === null) return
    this.look(null)
    this.chooseSeat()
  }

  private look(seat: number | null): void {
    this.seat = seat
    // Whatever was sent was another seat's: no update for this one answers it.
    this.sent = null
    if (!this.open) this.forget()
    this.settled = 0
    this.first = 0
    this.socket.send({ type: 'look', seat, seen: this.seenBefore })
  }

  /** Drops everything one seat knew before the next person looks. */
  private forget(): void {
    this.stage.clear()
    this.steps = []
    this.told = []
    this.points = []
    this.refused = null
    this.sent = null
  }

  /** The page is looked at again: what happened since it was last seen? */
  private readonly recall = (): void => {
    if (document.hidden) {
      this.stage.skip()
      return
    }
    this.missed = missed(this.told, lastSeen.get(this.id)) ?? this.missed
    this.follow()
  }

  private follow(): void {
    const { arrived } = this.stage
    if (!document.hidden && arrived) lastSeen.set(this.id, arrived.step)
  }

  private hello() {
    const chat = this.chat.at(-1)?.number ?? 0
    this.greeting = true
    return {
      type: 'hello' as const,
      seat: this.seat,
      since: this.settled,
      rewinds: this.rewinds,
      chat,
      seen: this.seenBefore,
    }
  }

  /** On arrival: the step that this browser showed last; people who share it have each seen something else. */
  private get seenBefore(): number | null {
    return this.arrived || this.shared ? null : lastSeen.get(this.id)
  }

  private receive(message: ServerMessage): void {
    this.connection = 'connected'
    if (message.type === 'welcome') build.meet(message.build)
    else if (message.type === 'table') this.receiveTable(message.table)
    else if (message.type === 'update') this.receiveUpdate(message)
    else if (message.type === 'said') this.kept = message
    else if (message.type === 'chat') this.chat = [...this.chat, ...message.lines]
    else if (message.type === 'error' || message.seat === this.seat) {
      this.refused = message
      // Nobody knows yet whether it has happened: it must not be sent again, the next update tells.
      if (message.code !== 'unknown') this.sent = null
    }
  }

  private receiveTable(table: Table): void {
    this.table = table
    if (table.commitment) this.commitment = firstCommitment(this.id, table.commitment)
    void contribute(table)
    this.skew = table.now - Date.now()
    // The bot leaves as soon as we are back, so this may be all that we hear of it.
    this.replacedBy = this.mine.map((seat) => table.seats[seat]?.replaced_by).find(Boolean) ?? this.replacedBy
    this.chooseSeat()
  }

  /** Shows one's own seat; where several people share the browser, that of whoever decides next. */
  private chooseSeat(): void {
    if (this.returning !== null && this.deciding.includes(this.returning)) {
      this.next = this.returning
      this.returning = null
    }
    const { seat, next } = seating(this)
    this.next = next
    if (seat !== this.seat) this.look(seat)
  }

  private receiveUpdate(update: Update): void {
    this.noteForEverybody(update)
    this.chooseSeat()
    // Sent before the server heard that another seat is shown now.
    if (update.view.seat !== this.seat) return
    const { since, first, view } = update
    const givesBack = first < this.first
    const kept = (step: number) => step >= first && step < since
    this.steps = spliced(this.steps, ({ number }) => kept(number), update.steps)
    this.told = spliced(this.told, ({ step }) => kept(step), update.story)
    this.points = spliced(this.points, ({ step }) => step >= first && since > 0 && step <= since, update.history)
    this.first = first
    const anew = update.rewinds !== this.rewinds || this.greeting
    if (anew || this.refused?.code === 'unknown' || answers(update, this.sentAt)) this.sent = null
    const returns = this.greeting && !this.arrived && update.frames.length > 0 && settings.tempo > 0
    if (returns && !document.hidden) this.stageReturn(update)
    else if (anew) this.stage.show(view)
    else if (since === 0 && !givesBack) this.stage.exchange(view)
    else this.stageUpdate(update)
    this.settled = update.settled
    this.rewinds = update.rewinds
    if ((this.arrived && !this.greeting) || returns) this.follow()
    else this.recall()
    this.arrived = true
    this.greeting = false
    if (this.refused?.code === 'unknown') this.refused = null
  }

  /** Too much at once is not played; a line says what was missed. */
  private stageUpdate({ view, frames, story, steps }: Update): void {
    const seen = this.view?.step ?? null
    const before = this.stage.arrived?.step ?? 0
    const fresh = steps.filter(({ number }) => number >= before)
    const acted = fresh.some(({ actor }) => actor === view.seat)
    const patience = fresh.every(({ actor }) => actor === view.seat) ? OWN_MOVE : this.patience
    const played = this.stage.receive({ view, frames, story, acted, patience })
    if (!played && settings.tempo > 0) this.missed = missed(this.told, seen) ?? this.missed
  }

  /** What happened in a match over days since this browser last showed it. */
  private stageReturn({ view, frames, story }: Update): void {
    const [, ...way] = frames
    this.stage.arrive(beginningOf(view, frames), {
      view,
      frames: way,
      story,
      acted: true,
      patience: this.patience,
    })
  }

  /** A quarter of the time for a decision may pass before it is asked. */
  private get patience(): number | null {
    const clock = this.table?.clock
    return clock ? clock.seconds * 250 : null
  }

  /** What may be kept of an update whichever seat it was for. */
  private noteForEverybody(update: Update): void {
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
