import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Frame, Telling, View } from '../src/protocol'
import type { Staging } from '../src/play/beats'
import { MOST_BEATS, Stage, TEMPI, type Speed } from '../src/play/stage.svelte'
import { anOffer, aView } from './made'

const staging: Staging = {
  holds: { 'story.paid': 400, 'story.left': 400, 'story.won': 900, 'story.final': 0, 'story.dividend': 700 },
  together: ['story.dividend'],
  climax: ({ key }) => (key === 'story.won' ? { scene: 'hammer', key: 'scene.won' } : null),
}

const DECISION = { step: 0, kind: 'auction', seats: [0], seat: 0, offers: [anOffer('pay')], default: 'pay' }

function view(step: number, pot: number, asked = false): View {
  const figures = { companies: ['brown'], prices: [3], worth: [1, 2] }
  return aView({ step, board: { pot }, kind: 'auction', decision: asked ? DECISION : null, ...figures })
}

const telling = (step: number, key: string, args = {}): Telling => ({ step, key, args })
/** The pot after a step, as a change of what came after it. */
const frame = (step: number, pot: number, told = 1): Frame => ({ step, told, changes: [[['board', 'pot'], pot]] })

const potOn = (board: object): unknown => ('pot' in board ? board.pot : null)

interface Shown {
  step: number
  pot: unknown
  keys: string[]
}

function staged(speed: Speed = 'normal', moves = true) {
  const stage = new Stage({ tempo: TEMPI[speed], moves })
  stage.staging = staging
  const shown: Shown[] = []
  stage.onshow = (tellings, { step, board }) =>
    shown.push({ step, pot: potOn(board), keys: tellings.map(({ key }) => key) })
  stage.show(view(10, 0, true))
  return { stage, shown }
}

/** Somebody pays, somebody leaves and the auction is won: three steps in one update. */
const ARRIVAL = {
  view: view(13, 0, true),
  frames: [frame(11, 1), frame(12, 2)],
  story: [
    telling(10, 'story.paid'),
    telling(11, 'story.paid'),
    telling(12, 'story.left'),
    telling(12, 'story.won', { seat: 0 }),
  ],
  acted: true,
  patience: null,
}

const pot = (stage: Stage) => potOn(stage.view!.board)

