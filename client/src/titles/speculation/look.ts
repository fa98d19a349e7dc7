import type { Telling, View } from '../../protocol'
import type { Flight, TitleLook } from '../look'
import Board from './Board.svelte'
import { boardOf } from './board'
import TradeSlip from './TradeSlip.svelte'
import { staging } from './staging'

export const look: TitleLook = {
  Board,
  Slip: TradeSlip,
  needsSlip: (view: View) => view.decision?.kind === 'trade',
  companies: {
    // A horseshoe arch.
    alhambra: {
      hue: '#d9771a',
      on: '#241200',
      line: 'light-dark(#a85608, #f0a352)',
      letter: 'A',
      symbol: 'M3 22V12C3 6 7 2 12 2s9 4 9 10v10h-5v-8c1-5-1-8-4-8s-5 3-4 8v8z',
    },
    // A train leaving its tunnel.
    metro: {
      hue: '#6a7079',
      on: '#ffffff',
      line: 'light-dark(#565c65, #b4bac3)',
      letter: 'M',
      symbol:
        'M2 21V11a10 9 0 0 1 20 0v10h-3V11a7 6.500 0 0 0-14 0v10zM7 9h10v9H7zM8.500 10.500v3h7v-3zM8 19h8l1.500 2h-11z',
    },
    // A mud tower with its beams.
    timbuktu: {
      hue: '#1d62ad',
      on: '#ffffff',
      line: 'light-dark(#1d62ad, #77b6f2)',
      letter: 'T',
      symbol:
        'M9 22L10 4l2-2 2 2 1 18zM5 8h4v1.500H5zM15 8h4v1.500h-4zM4.500 12.500H9V14H4.500zM15 12.500h4.500V14H15zM4 17h4.500v1.500H4zM15.500 17H20v1.500h-4.500z',
    },
    // A cut stone.
    carat: {
      hue: '#e8bf22',
      on: '#2a1f00',
      line: 'light-dark(#8c6b00, #f2cd45)',
      letter: 'C',
      symbol:
        'M6 4h12l5 6-11 12L1 10zM7.200 5.500L4 9.200h5zM16.800 5.500l-1.800 3.700h5zM12 5.500L10.500 9.200h3zM9 10.800l3 8 3-8z',
    },
    // Two spires.
    colonia: {
      hue: '#b0322b',
      on: '#ffffff',
      line: 'light-dark(#b0322b, #f2867e)',
      letter: 'O',
      symbol: 'M6 1l3 9v12H3V10zM18 1l3 9v12h-6V10zM10 13h4v9h-1v-4a1 1 0 0 0-2 0v4h-1z',
    },
    // A round fort.
    eketorp: {
      hue: '#1f7a4d',
      on: '#ffffff',
      line: 'light-dark(#1f7a4d, #62c795)',
      letter: 'E',
      symbol:
        'M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zM12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10.500 1h3v6h-3zM10.500 17h3v6h-3zM8.500 12L12 8.500l3.500 3.500v3.500h-7z',
    },
    // A pagoda.
    shogun: {
      hue: '#6c4aa6',
      on: '#ffffff',
      line: 'light-dark(#6c4aa6, #b99aec)',
      letter: 'S',
      symbol: 'M12 1l7 5-1 2h-2v2h4l3 4-1 1h-2v5h2v2H2v-2h2v-5H2l-1-1 3-4h4V8H6L5 6zM10 15v5h4v-5z',
    },
    // A top hat.
    showmanager: {
      hue: '#f0ead8',
      on: '#1d2530',
      line: 'light-dark(#3a3f45, #f5efdf)',
      letter: 'W',
      symbol: 'M6 3h12l-1 12h6v2.500c-7 3-15 3-22 0V15h6zM6.600 11l.2 2h10.400l.2-2z',
    },
  },
  figures: (view, seat) => [{ key: 'screen.cash', amount: boardOf(view).players[seat]!.cash }],
  holdings: (view, seat) => boardOf(view).players[seat]!.shares,
  flights,
  staging,
}

function flights({ key, args }: Telling): Flight[] {
  const seat = `seat:${args['seat']}`
  const found: Flight[] = []
  if (key === 'story.sell' || key === 'story.swap') {
    found.push({ from: seat, to: `bank:${args['sell']}`, piece: 'share', count: 1, company: String(args['sell']) })
  }
  if (key === 'story.buy' || key === 'story.swap') {
    found.push({ from: `bank:${args['buy']}`, to: seat, piece: 'share', count: 1, company: String(args['buy']) })
  }
  return found
}
