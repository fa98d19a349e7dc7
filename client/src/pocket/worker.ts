/** The floor's worker: our Python behind messages. It starts the bots' worker by itself. */
import type { PyProxy } from 'pyodide/ffi'
import { Bots } from './askbots'
import { keepCompiled } from './compiled'
import { forget } from './kept'
import type { FromWorker, Start, ToWorker } from './messages'
import { startPython, type Python } from './python'
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

function tell(message: FromWorker): void {
  postMessage(message)
}

interface Opened {
  floor: Floor
  bots: Bots
  keepLater: () => void
}

const conversations = new Map<number, Conversation>()
let floor: Promise<Opened> | null = null

/** So long after a start or a deal nobody waits for this worker. */
const SETTLED_SECONDS = 5

/** Whatever Python has compiled is kept when things have settled. */
function keeping(python: Python, start: Start): () => void {
  let timer = 0
  return () => {
    clearTimeout(timer)
    timer = self.setTimeout(() => void keepCompiled(python, start), SETTLED_SECONDS * 1000)
  }
}

async function open(start: Start): Promise<Opened> {
  const python = await startPython(start, (bytes, of) => tell({ kind: 'fetched', bytes, of }))
  const storage = new BrowserStorage()
  const bots = new Bots(start)
  const study = async (question: PyProxy): Promise<PyProxy> => python.toPy(await bots.study(question)) as PyProxy
  const { PocketFloor } = python.pyimport('openoutcry.pocket.floor') as {
    PocketFloor: (
      storage: BrowserStorage,
      ask: Bots['ask'],
      study: (question: PyProxy) => Promise<PyProxy>,
      build: string,
    ) => Floor
  }
  const opened = PocketFloor(storage, bots.ask, study, start.build)
  opened.open()
  storage.listen({ committed: (table, n) => opened.committed(table, n), heard: (text) => opened.heard(text) })
  return { floor: opened, bots, keepLater: keeping(python, start) }
}

async function started(start: Start): Promise<Opened> {
  try {
    return await open(start)
  } catch (error) {
    await forget('outcry compiled') // should it be the reason, the next try does without
    throw error
  }
}

async function hear(message: ToWorker): Promise<void> {
  if (message.kind === 'start') {
    floor = started(message)
    const { keepLater } = await floor
    tell({ kind: 'ready' })
    keepLater()
    return
  }
  const { floor: here, bots, keepLater } = await floor!
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
    keepLater()
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
