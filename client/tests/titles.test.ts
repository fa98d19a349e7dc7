import { describe, expect, it } from 'vitest'
import type { View } from '../src/protocol'
import { frame, sides } from '../src/titles/mogul/board'
import { courseOf, path, rows, tall, wide } from '../src/titles/speculation/geometry'
import { ownBoard } from '../src/titles/board'
import { links, owners, sheetOf } from '../src/titles/ekonos/board'
import type { Company, Space } from '../src/titles/ekonos/board.types'
import { certain, fare, piles } from '../src/titles/wallstreet/board'
import type { Card, Company as Quote, KeptCard, Player } from '../src/titles/wallstreet/board.types'
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
  const share = ([step, steps]: readonly [number, number]) => step / steps
  const spots = (spaces: number, across: number) =>
    Array.from({ length: spaces }, (_, i) => frame(i, sides(spaces, across))).map(({ x, y }) => [share(x), share(y)])

  it('has the printed board’s sides', () => {
    expect([sides(32, 10 / 16), sides(32, 7 / 16)]).toEqual([
      [10, 6, 10, 6],
      [7, 9, 7, 9],
    ])
  })

  it.each([4, 5, 12, 20, 31, 32, 50, 60, 99])('frames the table with %i spaces, none twice', (spaces) => {
    for (const across of [10 / 16, 7 / 16]) {
      const found = spots(spaces, across)
      expect(new Set(found.map(String)).size).toBe(spaces)
      expect(found.every(([x, y]) => x === 0 || x === 1 || y === 0 || y === 1)).toBe(true)
      for (const corner of ['0,0', '1,0', '1,1', '0,1']) expect(found.map(String)).toContain(corner)
    }
  })

  it.each([12, 20, 50, 60])('spreads %i spaces evenly over all four sides', (spaces) => {
    const [top, right, bottom, left] = sides(spaces, 10 / 16)
    expect([bottom, left]).toEqual([top, right])
    expect(top / right).toBeGreaterThan(1)
    expect(top / right).toBeLessThan(2.1)
  })
})

