import { afterEach, describe, expect, it, vi } from 'vitest'
import { isLight, plainLook } from '../src/plain/look'
import { label, pieceOf } from '../src/plain/plan'
import type { BoardField, BoardPlan, View } from '../src/protocol'
import { learn, say } from '../src/text/words.svelte'
import { lookOf, posterOf } from '../src/titles/look'

const field = (name: string, rest: Partial<BoardField> = {}): BoardField => ({
  name,
  kind: 'number',
  many: 'one',
  fields: [],
  ...rest,
})

const plan: BoardPlan = {
  title: 'bazaar',
  companies: { silk: { hue: '#b3364f', letter: 'S' }, tea: { hue: '#f0e0a0', letter: 'T' } },
  fields: [
    field('pot'),
    field('players', {
      kind: 'part',
      many: 'per_seat',
      fields: [
        field('coins'),
        field('bid'),
        field('hand', { many: 'per_company' }),
        field('shares', { many: 'per_company' }),
      ],
    }),
  ],
}

const view = {
  title: 'bazaar',
  companies: ['silk', 'tea'],
  board: {
    pot: 3,
    players: [
      { coins: 4, bid: 2, hand: [1, 0], shares: [1, 2] },
      { coins: 5, bid: null, hand: null, shares: [0, 1] },
    ],
  },
} as View

const answer = (body: unknown) => vi.fn(async () => new Response(JSON.stringify(body), { status: 200 }))

afterEach(() => vi.unstubAllGlobals())

describe('A title without a drawing of its own', () => {
  const look = plainLook(plan)

  it('shows the numbers that are known of a seat', () => {
    expect(look.figures(view, 0)).toEqual([
      { key: 'board.coins', amount: 4 },
      { key: 'board.bid', amount: 2 },
    ])
    expect(look.figures(view, 1)).toEqual([{ key: 'board.coins', amount: 5 }])
  })

  it('counts the shares that are known', () => {
    expect(look.holdings(view, 0)).toEqual([2, 2])
    expect(look.holdings(view, 1)).toEqual([0, 1])
  })

  it('gives each company letters that can be read on its hue, and a shape of its own', () => {
    expect(isLight('#f0e0a0')).toBe(true)
    expect(look.companies['silk']!.on).toBe('#ffffff')
    expect(look.companies['tea']!.on).toBe('#14100a')
    expect(look.companies['silk']!.symbol).not.toBe(look.companies['tea']!.symbol)
  })

  it('is drawn by the plan that the server sends', async () => {
    const fetched = answer(plan)
    vi.stubGlobal('fetch', fetched)
    expect((await lookOf('bazaar')).plan).toEqual(plan)
    expect(fetched).toHaveBeenCalledWith('api/titles/bazaar/plan', expect.anything())
  })

  it('has a poster', () => {
    expect(posterOf('bazaar')).toMatch(/poster.*svg/)
  })

  it('has its words from the server, and a field without a word its name', async () => {
    vi.stubGlobal('fetch', answer({ title: 'bazaar', lang: 'en', messages: { 'board.pot': 'kitty' } }))
    await learn('bazaar')
    expect(say('bazaar', 'board.pot')).toBe('kitty')
    expect(label('bazaar', 'pot')).toBe('kitty')
    expect(label('bazaar', 'last_bid')).toBe('last bid')
  })

  it('names the items of a list by their text, their id or their place', () => {
    expect(pieceOf('card', 'silk', 3)).toBe('card:silk')
    expect(pieceOf('card', { id: 7 }, 3)).toBe('card:7')
    expect(pieceOf('card', 9, 3)).toBe('card:3')
  })
})
