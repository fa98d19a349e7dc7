/** A socket that comes back by itself. */
import type { ClientMessage, ServerMessage } from '../protocol'

const FIRST_WAIT = 400
const LONGEST_WAIT = 8000

export interface Ears {
  opened: () => ClientMessage
  heard: (message: ServerMessage) => void
  lost: () => void
  /** The server says that there is no such table. */
  gone: () => void
  /** It does not know us any more: whoever we become, the line then tries again. */
  forgotten: () => Promise<void>
}

const NO_SESSION = 4401
const NO_TABLE = 4404

export class Line {
  private socket: WebSocket | null = null
  private wait = FIRST_WAIT
  private timer: ReturnType<typeof setTimeout> | undefined
  private ended = false

  constructor(
    private readonly address: string,
    private readonly ears: Ears,
  ) {
    addEventListener('online', this.hurry)
    document.addEventListener('visibilitychange', this.hurry)
    this.open()
  }

  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false
    this.socket.send(JSON.stringify(message))
    return true
  }

  close(): void {
    this.ended = true
    clearTimeout(this.timer)
    removeEventListener('online', this.hurry)
    document.removeEventListener('visibilitychange', this.hurry)
    this.socket?.close()
  }

  private open(): void {
    const socket = new WebSocket(this.address)
    this.socket = socket
    socket.onopen = () => {
      this.wait = FIRST_WAIT
      this.send(this.ears.opened())
    }
    socket.onmessage = (event) => this.ears.heard(JSON.parse(event.data as string) as ServerMessage)
    socket.onclose = (event) => this.closed(event)
  }

  private closed(event: CloseEvent): void {
    if (this.ended) return
    if (event.code === NO_TABLE) {
      this.close()
      this.ears.gone()
      return
    }
    this.ears.lost()
    if (event.code === NO_SESSION) void this.ears.forgotten()
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.open(), this.wait)
    this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT)
  }

  /** Somebody looks at the page again, or the network is back: do not wait any longer. */
  private readonly hurry = (): void => {
    if (this.ended || document.hidden || this.socket?.readyState !== WebSocket.CLOSED) return
    clearTimeout(this.timer)
    this.wait = FIRST_WAIT
    this.open()
  }
}