describe('Speculation’s track', () => {
  type Segments = [number, number][]
  const even = (count: number, length: number): Segments =>
    Array.from({ length: count }, (_, i) => [i * length + 1, (i + 1) * length])
  const PRINTED: Segments = [...even(5, 10), [51, 59], [60, 60]]
  const editions: [string, Segments][] = [
    ['the printed board', PRINTED],
    ['a short one', [...even(2, 4), [9, 9]]],
    [
      'one with a long segment',
      [
        [1, 3],
        [4, 40],
        [41, 41],
      ],
    ],
    ['many short segments', [...even(20, 3), [61, 61]]],
    [
      'a single space',
      [
        [1, 1],
        [2, 2],
      ],
    ],
  ]

  describe.each(editions)('%s', (_, segments) => {
    const course = courseOf(segments)
    const layouts = [
      wide({ width: 400, height: 400 }, course, 8),
      wide({ width: 1000, height: 280 }, course, 3),
      tall({ width: 350 }, course, 8),
    ]

    it('has every space once, in rows of at most ten, and END by its own number', () => {
      const spaces = rows(course).flatMap(({ first, last }) =>
        Array.from({ length: last - first + 1 }, (_, i) => first + i),
      )
      expect(spaces).toEqual(Array.from({ length: segments.at(-1)![0] + 1 }, (_, i) => i))
      expect(Math.max(...course.lines.map(({ first, last }) => last - first + 1))).toBeLessThanOrEqual(10)
    })

    it.each(layouts)('keeps every space and price inside its frame, none upon another', (layout) => {
      const inside = ({ x, y }: { x: number; y: number }) => x > 0 && x < layout.width && y > 0 && y < layout.height
      const spots = Array.from({ length: course.end }, (_, i) => layout.space(i + 1))
      expect(spots.every(inside)).toBe(true)
      expect(new Set(spots.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)).size).toBe(course.end)
      const lists = segments.map((_, segment) => layout.list(segment))
      expect(lists.every(inside)).toBe(true)
      expect(new Set(lists.map(({ y }) => y)).size).toBe(segments.length)
      expect(path(layout).match(/L/g)).toHaveLength(course.end - 1)
    })

    it('puts each price list beside the line that its segment begins with', () => {
      const [layout] = layouts
      segments.slice(0, -1).forEach(([first], segment) => {
        const { y } = layout!.list(segment)
        expect(Math.abs(y + 13 - layout!.space(first).y)).toBeLessThan(20)
      })
    })
  })

  it('has the printed board’s lines of ten, with room for eight prices', () => {
    const course = courseOf(PRINTED)
    expect(course.lines.map(({ first }) => first)).toEqual([1, 11, 21, 31, 41, 51])
    for (const layout of [wide({ width: 930, height: 478 }, course, 8), tall({ width: 350 }, course, 8)]) {
      expect(layout.list(0).x + 8 * layout.cell.width).toBeLessThanOrEqual(layout.width)
    }
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

  it('draws a map in any units at the same size', () => {
    const map = (unit: number) =>
      sheetOf({
        map: { width: 1000 * unit, height: 698 * unit },
        spaces: [{ number: 1, x: 224 * unit, y: 210 * unit }] as Space[],
      })
    expect(map(0.5)).toEqual(map(1))
    expect(map(1)).toMatchObject({ width: 1000, height: 698, spaces: [{ x: 224, y: 210 }] })
  })

  it('fills a column with its owners’ shares', () => {
    expect(owners({ owned: [2, 0, 1] } as Company)).toEqual([0, 0, 2])
  })
})

describe('Wall Street', () => {
  const share = (companies: string[], shares: number) => ({ share: true, companies, shares }) as Card
  const kept = (companies: string[], shares: number, count: number) => ({ ...share(companies, shares), count })
  const who = (cards: KeptCard[], unsure: Card[]) =>
    ({ cards, unsure, secret: { company: 'maize', shares: 1, points: 3 } }) as Player

  it('counts certain shares: doubles twice, the secret one too, duals and gold apart', () => {
    const player = who([kept(['maize'], 2, 2), kept(['maize', 'oil'], 1, 1), kept([], 1, 1)], [])
    expect(certain(player, 'maize')).toBe(5)
    expect(certain(player, 'oil')).toBe(0)
  })

  it('counts of the cards of which one went back only those that stay whichever it was', () => {
    expect(certain(who([], [share(['oil'], 1), share([], 1)]), 'oil')).toBe(0)
    expect(certain(who([kept(['oil'], 1, 1)], [share(['oil'], 1), share(['oil'], 2)]), 'oil')).toBe(2)
  })

  it('groups kept cards by company, then duals and gold, then variations', () => {
    const market = [{ id: 'maize' }, { id: 'oil' }] as Quote[]
    const card = (type: number, share: boolean, companies: string[]) => ({ type, share, companies }) as KeptCard
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
    const args = { steps: 3, cost: 7, cash_part: 2, fees: 1, total: 8, cash_due: 3, loans: 1 }
    const rest = { rule: 'WS-41', targets: [], confirm: '', verb: 'move', leads: [] }
    const offer = { action: 'move 3', key: 'offer.move', args, ...rest }
    expect(fare([offer])).toEqual({ total: 8, cash: 3, loan: true })
    expect(fare(undefined)).toBeNull()
  })
})

describe('A board', () => {
  const view = { title: 'mogul', board: { spaces: 32 } } as View
  it('has its title’s type', () => {
    expect(ownBoard(view, 'mogul').spaces).toBe(32)
  })

  it('is not drawn by another title', () => {
    expect(() => ownBoard(view, 'ekonos')).toThrow('mogul on the board of ekonos')
  })
})
