import { describe, expect, it, vi } from 'vitest'
import { DoubleTapGuard } from '../src/keys/doubletap'

function clicked(guard: DoubleTapGuard, question: string, at: number, detail = 1): boolean {
  const stopPropagation = vi.fn()
  const event = { detail, timeStamp: at, preventDefault: () => undefined, stopPropagation }
  guard.onclick(event, question)
  return !stopPropagation.mock.calls.length
}

function touching(): DoubleTapGuard {
  const guard = new DoubleTapGuard()
  guard.onpointerdown({ pointerType: 'touch' } as PointerEvent)
  return guard
}

describe('a second tap', () => {
  it('does not answer the question that the first one brought up', () => {
    const guard = touching()
    expect(clicked(guard, 'first', 1000)).toBe(true)
    expect(clicked(guard, 'second', 1200)).toBe(false)
    expect(clicked(guard, 'second', 1360)).toBe(true)
  })

  it('may press the same thing again', () => {
    const guard = touching()
    expect(clicked(guard, 'first', 1000)).toBe(true)
    expect(clicked(guard, 'first', 1100)).toBe(true)
  })

  it('of a mouse is told from two clicks by the browser', () => {
    const guard = new DoubleTapGuard()
    expect(clicked(guard, 'first', 1000)).toBe(true)
    expect(clicked(guard, 'second', 1200, 2)).toBe(false)
    expect(clicked(guard, 'second', 1250, 1)).toBe(true)
  })

  it('of the keyboard counts as meant', () => {
    const guard = touching()
    expect(clicked(guard, 'first', 1000, 0)).toBe(true)
    expect(clicked(guard, 'second', 1010, 0)).toBe(true)
  })
})
