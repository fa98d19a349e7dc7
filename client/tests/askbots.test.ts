import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Bots } from '../src/pocket/askbots'
import type { FromBots, ToBots } from '../src/pocket/messages'

/** A worker that a test speaks for. */
class StandIn {
  static made: StandIn[] = []
  onmessage: ((event: { data: FromBots }) => void) | null = null
  onerror: (() => void) | null = null
  heard: ToBots[] = []
  ended = false

  constructor() {
    StandIn.made.push(this)
  }

  postMessage(message: ToBots) {
    this.heard.push(message)
  }

  terminate() {
    this.ended = true
  }

  say(message: FromBots) {
    this.onmessage!({ data: message })
  }
}

const question = { toJs: () => new Uint8Array([1]) }
const start = { kind: 'start', runtime: '', bundle: '', build: '' } as const

describe('the bots of a browser', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('Worker', StandIn)
    StandIn.made = []
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('are not stuck while Python starts, however slow the device', async () => {
    const answer = new Bots(start).ask(question)
    vi.advanceTimersByTime(100_000)
    const [worker] = StandIn.made
    expect(worker!.ended).toBe(false)
    worker!.say({ kind: 'ready' })
    vi.advanceTimersByTime(20_000)
    worker!.say({ kind: 'thought', id: 1, answer: '7' })
    expect(await answer).toBe('7')
  })

  it('are ended when an answer takes too long, and the next question starts others', async () => {
    const bots = new Bots(start)
    const answer = bots.ask(question)
    StandIn.made[0]!.say({ kind: 'ready' })
    vi.advanceTimersByTime(31_000)
    await expect(answer).rejects.toThrow('too long')
    expect(StandIn.made[0]!.ended).toBe(true)
    bots.ask(question).catch(() => undefined)
    expect(StandIn.made.length).toBe(2)
  })

  it('may wait for a question as long as they like', () => {
    const bots = new Bots(start)
    bots.warm()
    StandIn.made[0]!.say({ kind: 'ready' })
    vi.advanceTimersByTime(1_000_000)
    expect(StandIn.made[0]!.ended).toBe(false)
  })
})
