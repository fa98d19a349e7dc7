/** The seats of a table that is being set up. */
import type { NewSeat, Table } from '../protocol'

type Recall = Table['memory']

export interface Planned {
  /** `here`: a person at this browser; `open`: anybody with the link; otherwise a bot's level. */
  kind: string
  /** The name of the person here; empty for the suggested one. */
  name: string
}

export const LONGEST_NAME = 24

/** The first seat is for the person who sets up the table; `people` are names used before. */
export function firstPlan(seats: number, people: string[] = [], others = 'open'): Planned[] {
  return Array.from({ length: seats }, (_, seat) => ({ kind: seat === 0 ? 'here' : others, name: people[seat] ?? '' }))
}

/** Adds or drops seats; those that stay keep what was chosen. */
export function resized(plan: Planned[], seats: number, people: string[] = [], others = 'open'): Planned[] {
  return [...plan, ...firstPlan(seats, people, others).slice(plan.length)].slice(0, seats)
}

export function newSeats(plan: Planned[], suggested: (seat: number) => string): NewSeat[] {
  return plan.map(({ kind, name }, seat) => {
    if (kind === 'open') return { kind: 'open' }
    if (kind !== 'here') return { kind: 'bot', bot: kind }
    return { kind: 'me', name: (name.trim() || suggested(seat)).slice(0, LONGEST_NAME) }
  })
}

/** Whether nobody has to be waited for, so that the match can start at once. */
export function isFull(plan: Planned[]): boolean {
  return plan.every(({ kind }) => kind !== 'open')
}

/** People play as at a table; one among bots, which never forget, may look everything up. */
export function usualMemory(plan: Planned[]): Recall {
  return plan.filter(({ kind }) => kind === 'here' || kind === 'open').length > 1 ? 'table' : 'perfect'
}

/** The server wants at least one person, at this browser or another. */
export function hasPeople(plan: Planned[]): boolean {
  return plan.some(({ kind }) => kind === 'here' || kind === 'open')
}
