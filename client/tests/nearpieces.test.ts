import { beforeEach, describe, expect, it, vi } from 'vitest'
import { nearPieces, touches } from '../src/play/nearpieces'

const BRICK = 27

/** A piece of the size of a brick on a phone, or larger. */
function lay(board: HTMLElement, left: number, classes: string, size = BRICK): HTMLElement {
  const piece = document.createElement('div')
  piece.dataset['piece'] = `brick:${left}`
  piece.className = `piece ${classes}`
  piece.getBoundingClientRect = () => new DOMRect(left, 100, size, size)
  board.append(piece)
  return piece
}

function tap(target: Element, x: number, pointerType = 'touch') {
  target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType }))
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1, clientX: x, clientY: 110 }))
}

it('a fingertip touches what is less than half its breadth away', () => {
  const brick = new DOMRect(100, 100, BRICK, BRICK)
  expect(touches({ x: 113, y: 113 }, brick)).toBe(true)
  expect(touches({ x: 140, y: 113 }, brick)).toBe(true)
  expect(touches({ x: 150, y: 113 }, brick)).toBe(false)
  expect(touches({ x: 113, y: 150 }, brick)).toBe(false)
})

describe('a tap among small pieces', () => {
  let board: HTMLElement
  const ask = vi.fn()
  const chosen = vi.fn()

  beforeEach(() => {
    board = document.createElement('div')
    document.body.replaceChildren(board)
    ask.mockClear()
    chosen.mockClear()
    nearPieces(ask)(board)
    board.addEventListener('click', chosen)
  })

  it('asks which one was meant', () => {
    const [first, second] = [lay(board, 100, 'offered'), lay(board, 127, 'offered')]
    tap(first!, 120)
    expect(ask.mock.calls[0]![0]).toEqual([first, second])
    expect(chosen).not.toHaveBeenCalled()
  })

  it('chooses what lies alone', () => {
    tap(lay(board, 100, 'offered'), 113)
    expect(ask).not.toHaveBeenCalled()
    expect(chosen).toHaveBeenCalledOnce()
  })

  it('beside a piece decides nothing by itself', () => {
    const piece = lay(board, 100, 'offered')
    tap(lay(board, 130, ''), 135)
    expect(ask.mock.calls[0]![0]).toEqual([piece])
  })

  it('says why where a piece may not be chosen', () => {
    lay(board, 100, 'offered')
    tap(lay(board, 127, 'barred'), 130)
    expect(ask).not.toHaveBeenCalled()
  })

  it('means what it hits where that is large, and a mouse always does', () => {
    const near = lay(board, 100, 'offered')
    tap(lay(board, 127, 'offered', 60), 130)
    tap(near, 120, 'mouse')
    expect(ask).not.toHaveBeenCalled()
    expect(chosen).toHaveBeenCalledTimes(2)
  })
})
