/** Marks the places on the board that have changed. */
import type { Attachment } from 'svelte/attachments'

export function markChanged(changed: () => Set<string>): Attachment<HTMLElement> {
  return (board) => {
    const mark = () => {
      const places = changed()
      for (const element of board.querySelectorAll('[data-place]'))
        element.toggleAttribute('data-changed', places.has(element.getAttribute('data-place')!))
    }
    mark()
    // Boards draw themselves anew as pieces come and go.
    const observer = new MutationObserver(mark)
    observer.observe(board, { childList: true, subtree: true })
    return () => observer.disconnect()
  }
}
