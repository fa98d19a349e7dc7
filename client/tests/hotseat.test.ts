import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account } from '../src/server/account.svelte'
import { seating, type Standing } from '../src/table/hotseat'
import { TableStore } from '../src/table/store.svelte'
import { firstPlan, hasPeople, isFull, newSeats, resized } from '../src/pages/seatplan'
import type { Seat, ServerMessage, Update } from '../src/protocol'
import { aSeat, aTable, aView } from './made'
import { TestSocket } from './testsocket'

const family: Standing = { mine: [0, 1], here: [0, 1], deciding: [], over: false, open: false, seat: null, next: null }

describe('who looks', () => {
  it('one person keeps the own seat, whoever decides', () => {
    expect(seating({ ...family, mine: [2], here: [2] })).toEqual({ seat: 2, next: null })
    expect(seating({ ...family, mine: [], here: [] })).toEqual({ seat: null, next: null })
  })

  it('of several, whoever has to decide is asked to take the seat', () => {
    expect(seating({ ...family, deciding: [1] })).toEqual({ seat: null, next: 1 })
    expect(seating({ ...family, seat: 0, deciding: [1] })).toEqual({ seat: null, next: 1 })
  })

  it('stays with whoever sits there and still decides', () => {
    expect(seating({ ...family, seat: 1, deciding: [0, 1] })).toEqual({ seat: 1, next: null })
  })

  it('simultaneous decisions go round, and who was called stays called', () => {
    expect(seating({ ...family, deciding: [0, 1] }).next).toBe(0)
    expect(seating({ ...family, deciding: [0, 1], next: 1 }).next).toBe(1)
    expect(seating({ ...family, deciding: [0], next: 1 }).next).toBe(0)
  })

  it('everybody’s view is shown while none of us decides, and at the end', () => {
    expect(seating({ ...family, seat: 0 })).toEqual({ seat: null, next: null })
    expect(seating({ ...family, seat: 0, over: true, deciding: [0] })).toEqual({ seat: null, next: null })
  })

  it('who plays alone here, the others’ seats in bots’ hands, keeps the seat once taken', () => {
    const alone = { ...family, here: [0] }
    expect(seating({ ...alone, deciding: [0] })).toEqual({ seat: null, next: 0 })
    expect(seating({ ...alone, seat: 0 })).toEqual({ seat: 0, next: null })
    expect(seating({ ...alone, seat: 1 })).toEqual({ seat: null, next: null })
  })

  it('nothing is covered where nothing is hidden', () => {
    expect(seating({ ...family, open: true, seat: 0, deciding: [1] })).toEqual({ seat: 1, next: null })
  })
})

const chair = (seat: number, more: Partial<Seat> = {}) => aSeat(seat, 'we', { name: `P${seat}`, ...more })
const table = (seats: Seat[]): ServerMessage => ({ type: 'table', table: aTable(['we'], { seats }) })

function update(seat: number | null, waiting: number[], more: Partial<Update> = {}, step = 5): ServerMessage {
  const secret = seat === null ? null : `hand of ${seat}`
  return {
    type: 'update',
    since: 0,
    first: 0,
    settled: step,
    rewinds: 0,
    now: 0,
    open: false,
    may_take_back: false,
    steps: [{ number: 0, actor: seat, action: secret, forced: false }],
    story: [{ step: 0, key: `told to ${seat}`, args: {} }],
    history: [],
    frames: [],
    ...more,
    view: aView({ seat, step, waiting, board: { hand: secret } }),
  }
}

const knows = (store: TableStore) =>
  JSON.stringify([store.view, store.steps, store.story, store.history, store.stage.beat, store.refused])

