import type { Seat } from '../protocol'

/** The seats for which the clock has decided since `before`, their missed decisions then; null: nothing is known of then. */
export function ranOut(before: number[] | null, seats: Seat[]): Seat[] {
  return before === null ? [] : seats.filter(({ seat, missed }) => missed > (before[seat] ?? 0))
}
