/** Animates what changes hands, from one `data-place` to another. */
import type { Flight, TitleLook } from '../titles/look'
import { companyLook, type CompanyLook } from '../titles/look'

const MOST = 8
const LASTS = 320
const APART = 70
/** Milliseconds that a flight may be late. */
const LATE = 400
const SVG = 'http://www.w3.org/2000/svg'

/** Where a place is now: on the board if it is there, else anywhere on the page. */
function find(place: string): Element | null {
  const named = `[data-place="${CSS.escape(place)}"]`
  const found = [...document.querySelectorAll(`.board ${named}`), ...document.querySelectorAll(named)]
  return found.find((element) => element.getBoundingClientRect().width > 0) ?? null
}

/** The middle of a place on the screen. */
interface Spot {
  x: number
  y: number
  onBoard: boolean
  /** The cards that lie there face up, as they are drawn. */
  faces: Face[]
}

/** A drawn card (`data-face` says in a box of which size), and how large it is on the screen. */
export interface Face {
  drawing: Element
  box: string
  width: number
  height: number
}

function spotOf(place: string): Spot | null {
  const element = find(place)
  if (!element) return null
  const { left, top, width, height } = element.getBoundingClientRect()
  const faces = [...element.querySelectorAll('[data-face]')].map(faceOf)
  return { x: left + width / 2, y: top + height / 2, onBoard: element.closest('.board') !== null, faces }
}

/** The drawing is copied at once: the next position may draw another card in its place. */
export function faceOf(drawn: Element): Face {
  const { width, height } = drawn.getBoundingClientRect()
  return { drawing: drawn.cloneNode(true) as Element, box: `0 0 ${drawn.getAttribute('data-face')}`, width, height }
}

/** Where it is going to be when the board has been scrolled so far. */
const scrolled = (spot: Spot, way: number): Spot => (spot.onBoard ? { ...spot, y: spot.y - way } : spot)

/** Where each flight begins: asked before the board is drawn anew, as what left may be gone then. */
export function origins(flights: Flight[]): (Spot | null)[] {
  return flights.map(({ from }) => spotOf(from))
}

/** The places on the board that one has to see to follow these flights: where they land, or else where they begin. */
export const landings = (flights: Flight[]): string[] =>
  flights.map(({ from, to }) => (to.startsWith('seat:') ? from : to))

/**
 * `begin`: where each began; `tempo`: how much longer everything takes than usual; `way`: how far the board is being
 * scrolled meanwhile.
 */
export function fly(flights: Flight[], begin: (Spot | null)[], look: TitleLook, tempo: number, way = 0): void {
  let delay = 0
  flights.forEach((flight, index) => {
    const from = begin[index]
    const to = spotOf(flight.to)
    if (!from || !to) return
    for (let i = 0; i < Math.min(flight.count, MOST); i++) {
      const flyer = document.createElement('div')
      flyer.className = `flyer ${flight.piece}`
      if (flight.company) emboss(flyer, companyLook(look, flight.company))
      const face = flight.piece === 'card' ? from.faces[i] : undefined
      if (face) turnUp(flyer, face)
      launch(flyer, scrolled(from, way), scrolled(to, way), { delay, duration: LASTS * tempo })
      delay += APART * tempo
    }
  })
}

/** Lets a place light up once: a price has moved. */
export function flash(place: string): void {
  find(place)?.animate([{ filter: 'brightness(1.7) drop-shadow(0 0 4px #d4b061)' }, { filter: 'none' }], 700)
}

/** Removes what is still in the air: it may show what the next person must not know. */
export function cancelFlights(): void {
  for (const flyer of document.querySelectorAll('.flyer')) flyer.remove()
}

interface Timing {
  delay: number
  duration: number
}

/** A share on its way shows whose it is. */
function emboss(flyer: HTMLElement, { hue, on, symbol }: CompanyLook): void {
  flyer.style.setProperty('--flyer', hue)
  const drawing = document.createElementNS(SVG, 'svg')
  const mark = document.createElementNS(SVG, 'path')
  drawing.setAttribute('viewBox', '0 0 24 24')
  mark.setAttribute('d', symbol)
  mark.setAttribute('fill', on)
  mark.setAttribute('fill-rule', 'evenodd')
  drawing.append(mark)
  flyer.append(drawing)
}

/** A card that lay face up is seen on its way as it lay there; any other shows its back. */
export function turnUp(flyer: HTMLElement, face: Face): void {
  const drawing = document.createElementNS(SVG, 'svg')
  drawing.setAttribute('viewBox', face.box)
  drawing.append(face.drawing)
  flyer.classList.add('face-up')
  flyer.style.setProperty('--wide', `${face.width}px`)
  flyer.style.setProperty('--high', `${face.height}px`)
  flyer.append(drawing)
}

function launch(flyer: HTMLElement, from: Spot, to: Spot, timing: Timing): void {
  document.body.append(flyer)
  const at = ({ x, y }: Spot) => `translate(${x - 11}px, ${y - 11}px)`
  const motion = flyer.animate([{ transform: at(from) }, { transform: at(to) }], {
    ...timing,
    easing: 'cubic-bezier(0.3, 0.1, 0.3, 1)',
    fill: 'backwards',
  })
  const land = () => flyer.remove()
  motion.finished.then(land, land)
  // A page that is drawn late begins late: what belongs to moves long past is not left in the air.
  setTimeout(land, timing.delay + timing.duration + LATE)
}
