/** Puts a card beside its piece, on the side with the most room and wholly on the screen. */
const GAP = 10
const EDGE = 6

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Right or left of the piece if there is room, otherwise above or below it. */
export function placed(piece: Box, card: { width: number; height: number }, screen: { width: number; height: number }) {
  const right = piece.left + piece.width + GAP
  const left = piece.left - GAP - card.width
  const aside = right + card.width <= screen.width - EDGE ? right : left >= EDGE ? left : null
  const middle = piece.left + piece.width / 2 - card.width / 2
  const above = piece.top - GAP - card.height
  const below = piece.top + piece.height + GAP
  const top = aside !== null ? piece.top + piece.height / 2 - card.height / 2 : above >= EDGE ? above : below
  return {
    left: within(aside ?? middle, EDGE, screen.width - card.width - EDGE),
    top: within(top, EDGE, screen.height - card.height - EDGE),
  }
}

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

/** `_contents` changes with what the card holds, and with it its size. */
export function beside(card: HTMLElement, target: string, _contents: number): void {
  const piece = document.querySelector(`[data-piece="${CSS.escape(target)}"]`)
  if (!piece) return
  const { left, top } = placed(
    piece.getBoundingClientRect(),
    { width: card.offsetWidth, height: card.offsetHeight },
    { width: innerWidth, height: innerHeight },
  )
  card.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
}
