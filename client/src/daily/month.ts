/** Days as the server writes them (2026-11-18) and months as a wall calendar shows them. */

export interface MonthDay {
  /** As 2026-11-18; null for a field before the first or after the last of the month. */
  day: string | null
  number: number
}

/** Noon in UTC: no time zone makes another day of it. */
export function dateOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`)
}

export function monthOf(day: string): string {
  return day.slice(0, 7)
}

/** The month so many months later, as 2026-11. */
export function monthAfter(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const index = year * 12 + number - 1 + months
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** The weeks of a month, from Monday to Sunday. */
export function weeksOf(month: string): MonthDay[][] {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate()
  const before = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7
  const fields = Array.from({ length: Math.ceil((before + count) / 7) * 7 }, (_, field): MonthDay => {
    const day = field - before + 1
    const inside = day >= 1 && day <= count
    return { day: inside ? `${month}-${String(day).padStart(2, '0')}` : null, number: day }
  })
  return Array.from({ length: fields.length / 7 }, (_, week) => fields.slice(week * 7, week * 7 + 7))
}

const HEIGHTS = '▁▂▃▄▅▆▇█'

/** A place after each quarter as bars, the higher the better: as `openoutcry/daily/share.py` draws them. */
export function barsOf(standing: number[], seats: number): string {
  const steps = Math.max(1, seats - 1)
  return standing.map((place) => HEIGHTS[Math.floor(((seats - place) * (HEIGHTS.length - 1)) / steps)]).join('')
}
