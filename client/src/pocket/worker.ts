/** The floor's worker: our Python behind messages. It starts the bots' worker by itself. */
import type { PyProxy } from 'pyodide/ffi'
import type { FromBots, FromWorker, Start, ToBots, ToWorker } from './messages'
import { startPython } from './python'
import { BrowserStorage } from './storage'

interface Floor {
  call: (method: string, address: string, body: string, languages: string) => Promise<PyProxy>
  connect: (table: string, send: (text: string) => void, close: (code: number) => void) => Conversation
  open: () => void
  heard: (text: string) => void
  committed: (table: string, n: number) => void
}

interface Conversation extends PyProxy {
  say: (text: string) => void
  end: () => void
}

const THINKING_SECONDS = 30

function tell(message: FromWorker): void {
  postMessage(message)
}

/** Asks the bots' worker; one that is stuck is ended, and the next question starts another. */
class Bots {
  private worker: Worker | null = null
  private asked = 0
  private readonly waiting = new Map<number, { resolve: (answer: string) => void; reject: (why: Error) => void }>()

  constructor(private readonly start: Start) {}

  warm(): Worker {
    if (this.worker) return this.worker
    const worker = new Worker(new URL('./bots.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<FromBots>) => {
      const { resolve, reject } = this.waiting.get(data.id) ?? {}
      this.waiting.delete(data.id)
      if (data.kind === 'thought') resolve?.(data.answer)
      else reject?.(new Error(data.why))
    }
    worker.onerror = () => this.giveUp('the worker failed')
    worker.postMessage(this.start satisfies ToBots)
    this.worker = worker
    return worker
  }

  /** Python's bytes come as a proxy. */
  readonly ask = (question: PyProxy): Promise<string> => {
    const bytes = question.toJs() as Uint8Array
    const id = ++this.asked
    const timer = setTimeout(() => this.giveUp('it took too long'), THINKING_SECONDS * 1000)
    const answer = new Promise<string>((resolve, reject) => this.waiting.set(id, { resolve, reject }))
    this.warm().postMessage({ kind: 'think', id, question: bytes } satisfies ToBots)
    return answer.finally(() => clearTimeout(timer))
  }

  private giveUp(why: string): void {
    this.worker?.terminate()
    this.worker = null
    for (const { reject } of this.waiting.values()) reject(new Error(why))
    this.waiting.clear()
  }
}

const conversations = new Map<number, Conversation>()
let floor: Promise<{ floor: Floor; bots: Bots }> | null = null

async function open(start: Start): Promise<{ floor: Floor; bots: Bots }> {
  const python = await startPython(start, (bytes, of) => tell({ kind: 'fetched', bytes, of }))
  const storage = new BrowserStorage()
  const bots = new Bots(start)
  const { PocketFloor } = python.pyimport('openoutcry.pocket.floor') as {
    PocketFloor: (storage: BrowserStorage, ask: Bots['ask'], build: string) => Floor
  }
  const opened = PocketFloor(storage, bots.ask, start.build)
  opened.open()
  storage.listen({ committed: (table, n) => opened.committed(table, n), heard: (text) => opened.heard(text) })
  return { floor: opened, bots }
}

async function hear(message: ToWorker): Promise<void> {
  if (message.kind === 'start') {
    floor = open(message)
    await floor
    tell({ kind: 'ready' })
    return
  }
  const { floor: here, bots } = await floor!
  if (message.kind === 'call') {
    const answer = await here.call(message.method, message.address, message.body, message.languages)
    const [status, json] = answer.toJs() as [number, string]
    answer.destroy()
    tell({ kind: 'answer', id: message.id, status, json })
  } else if (message.kind === 'connect') {
    const { id, table } = message
    const send = (text: string) => tell({ kind: 'told', id, text })
    const close = (code: number) => tell({ kind: 'closed', id, code })
    conversations.set(id, here.connect(table, send, close))
    bots.warm()
  } else if (message.kind === 'say') {
    conversations.get(message.id)?.say(message.text)
  } else {
    conversations.get(message.id)?.end()
    conversations.delete(message.id)
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  hear(data).catch((error: unknown) => tell({ kind: 'failed', why: String(error) }))
}
