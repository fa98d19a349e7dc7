/** The floor's side of the bots' worker. */
import type { FromBots, Start, ToBots } from './messages'

const THINKING_SECONDS = 30
/** Python may take long to start on a slow device: a bot that waits for that is not stuck. */
const STARTING_SECONDS = 180

/** Python's bytes, as they come out of it. */
interface Bytes {
  toJs: () => unknown
}

/** Asks the bots' worker; one that is stuck is ended, and the next question starts another. */
export class Bots {
  private worker: Worker | null = null
  private ready = false
  private asked = 0
  private timer = 0
  private readonly waiting = new Map<number, { resolve: (said: FromBots) => void; reject: (why: Error) => void }>()

  constructor(private readonly start: Start) {}

  warm(): Worker {
    if (this.worker) return this.worker
    const worker = new Worker(new URL('./bots.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<FromBots>) => {
      if (data.kind === 'ready') {
        this.ready = true
        this.watch()
        return
      }
      const { resolve, reject } = this.waiting.get(data.id) ?? {}
      this.waiting.delete(data.id)
      if (data.kind === 'stuck') reject?.(new Error(data.why))
      else resolve?.(data)
      this.watch()
    }
    worker.onerror = () => this.giveUp('the worker failed')
    worker.postMessage(this.start satisfies ToBots)
    this.worker = worker
    this.ready = false
    this.watch()
    return worker
  }

  /** Winds its clock: for starting, or for the question that it answers now. */
  private watch(): void {
    clearTimeout(this.timer)
    if (this.ready && !this.waiting.size) return
    const seconds = this.ready ? THINKING_SECONDS : STARTING_SECONDS
    this.timer = self.setTimeout(() => this.giveUp('it took too long'), seconds * 1000)
  }

  readonly ask = async (question: Bytes): Promise<string> => {
    const said = await this.say('think', question)
    if (said.kind !== 'thought') throw new Error(said.kind)
    return said.answer
  }

  /** A slice of an analysis. */
  readonly study = async (question: Bytes): Promise<Uint8Array> => {
    const said = await this.say('study', question)
    if (said.kind !== 'studied') throw new Error(said.kind)
    return said.reply
  }

  private say(kind: 'think' | 'study', question: Bytes): Promise<FromBots> {
    const bytes = question.toJs() as Uint8Array
    const id = ++this.asked
    const isFirst = !this.waiting.size
    const answer = new Promise<FromBots>((resolve, reject) => this.waiting.set(id, { resolve, reject }))
    this.warm().postMessage({ kind, id, question: bytes } satisfies ToBots)
    if (this.ready && isFirst) this.watch()
    return answer
  }

  private giveUp(why: string): void {
    clearTimeout(this.timer)
    this.worker?.terminate()
    this.worker = null
    for (const { reject } of this.waiting.values()) reject(new Error(why))
    this.waiting.clear()
  }
}
