/** A title's options as words. */
import type { Clock, OptionInfo, TitleInfo } from '../protocol'
import { figure, lang, say, t } from '../text/words.svelte'

const DAY = 86400

export type Value = string | number | boolean

/** A value as catalogues and the terminal spell it. */
export function spelled(value: Value): string {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
}

export function optionText(title: string, option: string, value: Value): string {
  return say(title, `option.${option}.${spelled(value)}`)
}

/** How long bots take, in words. */
export function paceText(milliseconds: number): string {
  if (milliseconds === 0) return t('ui.pace.instant')
  return t('ui.pace.seconds', { seconds: figure(milliseconds / 1000) })
}

/** The time for a decision, in words; 0 is no clock. */
export function clockText(seconds: number): string {
  if (seconds === 0) return t('ui.clock.none')
  return seconds >= DAY ? t('ui.clock.days', { days: seconds / DAY }) : t('ui.clock.seconds', { seconds })
}

/** Whether the option makes a difference given the other choices. */
export function matters({ needs }: Pick<OptionInfo, 'needs'>, chosen: Record<string, Value>): boolean {
  return Object.entries(needs).every(([other, value]) => chosen[other] === value)
}

/** Whether anything has to be remembered in a match of the title with these options. */
export function hasMemory(title: TitleInfo | undefined, chosen: Record<string, Value>): boolean {
  return !!title?.memory && matters(title.memory, chosen)
}

/** A title's options with their values, as chosen before where that is still possible. */
export function withDefaults(options: OptionInfo[], chosen: Record<string, Value> = {}): Record<string, Value> {
  return Object.fromEntries(
    options.map(({ name, values, default: usual }) => {
      const value = chosen[name]
      return [name, value !== undefined && values.includes(value) ? value : usual]
    }),
  )
}

/** The options that make a difference at such a table: what is sent when it is opened. */
export function effective(options: OptionInfo[], chosen: Record<string, Value>, seats: number): Record<string, Value> {
  const kept = options.filter((option) => isFree(option, seats) && matters(option, chosen))
  return Object.fromEntries(kept.map(({ name }) => [name, chosen[name]!]))
}

/** Whether anything but the default may be chosen with this number of seats. */
export function isFree(option: OptionInfo, seats: number): boolean {
  return option.seats === null || option.seats.includes(seats)
}

/** Matches over days: how many days a decision may take, and the days of reserve beyond. */
const RESERVES: Record<number, number> = { 1: 3, 2: 4, 3: 6, 7: 7 }
export const DAY_CLOCKS = Object.keys(RESERVES).map((days) => Number(days) * DAY)

/** The clock as it is sent when a table is opened; null for none. */
export function clockOf(seconds: number): Clock | null {
  return seconds ? { seconds, reserve: (RESERVES[seconds / DAY] ?? 0) * DAY } : null
}

/** How a clock of days works, said before the table is opened; empty for any other. */
export function daysText(clock: Clock | null): string {
  if (!clock || clock.seconds < DAY) return ''
  const days = clock.seconds / DAY
  return t('ui.setup.days', { days, reserve: (clock.reserve ?? 0) / DAY, hours: Math.round(clock.seconds / 4 / 3600) })
}

/** A span of time that is left, roughly, with the reader's own sign for days, hours and minutes. */
export function spanText(milliseconds: number): string {
  const minutes = Math.max(0, Math.round(milliseconds / 60000))
  if (minutes >= 2880) return unitText(Math.floor(minutes / 1440), 'day', 'narrow')
  return minutes >= 120 ? unitText(Math.floor(minutes / 60), 'hour', 'narrow') : unitText(minutes, 'minute', 'short')
}

function unitText(count: number, unit: string, unitDisplay: 'narrow' | 'short'): string {
  return new Intl.NumberFormat(lang(), { style: 'unit', unit, unitDisplay }).format(count)
}
