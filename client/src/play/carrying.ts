/** With a mouse or a pen a piece can be carried to the one it goes with: one gesture answers both questions. */
import type { Attachment } from 'svelte/attachments'
import type { BoardModel } from './boardmodel.svelte'
import { faceOf, turnUp } from './fly'

/** Pixels that a press may wander and still be a click. */
const WANDERS = 8

interface Press {
  piece: HTMLElement | SVGElement
  x: number
  y: number
}

type Carrier = Pick<BoardModel, 'carried' | 'carry' | 'takes' | 'drop'>

/** Where it could be put down at this spot: a piece, or a place that stands for one (`data-drop`). */
function placeAt(model: Carrier, x: number, y: number): string | null {
  for (let at = document.elementFromPoint(x, y); at; at = at.parentElement) {
    const name = at.getAttribute('data-piece') ?? at.getAttribute('data-drop')
    if (name !== null && model.takes(name)) return name
  }
  return null
}

/** What follows the pointer. */
function lift(piece: Element): HTMLElement {
  const ghost = document.createElement('div')
  ghost.className = 'flyer card carried'
  const drawn = piece.querySelector('[data-face]')
  if (drawn) turnUp(ghost, faceOf(drawn))
  document.body.append(ghost)
  return ghost
}

export function carrying(model: Carrier): Attachment<HTMLElement> {
  return (board) => {
    let press: Press | null = null
    let ghost: HTMLElement | null = null

    const letGo = () => {
      press = null
      ghost?.remove()
      ghost = null
      model.carry(null)
    }
    const onpointerdown = (event: PointerEvent) => {
      const piece = (event.target as Element).closest<HTMLElement | SVGElement>('.piece.offered')
      if (piece && event.button === 0 && event.pointerType !== 'touch') {
        press = { piece, x: event.clientX, y: event.clientY }
      }
    }
    const onpointermove = ({ clientX, clientY }: PointerEvent) => {
      if (!press) return
      if (!ghost) {
        if (Math.hypot(clientX - press.x, clientY - press.y) < WANDERS) return
        model.carry(press.piece.dataset['piece']!)
        if (model.carried === null) return letGo()
        ghost = lift(press.piece)
        getSelection()?.removeAllRanges()
      }
      ghost.style.transform = `translate(${clientX - 11}px, ${clientY - 11}px)`
    }
    const onpointerup = ({ clientX, clientY }: PointerEvent) => {
      if (ghost) {
        ignoreClick()
        const place = placeAt(model, clientX, clientY)
        if (place !== null) model.drop(place)
      }
      if (press) letGo()
    }
    const onkeydown = ({ key }: KeyboardEvent) => {
      if (ghost && key === 'Escape') letGo()
    }

    board.addEventListener('pointerdown', onpointerdown)
    window.addEventListener('pointermove', onpointermove)
    window.addEventListener('pointerup', onpointerup)
    window.addEventListener('pointercancel', letGo)
    window.addEventListener('keydown', onkeydown)
    return () => {
      letGo()
      board.removeEventListener('pointerdown', onpointerdown)
      window.removeEventListener('pointermove', onpointermove)
      window.removeEventListener('pointerup', onpointerup)
      window.removeEventListener('pointercancel', letGo)
      window.removeEventListener('keydown', onkeydown)
    }
  }
}

/** Letting go of a piece is no click on whatever lies below. */
function ignoreClick(): void {
  const ignore = (event: Event) => event.stopPropagation()
  window.addEventListener('click', ignore, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', ignore, { capture: true }))
}
