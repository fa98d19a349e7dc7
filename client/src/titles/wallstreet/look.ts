import type { Telling } from '../../protocol'
import type { Flight, TitleLook } from '../look'
import Board from './Board.svelte'
import { boardOf, certain } from './board'
import { staging } from './staging'

export const look: TitleLook = {
  Board,
  companies: {
    // An ear of maize.
    maize: {
      hue: '#e0b020',
      on: '#2a1f00',
      line: 'light-dark(#8a6900, #f0c53d)',
      letter: 'M',
      symbol:
        'M12 1c3 2 4 5 4 9s-1 7-4 9c-3-2-4-5-4-9s1-7 4-9zM9.500 8v1.500h5V8zM9.300 11v1.500h5.400V11zM9.800 14v1.500h4.400V14zM10.500 5v1.500h3V5zM5 9c1 7 3 11 7 14-6 0-9-6-7-14zM19 9c-1 7-3 11-7 14 6 0 9-6 7-14z',
    },
    // A boll of cotton.
    cotton: {
      hue: '#e9e4d4',
      on: '#2b3440',
      line: 'light-dark(#5c6470, #f1ede0)',
      letter: 'C',
      symbol:
        'M12 3a4 4 0 0 1 4 3 4.500 4.500 0 0 1 2 8 4 4 0 0 1-6 1 4 4 0 0 1-6-1 4.500 4.500 0 0 1 2-8 4 4 0 0 1 4-3zM12 6v7h1V6zM5 16c2 0 4 1 6 2.500V23h2v-4.500c2-1.500 4-2.500 6-2.500-1 2.500-3 4-6 4.500h-2c-3-.5-5-2-6-4.500z',
    },
    // Ingots, stacked.
    steel: {
      hue: '#5b4f96',
      on: '#ffffff',
      line: 'light-dark(#5b4f96, #b3a6ee)',
      letter: 'S',
      symbol:
        'M8 5h8l2 6H6zM9.300 6.500L8.300 9.500h7.400l-1-3zM3 13h8l1 6H1zM4.200 14.500l-.8 3h6.900l-.6-3zM13 13h8l2 6H12zM14.200 14.500l-.6 3h7l-.8-3z',
    },
    // A derrick.
    oil: {
      hue: '#20262e',
      on: '#f5efdf',
      line: 'light-dark(#20262e, #c3cbd6)',
      letter: 'O',
      symbol:
        'M10.500 1h3l5.500 20h2v2H3v-2h2zM11.500 4l-1 4h3l-1-4zM10 10l-1 4h6l-1-4zM8.500 16l-1.300 5h9.600l-1.300-5zM11 4l4 4-1 1-4-4zM14.500 10l-5 5-1-1 5-5z',
    },
  },
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
  staging,
}

/** The discard piles' places on the board, by their events. */
const STANDS: Record<string, string> = { gold_3: 'gold', minus_1: 'fewer', halve: 'halve' }

function flights({ key, args }: Telling): Flight[] {
  const seat = `seat:${args['seat']}`
  if (key === 'story.flip') return [{ from: seat, to: 'trend', piece: 'coin', count: 1 }]
  if (key === 'story.trend') return [{ from: 'trend', to: seat, piece: 'coin', count: Number(args['coins']) }]
  if (key === 'story.fee') return [{ from: seat, to: `seat:${args['other']}`, piece: 'coin', count: 1 }]
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
