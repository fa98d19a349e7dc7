/** Who may do what to keep order at a table, as the server will see it. */
import type { Table } from '../protocol'
import type { Key } from '../text/words.svelte'

/** Why somebody may not write; null if they may. */
export function silenced(table: Table, me: string): Key | null {
  if (table.muted.includes(me)) return 'no.muted'
  if (table.chat === 'nobody') return 'no.chat_nobody'
  return table.chat === 'players' && !sits(table, me) ? 'no.chat_players' : null
}

export const sits = (table: Table, person: string): boolean => table.seats.some((seat) => seat.person === person)

/** How somebody can be removed: by the host alone, by asking the others, or not by us. */
export function removal(table: Table, me: string, person: string): 'remove' | 'ask' | null {
  if (table.state === 'closed') return null
  if (table.state !== 'playing' || !sits(table, person)) return table.host === me ? 'remove' : null
  const others = new Set(table.seats.flatMap((seat) => (seat.person && seat.person !== person ? [seat.person] : [])))
  const asked = table.kicks.some((kick) => kick.person === person && kick.agreed.includes(me))
  return others.has(me) && others.size > 1 && !asked ? 'ask' : null
}
