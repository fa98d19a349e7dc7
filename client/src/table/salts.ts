/**
 * What this browser adds to a match's draws: a random number for each of its seats, the salt. Its hash, the pledge, is
 * promised before the start; the salt is told once all pledges stand. So nobody can choose the draws, not even the server.
 */
import type { Seat, Table } from '../protocol'
import { account } from '../server/account.svelte'
import { api } from '../server/api'
import { firstCommitment } from './commitment'
import { PerTable } from './pertable'
import { sha256 } from './sha256'

interface Kept {
  /** By seat. */
  salts: Record<number, string>
  /** Everybody's pledges as they stood when ours were told. */
  pledges: (string | null)[] | null
}

const stored = new PerTable<Kept>('openoutcry.salts')
/** Private windows store nothing. */
const remembered = new Map<string, Kept>()
/** Seats whose pledge this page has sent: if another stands there later, another device of ours is at the table too. */
const promised = new Set<string>()

const keptOf = (table: string): Kept => remembered.get(table) ?? stored.get(table) ?? { salts: {}, pledges: null }

function keep(table: string, kept: Kept): void {
  remembered.set(table, kept)
  stored.set(table, kept)
}

const own = (table: Table): Seat[] =>
  table.seats.filter((seat) => seat.person !== null && seat.person === account.me?.id)

function saltOf(table: string, seat: number): string {
  const kept = keptOf(table)
  const known = kept.salts[seat]
  if (known !== undefined) return known
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const salt = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  keep(table, { ...kept, salts: { ...kept.salts, [seat]: salt } })
  return salt
}

/** Does what is due at a table: promises, or tells. A match starts without it, too: nothing here may fail loudly. */
export async function contribute(table: Table): Promise<void> {
  if (table.state !== 'open' || table.commitment === null) return
  const isPromised = firstCommitment(table.id, table.commitment) === table.commitment
  const deeds = table.starting ? (isPromised ? tellings(table) : []) : pledges(table)
  await Promise.allSettled(deeds)
}

function pledges(table: Table): Promise<unknown>[] {
  return own(table).flatMap(({ seat, pledge: standing }) => {
    const pledge = sha256(saltOf(table.id, seat))
    const place = `${table.id} ${seat} ${pledge}`
    if (standing === pledge || (standing !== null && promised.has(place))) return []
    promised.add(place)
    return [api.pledge(table.id, seat, pledge)]
  })
}

/** Once told, never again beside other pledges: else somebody who has heard ours could choose theirs anew. */
function tellings(table: Table): Promise<unknown>[] {
  const kept = keptOf(table.id)
  const standing = table.seats.map((seat) => seat.pledge)
  if (kept.pledges !== null && !isSame(kept.pledges, standing)) return []
  const mine = own(table).filter(({ seat, pledge }) => pledge === sha256(saltOf(table.id, seat)))
  if (mine.length) keep(table.id, { ...keptOf(table.id), pledges: standing })
  return mine.map(({ seat }) => api.tellSalt(table.id, seat, saltOf(table.id, seat)))
}

const isSame = (one: (string | null)[], other: (string | null)[]) => JSON.stringify(one) === JSON.stringify(other)

/** Starts a table that was opened on this page. */
export async function startTable(table: Table): Promise<void> {
  await contribute(table)
  await contribute(await api.start(table.id))
}

export interface Mix {
  /** What was told is what was promised, and the promises are those that this browser saw. */
  kept: boolean
  /** A salt of this browser is among them. */
  own: boolean
  /** The seats whose salts were mixed into the seed. */
  told: Seat[]
  /** The seats that promised one and did not tell it in time. */
  withheld: Seat[]
}

/** What was mixed into the seed before the deal; null if nothing was promised. */
export function mixOf(table: Table): Mix | null {
  const { seats } = table
  if (table.started === null || seats.every((seat) => seat.pledge === null)) return null
  const { salts, pledges: seen } = keptOf(table.id)
  const told = seats.filter((seat) => seat.salt !== null)
  return {
    kept:
      told.every((seat) => sha256(seat.salt!) === seat.pledge) &&
      (seen === null ||
        isSame(
          seen,
          seats.map((seat) => seat.pledge),
        )),
    own: told.some((seat) => seat.salt === salts[seat.seat]),
    told,
    withheld: seats.filter((seat) => seat.pledge !== null && seat.salt === null),
  }
}
