/** Marks on what is there to be seen: places on the board that have changed, lists that go on. */
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

/** Says of a list that scrolls whether there is more of it below. */
export const markMore: Attachment<HTMLElement> = (list) => {
  const mark = () => list.toggleAttribute('data-more', list.scrollTop + list.clientHeight < list.scrollHeight - 2)
  const sizes = new ResizeObserver(mark)
  const contents = new MutationObserver(mark)
  sizes.observe(list)
  contents.observe(list, { childList: true, subtree: true, characterData: true })
  list.addEventListener('scroll', mark)
  mark()
  return () => {
    sizes.disconnect()
    contents.disconnect()
    list.removeEventListener('scroll', mark)
  }
}

/** A row that scrolls sideways can be scrolled by keys, too; one that fits is no stop for the tab key. */
export const reachWhileScrolling: Attachment<HTMLElement> = (row) => {
  const mark = () => {
    if (row.scrollWidth > row.clientWidth) row.tabIndex = 0
    else row.removeAttribute('tabindex')
  }
  const sizes = new ResizeObserver(mark)
  const contents = new MutationObserver(mark)
  sizes.observe(row)
  contents.observe(row, { childList: true, subtree: true })
  mark()
  return () => {
    sizes.disconnect()
    contents.disconnect()
  }
}
