import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { firstPlan, usualMemory } from '../src/pages/seatplan'
import { hasMemory } from '../src/pages/options'
import type { ServerMessage, TableNews, Update } from '../src/protocol'
import { account } from '../src/server/account.svelte'
import { readNotes, writeNotes } from '../src/table/notes'
import { TableStore } from '../src/table/store.svelte'
import { aTable, aTitle, aView } from './made'
import { TestSocket } from './testsocket'

const table: TableNews = { type: 'table', table: aTable(['me'], { memory: 'table' }) }

/** Told from step `from` to `to`, each with its story and a point of the charts. */
function update(from: number, to: number, first: number, more: Partial<Update> = {}): ServerMessage {
  const numbers = Array.from({ length: to - from }, (_, index) => from + index)
  return {
    type: 'update',
    since: from,
    first,
    settled: to,
    rewinds: 0,
    now: 0,
    open: false,
    may_take_back: false,
    steps: numbers.map((number) => ({ number, actor: number % 2, action: `did ${number}`, forced: false })),
    story: numbers.map((step) => ({ step, key: `story ${step}`, args: {} })),
    history: numbers.map((number) => ({ step: number + 1, prices: [], worth: [] })),
    frames: [],
    view: aView({ step: to, waiting: [] }),
    ...more,
  }
}

describe('a table that plays from memory', () => {
  let store: TableStore

  beforeEach(() => {
    vi.stubGlobal('WebSocket', TestSocket)
    account.me = { id: 'me', name: 'Me', keeps_name: false }
    store = new TableStore('t')
    TestSocket.last.onopen!()
    TestSocket.last.hear(table)
    TestSocket.last.hear(update(0, 4, 0))
  })
  afterEach(() => {
    store.close()
    vi.unstubAllGlobals()
  })

  it('keeps nothing of what the server no longer tells', () => {
    TestSocket.last.hear(update(4, 6, 3))
    expect(store.steps.map(({ number }) => number)).toEqual([3, 4, 5])
    expect(store.story.map(({ step }) => step)).toEqual([3, 4, 5])
    expect(store.history.map(({ step }) => step)).toEqual([3, 4, 5, 6])
    expect(JSON.stringify([store.steps, store.story])).not.toMatch(/(did|story) [012]"/)
  })

  it('has everything again after the end, and shows how it came about', () => {
    TestSocket.last.hear(update(4, 6, 3))
    const exchanged = vi.spyOn(store.stage, 'exchange')
    TestSocket.last.hear(update(0, 8, 0))
    expect(store.steps).toHaveLength(8)
    expect(store.story).toHaveLength(8)
    expect(exchanged).not.toHaveBeenCalled()
  })

  it('gives every seat a pad of its own, kept in the browser', () => {
    writeNotes('t', 0, 'gold below halve')
    writeNotes('t', 1, 'nothing')
    expect([readNotes('t', 0), readNotes('t', 1), readNotes('u', 0)]).toEqual(['gold below halve', 'nothing', ''])
    expect(TestSocket.last.sent.map(({ type }) => type)).not.toContain('chat')
    expect(JSON.stringify(TestSocket.last.sent)).not.toContain('gold')
  })
})

describe('setting up', () => {
  it('people usually play from memory, one among bots does not', () => {
    const plan = firstPlan(3)
    expect(usualMemory(plan)).toBe('table')
    expect(usualMemory(plan.map((seat, index) => (index ? { ...seat, kind: 'broker' } : seat)))).toBe('perfect')
  })

  it('asks only where there is something to remember', () => {
    const title = aTitle({ memory: { rule: 'EK-54', needs: { moneyOpen: false } } })
    expect(hasMemory(title, { moneyOpen: true })).toBe(false)
    expect(hasMemory(title, { moneyOpen: false })).toBe(true)
    expect(hasMemory({ ...title, memory: null }, {})).toBe(false)
  })
})
