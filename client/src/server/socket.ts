/** A WebSocket that reconnects by itself. By hand: our close codes decide whether, and no library knows them. */
import type { ClientMessage, ServerMessage } from '../protocol'
import { isHere } from '../address'
import { carrier, type SocketLike } from './carrier'

const FIRST_WAIT = 400
const LONGEST_WAIT = 8000

export interface SocketHandlers {
  /** Connected, for the first time or again: the message to begin with. */
  connected: () => ClientMessage
  received: (message: ServerMessage) => void
  lost: () => void
  /** The server says that there is no such table. */
  tableGone: () => void
  /** We were removed from the table, or from the server. */
  shownOut: (from: 'table' | 'server') => void
  /** The server no longer knows our session: a new one is made, and the socket tries again. */
  sessionGone: () => Promise<void>
}

const CUT_OFF = 1006
const NO_SESSION = 4401
const NOT_WELCOME = 4403
const NO_TABLE = 4404
const KICKED = 4405

export class ReconnectingSocket {
  private socket: SocketLike | null = null
  private wait = FIRST_WAIT
  private timer: ReturnType<typeof setTimeout> | undefined
  private ended = false

  constructor(
    private readonly table: string,
    private readonly handlers: SocketHandlers,
  ) {
    addEventListener('online', this.reconnectNow)
    if (!isHere) addEventListener('offline', this.letGo)
    document.addEventListener('visibilitychange', this.reconnectNow)
    this.connect()
  }

  /** False where there is no connection: the message is dropped, not queued. */
  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false
    this.socket.send(JSON.stringify(message))
    return true
  }

  close(): void {
    this.ended = true
    clearTimeout(this.timer)
    removeEventListener('online', this.reconnectNow)
    removeEventListener('offline', this.letGo)
    document.removeEventListener('visibilitychange', this.reconnectNow)
    this.socket?.close()
  }

  private connect(): void {
    const socket = carrier.connect(this.table)
    this.socket = socket
    socket.onopen = () => {
      this.wait = FIRST_WAIT
      this.send(this.handlers.connected())
    }
    socket.onmessage = (event) => this.handlers.received(JSON.parse(event.data as string) as ServerMessage)
    socket.onclose = (event) => this.closed(event)
  }

  private closed(event: { code: number }): void {
    if (this.ended) return
    if (event.code === NO_TABLE) {
      this.close()
      this.handlers.tableGone()
      return
    }
    if (event.code === KICKED || event.code === NOT_WELCOME) {
      this.close()
      this.handlers.shownOut(event.code === KICKED ? 'table' : 'server')
      return
    }
    this.handlers.lost()
    // If the server cannot be reached for a new session either, the next attempt asks again.
    if (event.code === NO_SESSION) this.handlers.sessionGone().catch(() => undefined)
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.connect(), this.wait)
    this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT)
  }

  /** Without a network a socket stays open for minutes, and what is sent goes nowhere: that is said at once. */
  private readonly letGo = (): void => {
    const { socket } = this
    if (this.ended || socket?.readyState !== WebSocket.OPEN) return
    socket.onmessage = null
    socket.onclose = null
    socket.close()
    this.closed({ code: CUT_OFF })
  }

  /** The page is looked at again, or the network is back. */
  private readonly reconnectNow = (): void => {
    if (this.ended || document.hidden || this.socket?.readyState !== WebSocket.CLOSED) return
    clearTimeout(this.timer)
    this.wait = FIRST_WAIT
    this.connect()
  }
}