describe('a store with several people at one browser', () => {
  let store: TableStore
  const socket = () => TestSocket.last
  const looks = () =>
    socket()
      .sent.filter((message) => message.type === 'look')
      .map(({ seat }) => seat)

  beforeEach(() => {
    vi.stubGlobal('WebSocket', TestSocket)
    account.me = { id: 'we', name: 'We', keeps_name: false }
    store = new TableStore('t')
    socket().onopen!()
    socket().hear(table([chair(0), chair(1), chair(2, { kind: 'bot', person: null, bot: 'broker' })]))
  })
  afterEach(() => {
    store.close()
    vi.unstubAllGlobals()
  })

  it('comes back covered: the first hello asks for no seat', () => {
    expect(socket().sent[0]).toMatchObject({ type: 'hello', seat: null })
    socket().hear(update(null, [1]))
    expect([store.seat, store.next]).toEqual([null, 1])
    expect(looks()).toEqual([])
  })

  it('forgets one person’s view before the next one takes the seat', () => {
    socket().hear(update(null, [0]))
    store.take(0)
    socket().hear(update(0, [0]))
    expect(knows(store)).toContain('hand of 0')
    socket().hear(update(0, [1], { may_take_back: true }, 6))
    expect([store.seat, store.next, store.view]).toEqual([null, 1, null])
    expect(knows(store)).not.toContain('of 0')
    socket().hear(update(0, [1], { may_take_back: true }, 6))
    expect(knows(store), 'told before the server heard').not.toContain('of 0')
    socket().hear(update(null, [1], {}, 6))
    expect(store.undo, 'still may be taken back').toBe(0)
    store.take(1)
    socket().hear(update(1, [1], {}, 6))
    expect(knows(store)).not.toContain('of 0')
    expect(looks()).toEqual([0, null, 1])
  })

  it('shows everybody’s view while others move, and no take-back of old', () => {
    socket().hear(update(null, [0]))
    store.take(0)
    socket().hear(update(0, [0]))
    socket().hear(update(0, [2], { may_take_back: true }, 6))
    socket().hear(update(null, [2], {}, 6))
    expect([store.seat, store.next, store.view?.seat]).toEqual([null, null, null])
    expect(store.undo).toBe(0)
    socket().hear(update(null, [2], {}, 7))
    expect(store.undo).toBe(null)
  })

  it('calls whoever took a decision back, though others wait as well', () => {
    socket().hear(update(null, [0, 1]))
    store.take(0)
    socket().hear(update(0, [0, 1]))
    socket().hear(update(0, [1], { may_take_back: true }, 6))
    socket().hear(update(null, [1], {}, 6))
    store.takeBack(0)
    expect(socket().sent.at(-1)).toEqual({ type: 'take_back', seat: 0 })
    socket().hear(update(null, [0, 1], { rewinds: 1 }))
    expect(store.next).toBe(0)
  })

  it('does not send again what may have happened, and drops the doubt when it is known', () => {
    socket().hear(update(null, [0]))
    store.take(0)
    socket().hear(update(0, [0]))
    store.sent = 'pass'
    socket().hear({ type: 'error', code: 'unknown', text: '', key: 'no.unknown', args: {} })
    expect([store.refused?.key, store.sent]).toEqual(['no.unknown', 'pass'])
    socket().hear(update(0, [0], {}, 6))
    expect([store.refused, store.sent]).toEqual([null, null])
  })

  it('keeps a refusal from the next person', () => {
    socket().hear(update(null, [0]))
    store.take(0)
    socket().hear(update(0, [0]))
    socket().hear(update(0, [1], {}, 6))
    socket().hear({
      type: 'refused',
      code: 'stale',
      seat: 0,
      action: 'play holiday',
      text: 'late',
      key: '',
      args: {},
      rule: '',
    })
    expect(store.refused).toBe(null)
  })

  it('covers the table when asked to, and when the page is left', () => {
    socket().hear(update(null, [0]))
    for (const cover of [store.cover, () => dispatchEvent(new Event('pagehide'))]) {
      store.take(0)
      socket().hear(update(0, [0]))
      cover()
      expect([store.seat, store.next, store.view]).toEqual([null, 0, null])
    }
  })

  it('asks nobody whose seat a bot plays', () => {
    socket().hear(update(null, [0, 1]))
    expect(store.next).toBe(0)
    socket().hear(table([chair(0, { away: true }), chair(1), chair(2)]))
    expect(store.next).toBe(1)
  })

  it('changes seats without a curtain while nothing is hidden, and keeps the board meanwhile', () => {
    socket().hear(update(null, [0], { open: true }))
    socket().hear(update(0, [0], { open: true }))
    store.sent = 'pay'
    socket().hear(update(0, [1], { open: true }, 6))
    expect([store.seat, store.next]).toEqual([1, null])
    expect(store.sent, 'the next person may answer').toBe(null)
    expect(store.view).not.toBe(null)
    socket().hear(update(1, [1], { open: true }, 6))
    expect(store.view?.seat).toBe(1)
  })
})

describe('the plan of a table', () => {
  const named = (seat: number) => `Player ${seat + 1}`

  it('seats who sets it up first and leaves the rest open', () => {
    expect(firstPlan(3).map(({ kind }) => kind)).toEqual(['here', 'open', 'open'])
  })

  it('keeps what was chosen when seats come and go', () => {
    const plan = [
      { kind: 'here', name: 'Ana' },
      { kind: 'broker', name: '' },
    ]
    expect(resized(plan, 3)).toEqual([...plan, { kind: 'open', name: '' }])
    expect(resized(plan, 1)).toEqual([plan[0]])
  })

  it('suggests the names of those who were here before', () => {
    expect(firstPlan(2, ['Ana', 'Luca', 'Mia']).map(({ name }) => name)).toEqual(['Ana', 'Luca'])
    expect(resized([{ kind: 'here', name: 'Eva' }], 2, ['Ana', 'Luca'])).toEqual([
      { kind: 'here', name: 'Eva' },
      { kind: 'open', name: 'Luca' },
    ])
  })

  it('names every person here, shortly', () => {
    const plan = [
      { kind: 'here', name: ' Ana ' },
      { kind: 'here', name: '' },
      { kind: 'here', name: 'x'.repeat(40) },
    ]
    expect(newSeats(plan, named).map(({ name }) => name)).toEqual(['Ana', 'Player 2', 'x'.repeat(24)])
  })

  it('tells bots and open seats from people', () => {
    const plan = [
      { kind: 'broker', name: 'Ana' },
      { kind: 'open', name: 'Ana' },
    ]
    expect(newSeats(plan, named)).toEqual([{ kind: 'bot', bot: 'broker' }, { kind: 'open' }])
    expect([isFull(plan), hasPeople(plan)]).toEqual([false, true])
    expect([isFull(plan.slice(0, 1)), hasPeople(plan.slice(0, 1))]).toEqual([true, false])
  })
})
