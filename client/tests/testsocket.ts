/** A socket that a test holds the other end of. */
import type { ClientMessage, ServerMessage } from '../src/protocol'

export class TestSocket {
  static OPEN = 1
  static last: TestSocket
  readyState = 1
  sent: ClientMessage[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null

  constructor() {
    TestSocket.last = this
  }

  send(text: string) {
    this.sent.push(JSON.parse(text) as ClientMessage)
  }

  close() {}

  hear(message: ServerMessage) {
    this.onmessage!({ data: JSON.stringify(message) })
  }
}
