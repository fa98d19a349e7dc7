import type { ChatLine } from '../protocol'
import { t } from '../text/words.svelte'

/** What somebody did to keep order, in words. */
export function noticeText({ notice, name, about }: ChatLine): string {
  return notice ? t(`ui.notice.${notice}`, { by: name, name: about }) : ''
}