describe('the stage', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('plays for whoever comes back what happened, as soon as the title says how', () => {
    const stage = new Stage({ tempo: 1, moves: true })
    stage.arrive(view(10, 0), ARRIVAL)
    expect([stage.view?.step, stage.playing]).toEqual([10, false])
    stage.staging = staging
    expect([stage.view?.step, stage.playing]).toEqual([11, true])
    stage.skip()
    expect([stage.view?.step, stage.view?.decision]).toEqual([13, DECISION])
  })

  it('goes on from there when more arrives before that', () => {
    const stage = new Stage({ tempo: 1, moves: true })
    stage.arrive(view(10, 0), ARRIVAL)
    stage.receive({ ...ARRIVAL, view: view(14, 5, true), frames: [], story: [telling(13, 'story.paid')] })
    expect(stage.view?.step).toBe(14)
  })

  it('plays every step in order, on the board as it was after it', () => {
    const { stage, shown } = staged()
    stage.receive(ARRIVAL)
    vi.runAllTimers()
    expect(shown).toEqual([
      { step: 11, pot: 1, keys: ['story.paid'] },
      { step: 12, pot: 2, keys: ['story.paid'] },
      { step: 13, pot: 0, keys: ['story.left'] },
      { step: 13, pot: 0, keys: ['story.won'] },
    ])
  })

  it('holds each as long as its kind asks for, and shows the first at once', () => {
    const { stage, shown } = staged()
    stage.receive(ARRIVAL)
    const seen = (milliseconds: number) => {
      vi.advanceTimersByTime(milliseconds)
      return shown.length
    }
    expect(seen(0)).toBe(1)
    expect(seen(399)).toBe(1)
    expect(seen(1)).toBe(2)
    expect(seen(400)).toBe(3)
    expect(seen(400)).toBe(4)
    expect(stage.beat?.climax?.scene).toBe('hammer')
    vi.advanceTimersByTime(899)
    expect(stage.playing).toBe(true)
    vi.advanceTimersByTime(1)
    expect(stage.playing).toBe(false)
  })

  it('holds each step long enough to be found where nothing moves, the time of travel included', () => {
    const { stage, shown } = staged('normal', false)
    const walks: Staging = {
      holds: {},
      unfold: (_, after, tellings) => [
        { view: after, tellings, holds: 240, travels: true },
        { view: after, tellings: [], holds: 300 },
      ],
    }
    stage.staging = walks
    stage.receive({ ...ARRIVAL, frames: [], view: view(11, 1), story: [telling(10, 'story.moved')] })
    expect([shown.length, stage.beat?.holds]).toEqual([1, 540])
    stage.staging = staging
    stage.receive(ARRIVAL)
    vi.advanceTimersByTime(540)
    expect(stage.beat?.holds).toBe(500)
  })

  it('keeps what happens while it is paused, whatever was asked before, and plays it then', () => {
    const { stage, shown } = staged()
    stage.pause()
    stage.receive({ ...ARRIVAL, view: view(11, 1), frames: [], story: [] })
    const others = { view: view(13, 0, true), frames: [frame(12, 2)], story: ARRIVAL.story.slice(1) }
    expect(stage.receive({ ...others, acted: false, patience: null })).toBe(true)
    expect(stage.view?.step).toBe(10)
    stage.resume()
    vi.runAllTimers()
    expect(shown.map(({ step }) => step)).toEqual([11, 12, 13, 13])
  })

  it('asks nobody before the last step has been held', () => {
    const { stage } = staged()
    stage.receive(ARRIVAL)
    for (let waited = 0; waited < 2100; waited += 100) {
      expect(stage.view!.decision).toBeNull()
      vi.advanceTimersByTime(100)
    }
    expect(stage.view!.decision).not.toBeNull()
    expect(stage.view).toBe(ARRIVAL.view)
  })

  it('keeps what is yet to be seen out of the story', () => {
    const { stage } = staged()
    stage.receive(ARRIVAL)
    expect(stage.pending).toBe(3)
    vi.advanceTimersByTime(400)
    expect(stage.pending).toBe(2)
    vi.runAllTimers()
    expect(stage.pending).toBe(0)
  })

  it('plays what arrives meanwhile after what it is playing', () => {
    const { stage, shown } = staged()
    stage.receive(ARRIVAL)
    stage.receive({ view: view(14, 7), frames: [], story: [telling(13, 'story.paid')], acted: true, patience: null })
    expect(shown).toHaveLength(1)
    vi.runAllTimers()
    expect(shown.at(-1)).toEqual({ step: 14, pot: 7, keys: ['story.paid'] })
    expect(pot(stage)).toBe(7)
  })

  it.each([
    ['slow', 1.8],
    ['normal', 1],
    ['fast', 0.5],
  ] as const)('takes its time by the speed: %s', (speed, factor) => {
    const { stage } = staged(speed)
    stage.receive(ARRIVAL)
    vi.advanceTimersByTime(2100 * factor - 1)
    expect(stage.playing).toBe(true)
    vi.advanceTimersByTime(2)
    expect(stage.playing).toBe(false)
  })

  it('shows the end at once at instant speed, and still tells all of it', () => {
    const { stage, shown } = staged('instant')
    stage.receive(ARRIVAL)
    expect(stage.view).toBe(ARRIVAL.view)
    expect(shown.flatMap(({ keys }) => keys)).toHaveLength(4)
  })

  it('skips to now', () => {
    const { stage, shown } = staged()
    stage.receive(ARRIVAL)
    stage.skip()
    expect(stage.view).toBe(ARRIVAL.view)
    expect(stage.pending).toBe(0)
    vi.runAllTimers()
    expect(shown).toHaveLength(1)
  })

  it('stands still while it is paused, and goes on with what was left', () => {
    const { stage, shown } = staged()
    stage.receive(ARRIVAL)
    vi.advanceTimersByTime(300)
    stage.pause()
    vi.advanceTimersByTime(60_000)
    expect(shown).toHaveLength(1)
    stage.resume()
    vi.advanceTimersByTime(99)
    expect(shown).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(shown).toHaveLength(2)
  })

  it('plays nothing that comes while it is paused before it goes on', () => {
    const { stage, shown } = staged()
    stage.pause()
    stage.receive(ARRIVAL)
    vi.runAllTimers()
    expect(shown).toHaveLength(0)
    expect(pot(stage)).toBe(0)
    stage.resume()
    vi.runAllTimers()
    expect(shown).toHaveLength(4)
  })

  it('jumps to now where it fell too far behind', () => {
    const { stage } = staged()
    const frames = Array.from({ length: MOST_BEATS }, (_, i) => frame(11 + i, i))
    const story = Array.from({ length: MOST_BEATS + 1 }, (_, i) => telling(10 + i, 'story.paid'))
    const now = view(11 + MOST_BEATS, 5)
    expect(stage.receive({ view: now, frames, story, acted: true, patience: null })).toBe(false)
    expect(stage.view).toBe(now)
  })

  it('jumps to now in a tab that nobody sees', () => {
    const { stage } = staged()
    vi.spyOn(document, 'hidden', 'get').mockReturnValueOnce(true)
    stage.receive(ARRIVAL)
    expect(stage.view).toBe(ARRIVAL.view)
  })

  it('does not take a question away because others have answered it', () => {
    const { stage } = staged()
    const same = view(11, 0, true)
    stage.receive({ view: same, frames: [], story: [telling(10, 'story.paid')], acted: false, patience: null })
    expect(stage.view).toBe(same)
  })

  it('lets nobody’s clock run out while it plays', () => {
    const { stage } = staged()
    stage.receive({ ...ARRIVAL, patience: 500 })
    vi.advanceTimersByTime(501)
    expect(stage.view!.decision).not.toBeNull()
  })

  it('forgets everything when another person takes the screen', () => {
    const { stage, shown } = staged()
    stage.receive(ARRIVAL)
    stage.clear()
    expect(stage.view).toBeNull()
    vi.runAllTimers()
    expect(shown).toHaveLength(1)
    expect(stage.view).toBeNull()
  })

  it('shows nothing of one seat to the next', () => {
    const { stage } = staged()
    stage.receive(ARRIVAL)
    const theirs = { ...view(13, 0), seat: 1 }
    stage.exchange(theirs)
    expect(stage.view).toBe(theirs)
    expect(stage.playing).toBe(false)
  })

  it('lets several pieces of the story happen together', () => {
    const { stage, shown } = staged()
    const story = [0, 1, 2].map((seat) => telling(10, 'story.dividend', { seat }))
    stage.receive({ view: view(11, 0), frames: [], story, acted: true, patience: null })
    expect(shown).toHaveLength(1)
    vi.advanceTimersByTime(700)
    expect(stage.playing).toBe(false)
  })
})
