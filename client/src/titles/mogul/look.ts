import type { Telling } from '../../protocol'
import drawn from '../../../../openoutcry/titles/mogul/look.json'
import { companyLooks, type Flight, type TitleLook } from '../look'
import { advance } from './advance'
import Board from './Board.svelte'
import { boardOf } from './board'
import Drawing from './Drawing.svelte'
import { facts } from './facts'
import { staging } from './staging'

export const look: TitleLook = {
  Board,
  Drawing,
  facts,
  advance,
  companies: companyLooks(drawn.companies),
  figures: (view, seat) => [{ key: 'screen.chips', amount: boardOf(view).players[seat]!.chips }],
  standing: (view, seat) => {
    const { card, players, start } = boardOf(view)
    const out = card !== null && !players[seat]!.in && !view.over
    const starts = seat === start ? [{ key: 'board.start_player', sign: '▸' }] : []
    return out ? [...starts, { key: 'board.out', sign: '✕' }] : starts
  },
  holdings: (view, seat) => boardOf(view).players[seat]!.shares,
  flights,
  staging,
}

function flights({ key, args }: Telling): Flight[] {
  const seat = `seat:${args['seat']}`
  const many = (name: string) => Number(args[name] ?? 0)
  const company = String(args['colour'] ?? '')
  if (key === 'story.paid') return [{ from: seat, to: 'pot', piece: 'chip', count: 1 }]
  if (key === 'story.left') return [{ from: 'pot', to: seat, piece: 'chip', count: many('chips') }]
  if (key === 'story.loan') return [{ from: 'bank', to: seat, piece: 'chip', count: many('chips') }]
  if (key === 'story.dividend') return [{ from: 'card', to: seat, piece: 'coin', count: many('points') }]
  if (key === 'story.took' || key === 'story.received') {
    return [{ from: 'card', to: seat, piece: 'share', count: 1, company }]
  }
  if (key === 'story.sold') {
    return [{ from: seat, to: `company:${company}`, piece: 'share', count: many('count'), company }]
  }
  return []
}
