import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fly, origins } from '../src/play/fly'
import type { Flight } from '../src/titles/look'
import { look } from '../src/titles/mogul/look'

const paid: Flight = { from: 'seat:1', to: 'pot', piece: 'chip', count: 1 }
const inTheAir = () => document.querySelectorAll('.flyer').length
/** A page too busy to draw: no motion ever ends. */
const never = new Promise<Animation>(() => {})

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = '<p data-place="seat:1"></p><p data-place="pot"></p>'
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 20, 20))
  Element.prototype.animate = () => ({ finished: never }) as unknown as Animation
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('leaves nothing in the air of a move long past, however late a page is drawn', () => {
  fly([paid], origins([paid]), look, 1)
  expect(inTheAir()).toBe(1)
  vi.advanceTimersByTime(320)
  expect(inTheAir()).toBe(1)
  vi.advanceTimersByTime(500)
  expect(inTheAir()).toBe(0)
})
