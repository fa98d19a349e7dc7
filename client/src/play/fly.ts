/** Animates what changes hands, from one `data-place` to another. */
import type { Flight, TitleLook } from '../titles/look'
import { companyLook, type CompanyLook } from '../titles/look'

const MOST = 8
const LASTS = 320
const APART = 70
const SVG = 'http://www.w3.org/2000/svg'

/** Where a place is now: on the board if it is there, else anywhere on the page. */
function find(place: string): Element | null {
  const named = `[data-place="${CSS.escape(place)}"]`
  const found = [...document.querySelectorAll(`.board ${named}`), ...document.querySelectorAll(named)]
  return found.find((element) => element.getBoundingClientRect().width > 0) ?? null
}

const boxOf = (place: string): DOMRect | null => find(place)?.getBoundingClientRect() ?? null

/** Where each flight begins: asked before the board is drawn anew, as what left may be gone then. */
export function origins(flights: Flight[]): (DOMRect | null)[] {
  return flights.map(({ from }) => boxOf(from))
}

/** `begin`: where each began; `tempo`: how much longer everything takes than usual. */
export function fly(flights: Flight[], begin: (DOMRect | null)[], look: TitleLook, tempo: number): void {
  let delay = 0
  flights.forEach((flight, index) => {
    const from = begin[index]
    const to = boxOf(flight.to)
    if (!from || !to) return
    for (let i = 0; i < Math.min(flight.count, MOST); i++) {
      launch(flight, look, from, to, { delay, duration: LASTS * tempo })
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

function launch(flight: Flight, look: TitleLook, from: DOMRect, to: DOMRect, timing: Timing): void {
  const flyer = document.createElement('div')
  flyer.className = `flyer ${flight.piece}`
  if (flight.company) emboss(flyer, companyLook(look, flight.company))
  document.body.append(flyer)
  const at = (box: DOMRect) => `translate(${box.left + box.width / 2 - 11}px, ${box.top + box.height / 2 - 11}px)`
  const motion = flyer.animate([{ transform: at(from) }, { transform: at(to) }], {
    ...timing,
    easing: 'cubic-bezier(0.3, 0.1, 0.3, 1)',
    fill: 'backwards',
  })
  const land = () => flyer.remove()
  motion.finished.then(land, land)
}
