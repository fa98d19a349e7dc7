import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callBack, notify } from '../src/table/turnsignal'
import { settings } from '../src/settings.svelte'

describe('calling somebody back to the table', () => {
  const shown = vi.fn()
  const rung = vi.fn()

  beforeEach(() => {
    class Shown {
      static permission = 'granted'
      constructor(turn: string, { body }: { body: string }) {
        shown(turn, body)
      }
    }
    class Speaker {
      currentTime = 0
      destination = {}
      createGain = () => ({
        connect: () => undefined,
        gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
      })
      createOscillator = () => ({ frequency: {}, connect: (to: unknown) => to, start: rung, stop: () => undefined })
    }
    vi.stubGlobal('Notification', Shown)
    vi.stubGlobal('AudioContext', Speaker)
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    settings.choices.notify = true
    settings.choices.sound = false
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    shown.mockReset()
    rung.mockReset()
  })

  it('is a notification for who wants one and looks elsewhere', async () => {
    callBack('Your turn', 'Mogul')
    await vi.waitFor(() => expect(shown).toHaveBeenCalledExactlyOnceWith('Your turn', 'Mogul'))
  })

  it('goes through the service worker where there is one, as Android demands', async () => {
    const showNotification = vi.fn(() => Promise.resolve())
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ showNotification }) } })
    expect(await notify('Your turn', 'Mogul')).toBe(true)
    expect(showNotification).toHaveBeenCalledOnce()
    expect(shown).not.toHaveBeenCalled()
  })

  it('does no harm where the browser throws, and says so', async () => {
    shown.mockImplementation(() => {
      throw new TypeError('Illegal constructor')
    })
    expect(await notify('Your turn', 'Mogul')).toBe(false)
    expect(() => callBack('Your turn', 'Mogul')).not.toThrow()
  })

  it('is none for who looks at the table, or wants none', async () => {
    settings.choices.notify = false
    callBack('Your turn', 'Mogul')
    settings.choices.notify = true
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
    callBack('Your turn', 'Mogul')
    await new Promise((done) => setTimeout(done))
    expect(shown).not.toHaveBeenCalled()
  })

  it('rings only for who wants sound', () => {
    callBack('Your turn', 'Mogul')
    expect(rung).not.toHaveBeenCalled()
    settings.choices.sound = true
    callBack('Your turn', 'Mogul')
    expect(rung).toHaveBeenCalled()
  })
})
