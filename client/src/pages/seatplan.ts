/** Seats as a new table is set up with them. */
import type { NewSeat } from '../protocol'

export interface Planned {
  /** `here`: a person at this browser; `open`: whoever has the link; else a bot's level. */
  kind: string
  /** Of the person here; empty for the suggested one. */
  name: string
}

export const LONGEST_NAME = 24

/** The first seat is for who sets up the table, the others are open; `people` were here before. */
export function firstPlan(seats: number, people: string[] = []): Planned[] {
  return Array.from({ length: seats }, (_, seat) => ({ kind: seat === 0 ? 'here' : 'open', name: people[seat] ?? '' }))
}

/** As many seats as wanted; those that are there already keep what was chosen. */
export function resized(plan: Planned[], seats: number, people: string[] = []): Planned[] {
  return [...plan, ...firstPlan(seats, people).slice(plan.length)].slice(0, seats)
}

export function newSeats(plan: Planned[], suggested: (seat: number) => string): NewSeat[] {
  return plan.map(({ kind, name }, seat) => {
    if (kind === 'open') return { kind: 'open' }
    if (kind !== 'here') return { kind: 'bot', bot: kind }
    return { kind: 'me', name: (name.trim() || suggested(seat)).slice(0, LONGEST_NAME) }
  })
}

/** Nobody is to be waited for: the match may start at once. */
export function isFull(plan: Planned[]): boolean {
  return plan.every(({ kind }) => kind !== 'open')
}

/** The server wants a person: at this browser or at another one. */
export function hasPeople(plan: Planned[]): boolean {
  return plan.some(({ kind }) => kind === 'here' || kind === 'open')
}
