import type { TableLine } from '../protocol'

/** Matches that wait for me come first; otherwise the order stays. */
export function ownTurnsFirst(tables: TableLine[], me: string | undefined): TableLine[] {
  const waits = (table: TableLine) => table.state === 'playing' && me !== undefined && table.turn_of.includes(me)
  return [...tables.filter(waits), ...tables.filter((table) => !waits(table))]
}
