import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Pointing } from '../src/play/pointing.svelte'

const LONG_ENOUGH = 2000
const mouse = (x: number, y: number) =>
  new PointerEvent('pointermove', { pointerType: 'mouse', clientX: x, clientY: y })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('explains what the mouse comes to, and not what comes to lie under a mouse that rests', () => {
  const pointing = new Pointing()
  const piece = pointing.handlers('slot:7', 'oil share', () => {})
  pointing.met(mouse(10, 10))
  piece.onpointerenter(mouse(10, 10))
  vi.advanceTimersByTime(LONG_ENOUGH)
  expect(pointing.explained).toBe(null)
  expect(pointing.target).toBe('slot:7')

  piece.onpointermove(mouse(11, 10))
  vi.advanceTimersByTime(LONG_ENOUGH)
  expect(pointing.explained).toBe('slot:7')
})

it('explains a piece that the mouse enters', () => {
  const pointing = new Pointing()
  const number = pointing.explains('turn', 'this turn')
  pointing.met(mouse(10, 10))
  number.onpointerenter(mouse(20, 10))
  vi.advanceTimersByTime(LONG_ENOUGH)
  expect(pointing.explained).toBe('turn')
})
