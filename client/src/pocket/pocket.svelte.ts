/** A floor in this browser: the page's side of the worker that runs it. */
import type { Floor } from '../protocol'
import type { Carrier, SocketLike } from '../server/carrier'
import { keepPython } from './serviceworker'
import type { FromWorker, ToWorker } from './messages'

/** What the page's head says about the floor that this browser can run. */
function told(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

const absolute = (path: string) => new URL(path, document.baseURI).href

/** Asks the browser to keep what this page stores even when space is short: there is a match in it. */
function keepForGood(): void {
  navigator.storage?.persist?.().catch(() => undefined)
}

class PocketSocket implements SocketLike {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  readyState: number = WebSocket.CONNECTING

  constructor(
    private readonly pocket: Pocket,
    readonly id: number,
    table: string,
  ) {
    pocket.post({ kind: 'connect', id, table })
    pocket.ready.then(
      () => {
        if (this.readyState !== WebSocket.CONNECTING) return
        this.readyState = WebSocket.OPEN
        this.onopen?.()
      },
      () => this.closed(1013),
    )
  }

  send(text: string): void {
    this.pocket.post({ kind: 'say', id: this.id, text })
  }

  close(): void {
    this.pocket.post({ kind: 'end', id: this.id })
    this.closed(1000)
  }

  closed(code: number): void {
    if (this.readyState === WebSocket.CLOSED) return
    this.readyState = WebSocket.CLOSED
    this.onclose?.({ code })
  }
}

export class Pocket implements Carrier {
  /** What of our Python has arrived, in bytes; all of it is there when `running`. */
  bytes = $state(0)
  of = $state(0)
  running = $state(false)
  /** Somebody waits for it: the page says how far it has come. */
  awaited = $state(false)
  failed = $state('')
  private worker: Worker | null = null
  private count = 0
  private readonly answers = new Map<number, (answer: Response) => void>()
  private readonly sockets = new Map<number, PocketSocket>()
  private started: PromiseWithResolvers<void> = Promise.withResolvers()

  get ready(): Promise<void> {
    return this.started.promise
  }

  /** What titles there are is known before there is any Python. */
  async floor(): Promise<Floor> {
    const response = await fetch(absolute(told('pocket').replace(/zip$/, 'json')))
    return (await response.json()) as Floor
  }

  request(method: string, address: string, body: string): Promise<Response> {
    this.awaited ||= !this.running && !address.endsWith('api/session')
    const id = ++this.count
    const answer = new Promise<Response>((resolve, reject) => {
      this.answers.set(id, resolve)
      this.ready.catch(reject)
    })
    this.post({ kind: 'call', id, method, address, body, languages: navigator.languages.join(',') })
    return answer
  }

  connect(table: string): SocketLike {
    this.awaited ||= !this.running
    keepForGood()
    const socket = new PocketSocket(this, ++this.count, table)
    this.sockets.set(socket.id, socket)
    return socket
  }

  post(message: ToWorker): void {
    this.start().postMessage(message)
  }

  private start(): Worker {
    if (this.worker) return this.worker
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data)
    worker.onerror = (event) => this.fail(event.message)
    this.worker = worker
    this.ready.catch(() => undefined)
    const runtime = absolute(`assets/pyodide-${__PYODIDE__}/`)
    this.post({ kind: 'start', runtime, bundle: absolute(told('pocket')), build: told('build') })
    return worker
  }

  /** Begin anew after a failure. */
  again(): void {
    this.worker?.terminate()
    this.worker = null
    this.failed = ''
    this.started = Promise.withResolvers()
  }

  private hear(message: FromWorker): void {
    if (message.kind === 'fetched') {
      this.bytes = message.bytes
      this.of = message.of
    } else if (message.kind === 'ready') {
      this.running = true
      this.started.resolve()
      void keepPython()
    } else if (message.kind === 'failed') {
      this.fail(message.why)
    } else if (message.kind === 'answer') {
      this.answers.get(message.id)?.(new Response(message.json, { status: message.status }))
      this.answers.delete(message.id)
    } else if (message.kind === 'told') {
      this.sockets.get(message.id)?.onmessage?.({ data: message.text })
    } else {
      this.sockets.get(message.id)?.closed(message.code)
      this.sockets.delete(message.id)
    }
  }

  private fail(why: string): void {
    console.error(why)
    if (this.running) return
    this.failed = why
    this.started.reject(new Error(why))
  }
}

export const pocket = new Pocket()
