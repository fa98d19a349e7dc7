import { describe, expect, it } from 'vitest'
import type { Company, SpeculationBoard } from '../src/titles/speculation/board.types'
import { ghostOf } from '../src/titles/speculation/ghost'
import { anOffer } from './made'

const company = (id: string, space: number, rank: number, price: number): Company => ({
  id,
  letter: id[0]!.toUpperCase(),
  name: id,
  colour: '',
  space,
  segment: space === 0 ? null : space < 4 ? 0 : 1,
  rank,
  price,
  bank: 3,
})

/** Three companies, a segment of three spaces, and END at the fourth. */
const board = (steps: number | null): SpeculationBoard => ({
  side: 'calm',
  turn: 2,
  active: 0,
  tile: 'trade',
  steps,
  table: { actions: {}, steps: [] },
  bags: { actions: {}, steps: [] },
  start_price: 20,
  segments: [
    [1, 3],
    [4, 4],
  ],
  lists: {
    calm: [
      [90, 60, 30],
      [200, 150, 100],
    ],
  },
  companies: [company('alhambra', 2, 1, 90), company('metro', 1, 2, 60), company('opera', 0, 3, 20)],
  hand: ['metro', 'holiday'],
  picked: null,
  players: [],
})

describe('the ghost of a move', () => {
  it('walks over occupied spaces and says which prices would change', () => {
    const ghost = ghostOf(board(1), null, 'card:metro')!
    expect(ghost.companies.find(({ id }) => id === 'metro')).toMatchObject({ space: 3, rank: 1, price: 90 })
    expect([...ghost.prices]).toEqual([
      ['alhambra', 60],
      ['metro', 90],
    ])
  })

  it('stops at END, behind whoever is there', () => {
    const there = board(9)
    there.companies[0] = company('alhambra', 4, 1, 200)
    const ghost = ghostOf(there, null, 'card:metro')!
    expect(ghost.companies.map(({ rank, price }) => [rank, price])).toEqual([
      [1, 200],
      [2, 150],
      [3, 20],
    ])
  })

  it('stands where an offer says, START and END included', () => {
    const raised = anOffer('raise M', { key: 'offer.raise', args: { company: 'metro', space: 'end' } })
    const lowered = anOffer('lower M', { key: 'offer.lower', args: { company: 'metro', space: 'start' } })
    expect(ghostOf(board(null), raised, null)?.prices.get('metro')).toBe(200)
    expect(ghostOf(board(null), lowered, null)?.prices.get('metro')).toBe(20)
  })

  it('is none where no brick moves', () => {
    expect(ghostOf(board(3), null, 'card:holiday')).toBeNull()
    expect(ghostOf(board(null), null, 'card:metro')).toBeNull()
    expect(ghostOf(board(3), null, 'bank:metro')).toBeNull()
  })
})
