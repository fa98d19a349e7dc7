/** What each seat is called, in the reader's language. */
import type { Seat } from '../protocol'
import { knows, t, type Key } from '../text/words.svelte'

export function levelName(level: string): string {
  const key = `ui.level.${level}`
  return knows('', key) ? t(key as Key) : level
}

export function seatNames(seats: Seat[]): string[] {
  const count = new Map<string, number>()
  return seats.map((seat) => {
    if (seat.kind === 'person') return seat.name
    if (seat.kind === 'open') return t('ui.seat.open')
    const level = levelName(seat.bot ?? '')
    if (level.startsWith('@') && seats.filter(({ bot }) => bot === seat.bot).length === 1) return level
    const number = (count.get(level) ?? 0) + 1
    count.set(level, number)
    return `${level} ${number}`
  })
}

/** A seat in a list of tables: a name, `bot:LEVEL` or nobody. */
export function lineName(seat: string | null): string {
  if (seat === null) return t('ui.seat.open')
  return seat.startsWith('bot:') ? levelName(seat.slice(4)) : seat
}
