/** Why the server said no about names and passwords, in the reader's language. */
import { knows, t, type Key } from '../text/words.svelte'
import { Refusal } from './api'

export function refusedBecause(error: unknown): string {
  if (!(error instanceof Refusal)) return t('ui.failed')
  const key = `ui.no.${error.code}`
  return knows('', key) ? t(key as Key) : error.message
}
