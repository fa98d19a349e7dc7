import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ReconnectingSocket } from '../src/server/socket'
import { TestSocket } from './testsocket'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', TestSocket)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a phone without a network is told so at once, and comes back', () => {
  const lost = vi.fn()
  const received = vi.fn()
  const socket = new ReconnectingSocket('k3x9', {
    connected: () => ({ type: 'hello' }),
    received,
    lost,
    tableGone: () => {},
    shownOut: () => {},
    sessionGone: async () => {},
  })
  const first = TestSocket.last
  dispatchEvent(new Event('offline'))
  expect(lost).toHaveBeenCalledOnce()
  expect([first.onmessage, first.onclose]).toEqual([null, null])
  vi.advanceTimersByTime(1000)
  expect(TestSocket.last).not.toBe(first)
  socket.close()
  dispatchEvent(new Event('offline'))
  expect(lost).toHaveBeenCalledOnce()
})
