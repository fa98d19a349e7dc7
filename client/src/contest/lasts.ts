import { t } from '../text/words.svelte'

/** How long a round lasts, in words. */
export function lastsText(hours: number): string {
  return hours % 24 ? t('ui.contest.hours', { hours }) : t('ui.contest.days', { days: hours / 24 })
}
