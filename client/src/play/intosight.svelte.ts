/** Where the board is larger than its frame, what one decides from is brought into sight when one is asked. */
import type { Attachment } from 'svelte/attachments'
import { settings } from '../settings.svelte'
import { enlarged } from './enlarged'

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

/** From the uppermost of some elements to the lowest; null without any. */
function extentOf(elements: Element[]): Extent | null {
  const boxes = elements.map((element) => element.getBoundingClientRect()).filter(({ width }) => width > 0)
  if (!boxes.length) return null
  return {
    top: Math.min(...boxes.map(({ top }) => top)) - EDGE,
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)) + EDGE,
  }
}

const decisive = (board: Element): Extent | null =>
  extentOf([...board.querySelectorAll('.piece.offered')].map((piece) => piece.closest('[data-part]') ?? piece))

/** The part of the board that is seen: on a phone the slip lies over its lower edge, folded or not. */
function frameOf(board: Element): Extent {
  const { top, bottom } = board.getBoundingClientRect()
  const slip = board.parentElement?.querySelector('.bottom')
  const isUnder = slip !== null && slip !== undefined && getComputedStyle(slip).position !== 'static'
  return { top, bottom: isUnder ? Math.min(bottom, slip.getBoundingClientRect().top) : bottom }
}

/** Brings places of the board into sight, by `data-place`; how far the board is going to be scrolled for it. */
export function showPlaces(places: string[]): number {
  return show((board) =>
    extentOf(places.flatMap((place) => [...board.querySelectorAll(`[data-place="${CSS.escape(place)}"]`)])),
  )
}

/** Brings pieces into sight, by `data-piece`; the first of them where there is no room for all. */
export function showPieces(pieces: string[]): void {
  const drawn = (board: Element, wanted: string[]) =>
    extentOf(wanted.flatMap((piece) => [...board.querySelectorAll(`[data-piece="${CSS.escape(piece)}"]`)]))
  show((board) => {
    const all = drawn(board, pieces)
    const { top, bottom } = frameOf(board)
    return all && all.bottom - all.top > bottom - top ? drawn(board, pieces.slice(0, 1)) : all
  })
}

function show(find: (board: Element) => Extent | null): number {
  const board = document.querySelector('.board')
  if (!board || board.scrollHeight <= board.clientHeight) return 0
  const part = find(board)
  if (!part) return 0
  const room = { least: -board.scrollTop, most: board.scrollHeight - board.clientHeight - board.scrollTop }
  const way = Math.max(room.least, Math.min(scrollTo(part, frameOf(board)), room.most))
  if (way) board.scrollBy({ top: way, behavior: settings.moves ? 'smooth' : 'instant' })
  return way
}

/** Where the page scrolls, the board fills the window: what stands above it is scrolled away. */
const showBoard = (board: Element) => board.scrollIntoView({ block: 'start', behavior: 'instant' })

export function bringIntoSight(question: () => string): Attachment<HTMLElement> {
  return (board) => {
    let last = ''
    $effect(() => {
      const asked = question()
      const now = `${asked} ${enlarged.current}`
      if (now === last || (!asked && !enlarged.current)) return
      last = now
      const timer = setTimeout(() => {
        if (enlarged.current) showBoard(board)
        const part = decisive(board)
        if (!part) return
        board.scrollBy({
          top: scrollTo(part, frameOf(board)),
          behavior: settings.moves ? 'smooth' : 'instant',
        })
      }, 60)
      return () => clearTimeout(timer)
    })
  }
}
