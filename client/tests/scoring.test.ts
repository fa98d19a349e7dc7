import { beforeAll, describe, expect, it } from 'vitest'
import type { ScoreLine, Telling, View } from '../src/protocol'
import { beatsOf, type Staging } from '../src/play/beats'
import { categoriesOf, totals } from '../src/play/scoring'
import { markBefore, marksOf, nextMark } from '../src/replay/marks'
import { learn } from '../src/text/words.svelte'
import { aView } from './made'

const line = (key: string, points: number, company?: string): ScoreLine => ({
  key,
  args: company ? { company } : {},
  points,
  rule: 'SP-39',
})

const LINES = [
  [line('score.cash', 10), line('score.shares', 5, 'metro')],
  [line('score.cash', 3), line('score.shares', 7, 'alhambra'), line('score.shares', 2, 'metro')],
]

function view(over: boolean): View {
  const figures = { companies: ['alhambra', 'metro'], prices: [1, 1], worth: over ? [15, 12] : [14, null] }
  const result = { over, places: over ? [1, 2] : null, score_lines: over ? LINES : null }
  return aView({ title: 'speculation', step: over ? 12 : 10, waiting: [], ...figures, ...result })
}

describe('the final score', () => {
  beforeAll(() => learn('speculation'))

  it('has a category for each word of the title and for each company, in the order of the market', () => {
    const found = categoriesOf(view(true))
    expect(found.map(({ id }) => id)).toEqual(['cash', 'company:alhambra', 'company:metro'])
    expect(found.map(({ lines }) => lines.map((one) => one?.points ?? null))).toEqual([
      [10, 3],
      [null, 7],
      [5, 2],
    ])
  })

  it('adds up, category by category', () => {
    const found = categoriesOf(view(true))
    expect([1, 2, 3].map((counted) => totals(found, 2, counted))).toEqual([
      [10, 3],
      [10, 10],
      [15, 12],
    ])
  })

  it('is played category by category, and the results are told when all are counted', () => {
    const staging: Staging = { holds: { 'story.end': 1200, 'story.final': 0 } }
    const story: Telling[] = [
      { step: 11, key: 'story.end', args: {} },
      { step: 11, key: 'story.final', args: { seat: 0 } },
      { step: 11, key: 'story.final', args: { seat: 1 } },
    ]
    const beats = beatsOf(view(false), view(true), [], story, staging)
    expect(beats.map(({ counted, holds, tellings }) => [counted, holds, tellings.length])).toEqual([
      [undefined, 1200, 1],
      [1, 700, 0],
      [2, 700, 0],
      [3, 700, 0],
      [4, 1800, 2],
    ])
    const worth = beats.map(({ view }) => view.worth)
    expect(worth, 'the end is not given away beside the players').toEqual([
      ...Array<View['worth']>(4).fill([14, null]),
      [15, 12],
    ])
  })
})

describe('a replay', () => {
  const step = (number: number, actor: number | null, forced = false) => ({ number, actor, action: '', forced })
  const film = {
    steps: [step(0, null), step(1, 0), step(2, 0), step(3, 1, true), step(4, 1), step(5, 0)],
    story: [
      { step: 0, key: 'story.round', args: {} },
      { step: 2, key: 'story.paid', args: {} },
      { step: 4, key: 'story.won', args: {} },
      { step: 5, key: 'story.round', args: {} },
    ],
  }
  const staging: Staging = {
    holds: {},
    rounds: ['story.round'],
    climax: ({ key }) => (key === 'story.won' ? { scene: 'hammer', key: 'scene.won' } : null),
  }

  it('jumps by event, by turn, by round and by climax', () => {
    expect(marksOf(film, staging)).toEqual({ event: [1, 3, 5, 6], turn: [2, 5, 6], round: [1, 6], climax: [5] })
  })

  it('jumps to what a title calls its highlights, if not every climax is one', () => {
    const few = { ...staging, isHighlight: ({ key }: { key: string }) => key === 'story.paid' }
    expect(marksOf(film, few).climax).toEqual([3])
  })

  it('goes to the end after the last mark and to the beginning before the first', () => {
    expect([nextMark([2, 5], 2, 9), nextMark([2, 5], 5, 9)]).toEqual([5, 9])
    expect([markBefore([2, 5], 5), markBefore([2, 5], 2)]).toEqual([2, 0])
  })
})
