/** Why a request was refused, in the reader's language. */
import { t } from '../text/words.svelte'
import { Refusal } from './api'

export function refusedBecause(error: unknown): string {
  return error instanceof Refusal ? t(error.key, error.args) : t('ui.failed')
}
