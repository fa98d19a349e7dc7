/** A sheet that is no modal dialog of the browser: its first button has the focus, and whatever had it gets it back. */
import type { Attachment } from 'svelte/attachments'

export const takeFocus: Attachment<HTMLElement> = (sheet) => {
  const before = document.activeElement
  sheet.querySelector('button')?.focus({ preventScroll: true })
  return () => {
    const hasFocus = sheet.contains(document.activeElement) || document.activeElement === document.body
    if (hasFocus && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
  }
}
