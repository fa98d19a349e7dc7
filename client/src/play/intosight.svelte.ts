/** Where the board is larger than its frame, what one decides from is brought into sight when one is asked. */
import type { Attachment } from 'svelte/attachments'

interface Extent {
  top: number
  bottom: number
}

/** How far to scroll so that the extent lies in the frame, and if it is larger then at least its beginning. */
export function scrollTo({ top, bottom }: Extent, frame: Extent): number {
  if (bottom - top > frame.bottom - frame.top) return top - frame.top
  if (top < frame.top) return top - frame.top
  return Math.max(0, bottom - frame.bottom)
}

const EDGE = 10

function decisive(board: Element): Extent | null {
  const boxes = [...board.querySelectorAll('.piece.offered')].map((piece) => {
    return (piece.closest('[data-part]') ?? piece).getBoundingClientRect()
  })
  if (!boxes.length) return null
  return {
    top: Math.min(...boxes.map(({ top }) => top)) - EDGE,
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)) + EDGE,
  }
}

export function bringIntoSight(question: () => string): Attachment<HTMLElement> {
  return (board) => {
    let last = ''
    $effect(() => {
      const asked = question()
      if (!asked || asked === last) return
      last = asked
      const timer = setTimeout(() => {
        const part = decisive(board)
        if (!part) return
        const { top } = board.getBoundingClientRect()
        const hidden = parseFloat(getComputedStyle(board).scrollPaddingBottom) || 0
        const way = scrollTo(part, { top, bottom: top + board.clientHeight - hidden })
        board.scrollBy({ top: way, behavior: 'smooth' })
      }, 60)
      return () => clearTimeout(timer)
    })
  }
}
