/** Several people at one browser: whose view is shown, and who is asked to take the seat. */

export interface Seating {
  /** Whose view is shown; null is everybody's. */
  seat: number | null
  /** Who is asked to take the seat. */
  next: number | null
}

export interface Standing extends Seating {
  /** Our seats, even those a bot plays at present. */
  mine: number[]
  /** Those of them that no bot plays at present. */
  here: number[]
  /** Those of them that have to decide. */
  deciding: number[]
  over: boolean
  /** Nothing is hidden at present, so nothing has to be covered. */
  open: boolean
}

/** One person always sees their own seat; several see theirs only to decide, and after a hand-over. */
export function seating({ mine, here, deciding, over, open, seat, next }: Standing): Seating {
  if (mine.length < 2) return { seat: mine[0] ?? null, next: null }
  if (over) return { seat: null, next: null }
  const alone = here.length === 1 && here[0] === seat
  if (seat !== null && (alone || deciding.includes(seat))) return { seat, next: null }
  const called = next !== null && deciding.includes(next) ? next : (deciding[0] ?? null)
  return open ? { seat: called, next: null } : { seat: null, next: called }
}
