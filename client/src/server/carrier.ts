/** What carries calls and messages: the network to a server, or a worker of this browser that runs the same Python. */
import { pocket } from '../pocket/pocket.svelte'
import { isHere } from '../address'

/** The part of a WebSocket that we use. */
export interface SocketLike {
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number }) => void) | null
  readonly readyState: number
  send: (text: string) => void
  close: () => void
}

export interface Carrier {
  request: (method: string, path: string, body: string) => Promise<Response>
  connect: (table: string) => SocketLike
}

const network: Carrier = {
  request(method, path, body) {
    const options: RequestInit = { method, credentials: 'same-origin' }
    if (method !== 'GET') {
      options.headers = { 'content-type': 'application/json' }
      options.body = body
    }
    return fetch(path, options)
  },
  connect(table) {
    const address = new URL(`api/tables/${table}/live`, document.baseURI)
    address.protocol = address.protocol.replace('http', 'ws')
    return new WebSocket(address.href) as SocketLike
  },
}

export const carrier: Carrier = isHere ? pocket : network
