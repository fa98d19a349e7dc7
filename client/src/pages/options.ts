/** A title's options as words. */
import type { OptionInfo } from '../protocol'
import { figure, say, t } from '../text/words.svelte'

export type Value = string | number | boolean

/** As it is written in catalogues and typed in the terminal. */
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

/** Whether something else than the default may be chosen with so many seats. */
export function isFree(option: OptionInfo, seats: number): boolean {
  return option.seats === null || option.seats.includes(seats)
}
