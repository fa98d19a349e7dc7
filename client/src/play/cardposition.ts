/**
 * Puts a card beside its piece, on the side with the most room and wholly on the screen. By hand: libraries for this
 * keep clear of the screen's edges, not of other pieces that may be chosen.
 */
const GAP = 10
const EDGE = 6

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

interface Size {
  width: number
  height: number
}

/** Right or left of the piece, above or below it: the first place with room that covers the fewest others. */
export function placed(piece: Box, card: Size, screen: Size, others: Box[] = []): { left: number; top: number } {
  const middle = piece.left + piece.width / 2 - card.width / 2
  const level = piece.top + piece.height / 2 - card.height / 2
  const right = piece.left + piece.width + GAP
  const left = piece.left - GAP - card.width
  const above = piece.top - GAP - card.height
  const below = piece.top + piece.height + GAP
  const places = [
    { left: right, top: level, fits: right + card.width <= screen.width - EDGE },
    { left, top: level, fits: left >= EDGE },
    { left: middle, top: above, fits: above >= EDGE },
    { left: middle, top: below, fits: true },
  ]
    .filter(({ fits }) => fits)
    .map(({ left, top }) => ({
      left: within(left, EDGE, screen.width - card.width - EDGE),
      top: within(top, EDGE, screen.height - card.height - EDGE),
    }))
  const covered = places.map((place) => others.filter((other) => overlap({ ...place, ...card }, other)).length)
  return places[covered.indexOf(Math.min(...covered))]!
}

const overlap = (one: Box, other: Box) =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

/** `_contents` changes with what the card holds, and with it its size; `anchor` is what was pointed at. */
export function beside(card: HTMLElement, target: string, _contents: number, anchor: Element | null = null): void {
  const piece = anchor?.isConnected ? anchor : document.querySelector(`[data-piece="${CSS.escape(target)}"]`)
  if (!piece) return
  const { left, top } = placed(
    piece.getBoundingClientRect(),
    { width: card.offsetWidth, height: card.offsetHeight },
    { width: innerWidth, height: innerHeight },
    [...document.querySelectorAll('.offered[data-piece]')]
      .filter((other) => other !== piece)
      .map((other) => other.getBoundingClientRect()),
  )
  card.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
}
