import type { Telling } from '../../protocol'
import drawn from '../../../../openoutcry/titles/wallstreet/look.json'
import { companyLooks, type Flight, type TitleLook } from '../look'
import Board from './Board.svelte'
import { boardOf, certain } from './board'

export const look: TitleLook = {
  Board,
  companies: companyLooks(drawn.companies),
  figures: (view, seat) => {
    const player = boardOf(view).players[seat]!
    return [
      { key: 'screen.cash', amount: player.cash },
      { key: 'screen.capital', amount: player.capital },
      { key: 'screen.loans', amount: player.loans },
    ]
  },
  holdings: (view, seat) => {
    const { players, market } = boardOf(view)
    const player = players[seat]!
    return market.map(({ id }) => (player.cards ? certain(player, id) : null))
  },
  flights,
}

function flights({ key, args }: Telling): Flight[] {
  const seat = `seat:${args['seat']}`
  if (key === 'story.flip') return [{ from: seat, to: 'trend', piece: 'coin', count: 1 }]
  if (key === 'story.trend') return [{ from: 'trend', to: seat, piece: 'coin', count: Number(args['coins']) }]
  if (key === 'story.fee') return [{ from: seat, to: `seat:${args['other']}`, piece: 'coin', count: 1 }]
  if (key === 'story.kept') return [{ from: 'hand', to: seat, piece: 'card', count: 1 }]
  if (key === 'story.sold') return [{ from: 'trend', to: seat, piece: 'coin', count: Number(args['cash']) }]
  return []
}
