import type { TableLine } from '../protocol'

/** Matches that wait for me come first, what runs out soonest before all others; otherwise the order stays. */
export function ownTurnsFirst(tables: TableLine[], me: string | undefined): TableLine[] {
  const waits = (table: TableLine) => table.state === 'playing' && me !== undefined && table.turn_of.includes(me)
  const runsOut = ({ deadlines, owners }: TableLine) =>
    Math.min(...deadlines.map((time, seat) => (owners[seat] === me ? (time ?? Infinity) : Infinity)))
  const soonestFirst = (a: TableLine, b: TableLine) => (runsOut(a) === runsOut(b) ? 0 : runsOut(a) - runsOut(b))
  return [...tables.filter(waits).toSorted(soonestFirst), ...tables.filter((table) => !waits(table))]
}
