/** Keeps the keyboard's focus in the page: the slip or the board takes it when its element goes away. */
import type { Attachment } from 'svelte/attachments'
import { REACHED } from './roving'

export const holdFocus: Attachment<HTMLElement> = (host) => {
  let last: Element | null = null
  let onBoard = false

  const remember = (event: FocusEvent) => {
    last = event.target as Element
    onBoard = last.closest('.board, .piece-card') !== null
  }

  /** A click on empty ground may take the focus away; only a vanished element gives it back. */
  const restore = () => {
    if (document.activeElement !== document.body || last?.isConnected) return
    const dialog = document.querySelector<HTMLElement>('dialog[open]')
    const piece = onBoard ? host.querySelector<HTMLElement>(`.board ${REACHED}[tabindex="0"]`) : null
    const place = dialog ?? piece ?? host.querySelector<HTMLElement>('.slip')
    place?.focus({ preventScroll: true })
  }

  const watcher = new MutationObserver(restore)
  watcher.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', remember)
  restore()
  return () => {
    watcher.disconnect()
    document.removeEventListener('focusin', remember)
  }
}
