import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Seat, Table } from '../src/protocol'
import { account } from '../src/server/account.svelte'
import { api } from '../src/server/api'
import { contribute, mixOf, startTable } from '../src/table/salts'
import { sha256 } from '../src/table/sha256'

const seat = (number: number, person: string | null): Seat =>
  ({ seat: number, kind: person ? 'person' : 'bot', name: '', person, pledge: null, salt: null }) as Seat

let id = 0
/** A table of this person, of somebody else and of a bot. */
const opened = (): Table =>
  ({
    id: `table ${++id}`,
    state: 'open',
    starting: false,
    started: null,
    commitment: 'c0',
    seats: [seat(0, 'me'), seat(1, 'other'), seat(2, null)],
  }) as Table

const pledged: Record<number, string> = {}
const told: Record<number, string> = {}

const changed = (table: Table, more: Partial<Table>, seats: Partial<Seat>[] = []): Table => ({
  ...table,
  ...more,
  seats: table.seats.map((one, at) => ({ ...one, ...seats[at] })),
})

const dealt = (table: Table, seats: Partial<Seat>[]): Table =>
  changed(table, { state: 'playing', starting: false, started: 1 }, seats)

describe('what this browser adds to the draws', () => {
  beforeEach(() => {
    localStorage.clear()
    account.me = { id: 'me', name: 'Me', keeps_name: false }
    for (const seat of [0, 1, 2]) {
      delete pledged[seat]
      delete told[seat]
    }
    vi.spyOn(api, 'pledge').mockImplementation(async (_, seat, pledge) => {
      pledged[seat] = pledge
      return {} as Table
    })
    vi.spyOn(api, 'tellSalt').mockImplementation(async (_, seat, salt) => {
      told[seat] = salt
      return {} as Table
    })
  })

  it('is promised for its own seats, and told only when all promises stand', async () => {
    const table = opened()
    await contribute(table)
    expect(Object.keys(pledged)).toEqual(['0'])
    expect(told).toEqual({})
    await contribute(changed(table, { starting: true }, [{ pledge: pledged[0]! }, { pledge: 'theirs' }]))
    expect(sha256(told[0]!)).toBe(pledged[0])
    expect(Object.keys(told)).toEqual(['0'])
  })

  it('is not told to a server that has changed its own promise', async () => {
    const table = opened()
    await contribute(table)
    await contribute(changed(table, { starting: true, commitment: 'c1' }, [{ pledge: pledged[0]! }]))
    expect(told).toEqual({})
  })

  it('is not told twice beside different promises of others', async () => {
    const table = opened()
    await contribute(table)
    const starting = changed(table, { starting: true }, [{ pledge: pledged[0]! }, { pledge: 'theirs' }])
    await contribute(starting)
    delete told[0]
    await contribute(changed(starting, {}, [{}, { pledge: 'another' }]))
    expect(told).toEqual({})
    await contribute(starting)
    expect(told[0]).toBeDefined()
  })

  it('gives way to another device of the same person', async () => {
    const table = opened()
    await contribute(table)
    delete pledged[0]
    await contribute(changed(table, {}, [{ pledge: 'of the other device' }]))
    expect(pledged).toEqual({})
    await contribute(table)
    expect(pledged[0]).toBeDefined()
  })

  it('comes by itself when a table is opened and started at once', async () => {
    const table = opened()
    vi.spyOn(api, 'start').mockImplementation(async () => changed(table, { starting: true }, [{ pledge: pledged[0]! }]))
    await startTable(table)
    expect(sha256(told[0]!)).toBe(pledged[0])
  })

  it('never keeps a match from starting', async () => {
    vi.spyOn(api, 'pledge').mockRejectedValue(new Error('no'))
    const start = vi.spyOn(api, 'start').mockResolvedValue(opened())
    await startTable(opened())
    expect(start).toHaveBeenCalled()
  })

  it('is looked for after the deal', async () => {
    const table = opened()
    await contribute(table)
    const theirs = 'ab'.repeat(32)
    const pledges = [{ pledge: pledged[0]! }, { pledge: sha256(theirs) }]
    await contribute(changed(table, { starting: true }, pledges))
    const salts = [
      { ...pledges[0], salt: told[0]! },
      { ...pledges[1], salt: theirs },
    ]
    expect(mixOf(dealt(table, salts))).toMatchObject({ kept: true, own: true, withheld: [] })
    expect(mixOf(dealt(table, [pledges[0]!, salts[1]!]))).toMatchObject({
      kept: true,
      own: false,
      withheld: [{ seat: 0 }],
    })
    expect(mixOf(dealt(table, [salts[0]!, { ...pledges[1], salt: 'cd'.repeat(32) }]))?.kept).toBe(false)
    const chosenLater = { pledge: sha256('ef'.repeat(32)), salt: 'ef'.repeat(32) }
    expect(mixOf(dealt(table, [salts[0]!, chosenLater]))?.kept).toBe(false)
    expect(mixOf(dealt(opened(), []))).toBeNull()
  })
})
