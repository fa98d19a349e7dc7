import { describe, expect, it } from 'vitest'
import { frame, space } from '../src/titles/mogul/board'
import { isEnd, path, TALL, wide } from '../src/titles/speculation/geometry'
import { links, owners, type Company, type Space } from '../src/titles/ekonos/board'
import { certain, fare, piles, type Face, type Player, type Quote } from '../src/titles/wallstreet/board'
import { lookOf, posterOf } from '../src/titles/look'

const TITLES = ['ekonos', 'mogul', 'speculation', 'wallstreet']

describe.each(TITLES)('%s', (title) => {
  it('gives every company a hue, a symbol and a letter of its own', async () => {
    const { companies } = await lookOf(title)
    const all = Object.values(companies)
    for (const kind of ['hue', 'symbol', 'letter'] as const) {
      expect(new Set(all.map((look) => look[kind])).size).toBe(all.length)
    }
  })

  it('has letters that can be read on their hue', async () => {
    for (const { hue, on } of Object.values((await lookOf(title)).companies)) {
      expect(contrast(hue, on)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('has a poster', () => {
    expect(posterOf(title)).toMatch(/poster.*svg/)
  })
})

function contrast(one: string, other: string): number {
  const light = (colour: string) => {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const part = parseInt(colour.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
  }
  const [high, low] = [light(one), light(other)].sort((a, b) => b - a)
  return (high! + 0.05) / (low! + 0.05)
}

describe('Mogul’s track', () => {
  it('is a ring of 32 spaces, also below zero', () => {
    expect([space(0), space(33), space(-2)]).toEqual([0, 1, 30])
  })

  it('frames the table without leaving a gap', () => {
    const cells = Array.from({ length: 32 }, (_, i) => frame(i, 11, 7).join())
    expect(new Set(cells).size).toBe(32)
    expect([cells[0], cells[10], cells[16], cells[26], cells[31]]).toEqual(['1,1', '11,1', '11,7', '1,7', '1,2'])
  })
})

describe('Speculation’s track', () => {
  const frames = [wide({ width: 400, height: 400 }), wide({ width: 1000, height: 280 }), TALL]
  it.each(frames)('keeps every space and price inside its frame', (layout) => {
    for (let number = 1; number < 60; number++) {
      const { x, y } = layout.space(number)
      expect(x > 0 && x < layout.width && y > 0 && y < layout.height).toBe(true)
    }
    expect(layout.list(0).x + 8 * layout.cell.width).toBeLessThanOrEqual(layout.width)
    expect(path(layout).match(/L/g)).toHaveLength(59)
  })

  it('ends at 60', () => {
    expect([isEnd(59), isEnd(60)]).toEqual([false, true])
  })
})

describe('Ekonos', () => {
  it('draws each link once', () => {
    const spaces = [
      { number: 1, links: [2] },
      { number: 2, links: [1] },
    ] as Space[]
    expect(links(spaces)).toHaveLength(1)
  })

  it('fills a column with its owners’ shares', () => {
    expect(owners({ owned: [2, 0, 1] } as Company)).toEqual([0, 0, 2])
  })
})

describe('Wall Street', () => {
  it('counts certain shares: doubles twice, the secret one too, duals and gold apart', () => {
    const player = {
      cards: [
        { share: true, companies: ['maize'], shares: 2, count: 2 },
        { share: true, companies: ['maize', 'oil'], shares: 1, count: 1 },
        { share: true, companies: [], shares: 1, count: 1 },
      ],
      secret: { company: 'maize', shares: 1, points: 3 },
    } as unknown as Player
    expect(certain(player, 'maize')).toBe(5)
    expect(certain(player, 'oil')).toBe(0)
  })

  it('groups kept cards by company, then duals and gold, then variations', () => {
    const market = [{ id: 'maize' }, { id: 'oil' }] as Quote[]
    const card = (type: number, share: boolean, companies: string[]) => ({ type, share, companies }) as Face
    const cards = [
      card(0, false, ['oil']),
      card(1, true, ['oil']),
      card(2, true, ['maize', 'oil']),
      card(3, true, ['maize']),
    ]
    const found = piles(cards, market).map(({ quote, cards }) => [quote?.id ?? null, cards.map(({ type }) => type)])
    expect(found).toEqual([
      ['maize', [3]],
      ['oil', [1]],
      [null, [2, 0]],
    ])
  })

  it('reads a move’s cost from its offer', () => {
    const args = { steps: 3, cost: 7, cash_part: 2, fees: 1, loans: 1 }
    const offer = { action: 'move 3', key: 'offer.move', args, rule: 'WS-41', targets: [], confirm: '' }
    expect(fare([offer])).toEqual({ total: 8, cash: 3, loan: true })
    expect(fare(undefined)).toBeNull()
  })
})
