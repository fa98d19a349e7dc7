import type { Telling } from '../../protocol'
import drawn from '../../../../openoutcry/titles/wallstreet/look.json'
import { companyLooks, type Flight, type TitleLook } from '../look'
import { advance } from './advance'
import Board from './Board.svelte'
import { boardOf, certain } from './board'
import Drawing from './Drawing.svelte'
import { facts } from './facts'
import { staging } from './staging'

export const look: TitleLook = {
  Board,
  Drawing,
  facts,
  advance,
  companies: companyLooks(drawn.companies),
  figures: (view, seat) => {
    const player = boardOf(view).players[seat]!
    return [
      { key: 'screen.cash', amount: player.cash },
      { key: 'screen.capital', amount: player.capital },
      { key: 'screen.loans', amount: player.loans, piece: 'loan' },
    ]
  },
  piles: (view, seat) => {
    const player = boardOf(view).players[seat]!
    return [
      { key: 'screen.shares', amount: player.shares },
      { key: 'screen.variations', amount: player.variations },
    ]
  },
  holdings: (view, seat) => {
    const { players, market } = boardOf(view)
    const player = players[seat]!
    return market.map(({ id }) => (player.cards ? certain(player, id) : null))
  },
  flights,
  scenery,
  staging,
}

/** The discard piles' places on the board, by their events. */
const STANDS: Record<string, string> = { gold_3: 'gold', minus_1: 'fewer', halve: 'halve' }

function flights({ key, args }: Telling): Flight[] {
  const seat = `seat:${args['seat']}`
  if (key === 'story.flip') return [{ from: seat, to: 'trend', piece: 'coin', count: Number(args['cost']) }]
  if (key === 'story.trend') return [{ from: 'trend', to: seat, piece: 'coin', count: Number(args['coins']) }]
  if (key === 'story.fee') {
    return [{ from: seat, to: `seat:${args['other']}`, piece: 'coin', count: Number(args['cost']) }]
  }
  if (key === 'story.bought') return [{ from: `slot:${args['slot']}`, to: 'hand', piece: 'card', count: 1 }]
  if (key === 'story.bought_lot') return [{ from: `slot:${args['slot']}`, to: 'lot:0', piece: 'card', count: 2 }]
  if (key === 'story.discarded' || key === 'story.explosion_placed') {
    return ['hand', 'deck'].map((from) => ({
      from,
      to: `zone:${STANDS[String(args['zone'])]}`,
      piece: 'card',
      count: 1,
    }))
  }
  if (key === 'story.kept') return [{ from: 'hand', to: seat, piece: 'card', count: 1 }]
  if (key === 'story.sold') return [{ from: 'trend', to: seat, piece: 'coin', count: Number(args['cash']) }]
  return []
}

/** A pawn goes round the ring to the card that it takes from there; values are seen on their board. */
function scenery({ key, args }: Telling): string[] {
  if (key === 'story.rise' || key === 'story.fall') return [`company:${args['company']}`]
  return args['slot'] === undefined ? [] : [`slot:${args['slot']}`, `pawn:${args['seat']}`]
}
