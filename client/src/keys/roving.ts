/**
 * One stop for the tab key, arrows between the pieces: the next piece is the nearest that way. By hand: libraries move
 * along rows and columns, which a board does not have.
 */
import type { Attachment } from 'svelte/attachments'

const AIMS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Whatever has a card: pieces, and numbers that are only explained. */
export const REACHED = ':is([data-piece], [data-explained])'

export interface Spot {
  x: number
  y: number
}

/** The nearest spot in a direction; distance to the side counts three times. */
export function nearest(from: Spot, spots: Spot[], [dx, dy]: [number, number]): number {
  let best = -1
  let least = Infinity
  spots.forEach((spot, index) => {
    const x = spot.x - from.x
    const y = spot.y - from.y
    const along = x * dx + y * dy
    const aside = Math.abs(x * dy) + Math.abs(y * dx)
    if (along > 1 && along + 3 * aside < least) {
      least = along + 3 * aside
      best = index
    }
  })
  return best
}

function centre(element: Element): Spot {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

export const roving: Attachment<HTMLElement> = (host) => {
  const pieces = () => [...host.querySelectorAll<HTMLElement | SVGElement>(REACHED)]

  /** Tab returns to the piece focused last, or to the first that may be chosen. */
  const settle = () => {
    const all = pieces()
    const inside = all.find((piece) => piece === document.activeElement)
    const stop =
      inside ??
      all.find((piece) => piece.matches('.offered')) ??
      all.find((piece) => piece.matches('[data-piece]')) ??
      all[0]
    for (const piece of all) piece.setAttribute('tabindex', piece === stop ? '0' : '-1')
  }

  const onkeydown = (event: KeyboardEvent) => {
    const here = (event.target as Element).closest<HTMLElement>(REACHED)
    const aim = AIMS[event.key]
    if (!here || (!aim && event.key !== 'Home' && event.key !== 'End')) return
    event.preventDefault()
    const all = pieces()
    const others = all.filter((piece) => piece !== here)
    const next = aim ? others[nearest(centre(here), others.map(centre), aim)] : all.at(event.key === 'Home' ? 0 : -1)
    next?.focus()
    settle()
  }

  const watcher = new MutationObserver(settle)
  watcher.observe(host, { childList: true, subtree: true, attributeFilter: ['class'] })
  host.addEventListener('keydown', onkeydown as EventListener)
  host.addEventListener('focusin', settle)
  settle()
  return () => {
    watcher.disconnect()
    host.removeEventListener('keydown', onkeydown as EventListener)
    host.removeEventListener('focusin', settle)
  }
}
