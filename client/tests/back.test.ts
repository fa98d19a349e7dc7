import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { backCloses } from '../src/keys/back'

/** A history with its entries' states; going back is heard a moment later, as in a browser. */
function aHistory() {
  const entries: unknown[] = [null]
  vi.spyOn(history, 'state', 'get').mockImplementation(() => entries.at(-1))
  vi.spyOn(history, 'pushState').mockImplementation((state) => void entries.push(state))
  vi.spyOn(history, 'back').mockImplementation(() => {
    entries.pop()
    dispatchEvent(new PopStateEvent('popstate'))
  })
  return entries
}

describe('going back', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('closes what lies over the page, and the page stays', () => {
    const entries = aHistory()
    const close = vi.fn()
    backCloses(close)
    history.back()
    expect(close).toHaveBeenCalledOnce()
    expect(entries).toHaveLength(1)
  })

  it('closes the topmost of several, then the next', () => {
    aHistory()
    const closed: string[] = []
    backCloses(() => closed.push('sheet'))
    backCloses(() => closed.push('dialog'))
    history.back()
    expect(closed).toEqual(['dialog'])
    history.back()
    expect(closed).toEqual(['dialog', 'sheet'])
  })

  it('leaves no entry behind when it was closed some other way', () => {
    const entries = aHistory()
    const close = vi.fn()
    backCloses(close)()
    vi.runAllTimers()
    expect(entries).toHaveLength(1)
    expect(close).not.toHaveBeenCalled()
  })

  it('keeps the entry for a dialog that takes the place of another', () => {
    const entries = aHistory()
    const end = backCloses(() => {})
    end()
    const next = vi.fn()
    backCloses(next)
    vi.runAllTimers()
    expect(entries).toHaveLength(2)
    history.back()
    expect(next).toHaveBeenCalledOnce()
  })

  it('leaves alone what opens while the entry of the last one is still being left', () => {
    const entries = aHistory()
    vi.mocked(history.back).mockImplementation(() => {
      setTimeout(() => {
        entries.pop()
        dispatchEvent(new PopStateEvent('popstate'))
      }, 20)
    })
    backCloses(() => {})()
    vi.advanceTimersByTime(1)
    const close = vi.fn()
    backCloses(close)
    vi.advanceTimersByTime(30)
    expect(close).not.toHaveBeenCalled()
    expect(entries).toHaveLength(2)
    history.back()
    vi.runAllTimers()
    expect(close).toHaveBeenCalledOnce()
  })

  it('does not undo a link that was followed from a dialog', () => {
    const entries = aHistory()
    const end = backCloses(() => {})
    history.pushState(null, '', '/elsewhere')
    end()
    vi.runAllTimers()
    expect(entries.at(-1)).toBe(null)
    expect(history.back).not.toHaveBeenCalled()
  })
})
