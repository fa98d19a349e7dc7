/** Fingers are broader than some pieces: which of those that may be chosen lie under one. */
import type { Attachment } from 'svelte/attachments'

export const FINGER = 44

export interface Tapped {
  x: number
  y: number
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Whether a fingertip at this spot touches the box. */
export function touches({ x, y }: Tapped, { left, top, right, bottom }: Box): boolean {
  const half = FINGER / 2
  return x + half > left && x - half < right && y + half > top && y - half < bottom
}

const isSmall = ({ left, top, right, bottom }: Box) => Math.min(right - left, bottom - top) < FINGER - 1

/**
 * A tap that may have meant another small piece than the one it hit asks which. Whatever may not be chosen says why
 * instead, and what the board enlarges by itself (`data-zooms`) is left to it.
 */
export function nearPieces(ask: (pieces: Element[], at: Tapped) => void): Attachment<HTMLElement> {
  return (board) => {
    let touching = false
    const onpointerdown = (event: PointerEvent) => (touching = event.pointerType === 'touch')

    const onclick = (event: MouseEvent) => {
      const target = event.target as Element
      if (!touching || event.detail === 0 || target.closest('[data-zooms]')) return
      const hit = target.closest('[data-piece]')
      if (hit && (hit.matches('.barred') || !isSmall(hit.getBoundingClientRect()))) return
      const at = { x: event.clientX, y: event.clientY }
      const near = [...board.querySelectorAll('.piece.offered')].filter((piece) =>
        touches(at, piece.getBoundingClientRect()),
      )
      if (!near.length || (near.length === 1 && near[0] === hit)) return
      event.stopPropagation()
      event.preventDefault()
      ask(near, at)
    }

    board.addEventListener('pointerdown', onpointerdown, true)
    board.addEventListener('click', onclick, true)
    return () => {
      board.removeEventListener('pointerdown', onpointerdown, true)
      board.removeEventListener('click', onclick, true)
    }
  }
}

/** As the keyboard's Enter does: no finger is involved any more. */
export function choose(piece: Element): void {
  piece.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 0 }))
}
