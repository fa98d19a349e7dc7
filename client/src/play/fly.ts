/** Animates what changes hands, from one `data-place` to another. */
import type { Flight, TitleLook } from '../titles/look'
import { companyLook } from '../titles/look'

const MOST = 8
const LASTS = 320
const APART = 70

function middle(place: string): DOMRect | null {
  for (const element of document.querySelectorAll(`[data-place="${CSS.escape(place)}"]`)) {
    const box = element.getBoundingClientRect()
    if (box.width > 0) return box
  }
  return null
}

/** `tempo`: how much longer everything takes than usual. */
export function fly(flights: Flight[], look: TitleLook, tempo: number): void {
  let delay = 0
  for (const flight of flights) {
    const from = middle(flight.from)
    const to = middle(flight.to)
    if (!from || !to) continue
    for (let i = 0; i < Math.min(flight.count, MOST); i++) {
      launch(flight, look, from, to, { delay, duration: LASTS * tempo })
      delay += APART * tempo
    }
  }
}

/** Removes what is still in the air: it may show what the next person must not know. */
export function cancelFlights(): void {
  for (const flyer of document.querySelectorAll('.flyer')) flyer.remove()
}

interface Timing {
  delay: number
  duration: number
}

function launch(flight: Flight, look: TitleLook, from: DOMRect, to: DOMRect, timing: Timing): void {
  const flyer = document.createElement('div')
  flyer.className = `flyer ${flight.piece}`
  if (flight.company) flyer.style.setProperty('--flyer', companyLook(look, flight.company).hue)
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
