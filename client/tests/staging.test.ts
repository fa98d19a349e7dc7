import { describe, expect, it } from 'vitest'
import type { Frame, Telling, View } from '../src/protocol'
import { beatsOf, type Staging } from '../src/play/beats'
import { ownBoard } from '../src/titles/board'
import { staging as ekonos } from '../src/titles/ekonos/staging'
import { staging as mogul } from '../src/titles/mogul/staging'
import { staging } from '../src/titles/speculation/staging'
import { aView } from './made'

function view(step: number, spaces: number[], shown: (string | null)[]): View {
  const companies = ['alhambra', 'metro'].map((id, i) => ({ id, space: spaces[i]!, rank: i + 1, price: 10 }))
  const players = shown.map((card) => ({ shown: card, decided: false }))
  const figures = { companies: ['alhambra', 'metro'], prices: [10, 10], worth: [1, 2] }
  return aView({ title: 'speculation', seat: null, step, waiting: [], board: { companies, players }, ...figures })
}

describe('Speculation’s reveal', () => {
  const before = view(5, [3, 9], [null, null])
  const after = view(6, [6, 11], ['alhambra', 'metro'])
  const story: Telling[] = [
    { step: 5, key: 'story.played', args: { seat: 1, card: 'metro' } },
    { step: 5, key: 'story.played', args: { seat: 0, card: 'alhambra' } },
    { step: 5, key: 'story.moved', args: { company: 'metro', from: 9, space: 11 } },
    { step: 5, key: 'story.moved', args: { company: 'alhambra', from: 3, space: 6 } },
  ]
  // Each frame differs from what came after it.
  const frames: Frame[] = [
    { step: 6, told: 2, changes: [[['board', 'companies', 1, 'space'], 9]] },
    { step: 6, told: 3, changes: [[['board', 'companies', 0, 'space'], 3]] },
  ]
  const beats = beatsOf(before, after, frames, story, staging)
  const boards = beats.map((beat) => ownBoard(beat.view, 'speculation'))

  it('turns one card after another, in the order of play', () => {
    expect(boards.slice(0, 2).map(({ players }) => players.map(({ shown }) => shown))).toEqual([
      [null, 'metro'],
      ['alhambra', 'metro'],
    ])
    expect(boards[0]!.players[0]!.decided).toBe(true)
  })

  it('lets each brick walk space by space, one after the other', () => {
    const ways = boards.slice(2).map(({ companies }) => companies.map(({ space }) => space))
    expect(ways).toEqual([
      [3, 10],
      [3, 11],
      [4, 11],
      [5, 11],
      [6, 11],
    ])
  })

  it('tells everything once, and in order', () => {
    expect(beats.flatMap(({ tellings }) => tellings)).toEqual(story)
  })
})

describe('A price that moves by a third or more', () => {
  const before = aView({ companies: ['beta'], prices: [2] })
  const after = aView({ companies: ['beta'], prices: [3], step: 1 })
  const bought: Telling = { step: 0, key: 'story.bought', args: {} }
  const held = (way: Staging) => beatsOf(before, after, [], [bought], way)[0]!.holds

  it('is looked at for longer, but not where every trade moves one so far', () => {
    expect(held(mogul)).toBe(600)
    expect(held(ekonos)).toBe(400)
  })
})
