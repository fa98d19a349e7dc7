import type { Seat } from '../protocol'

/** The seats that the clock has decided for since; `before` counts their missed decisions then, null if unknown. */
export function ranOut(before: number[] | null, seats: Seat[]): Seat[] {
  return before === null ? [] : seats.filter(({ seat, missed }) => missed > (before[seat] ?? 0))
}
