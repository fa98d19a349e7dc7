import type { Telling } from '../../protocol'
import type { Flight, TitleLook } from '../look'
import Board from './Board.svelte'
import { boardOf } from './board'
import { staging } from './staging'

const wheel = (x: number, r = 2) => `M${x - r} 18.500a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
const wheels = (...at: number[]) => at.map((x) => wheel(x)).join('')

export const look: TitleLook = {
  Board,
  playersOnBoard: true,
  companies: {
    // A steam engine with a tall funnel and a cow-catcher.
    brown: {
      hue: '#8a4b14',
      on: '#fff6e3',
      line: 'light-dark(#8a4b14, #d9914a)',
      letter: 'N',
      symbol: `M2 6h7v9H2zM3.500 7.500v3h4v-3zM9 10h10v5H9zM15.500 4h4l-1 6h-2zM11 8h2.500v2H11zM2 15h17l3.500 3H2z${wheels(5.5, 10.5, 15.5)}`,
    },
    // A streamliner.
    green: {
      hue: '#1b6a45',
      on: '#f1fbe9',
      line: 'light-dark(#1b6a45, #5fc48f)',
      letter: 'F',
      symbol: `M1 7h13c4.500 0 7.500 3.500 9 9H1zM15 9v3h4.500c-1-2-2.500-3-4.500-3zM3 9v2h9V9zM1 13v1h20v-1z${wheels(5, 10, 15, 19.5)}`,
    },
    // A cab-forward engine: the driver sits in front of the boiler.
    yellow: {
      hue: '#e6b81e',
      on: '#2a1f00',
      line: 'light-dark(#8f6c00, #f0c83c)',
      letter: 'P',
      symbol: `M16 6h5l1.500 4v6H16zM17.500 8v3h3.500l-.8-3zM3 9h13v6H3zM4 4h2.500v5H4zM9 7h2.500v2H9zM12.500 7h2v2h-2zM1 15h21v1.500H1z${wheels(4.5, 9.5, 14.5, 19)}`,
    },
    // A diesel with a rounded nose.
    blue: {
      hue: '#1c57a0',
      on: '#eef6ff',
      line: 'light-dark(#1c57a0, #76b4f5)',
      letter: 'S',
      symbol: `M1 6h13l4 4h2.500c1.500 1 2 3.500 2 6H1zM13.500 7.500v3h3.500zM3 8v2h2V8zM7 8v2h2V8zM1 12v1.200h20.500V12z${wheels(4.5, 8.5, 15, 19)}`,
    },
    // A tank engine with its tender.
    pink: {
      hue: '#b83a78',
      on: '#fff0f6',
      line: 'light-dark(#b83a78, #f08fbd)',
      letter: 'U',
      symbol: `M1 10h5v6H1zM7 5h6v11H7zM8.500 7v3h3V7zM13 9h8v7h-8zM17 3h3v6h-3zM14 7h2v2h-2zM1 16h22v1H1z${wheels(3.5, 9, 14, 19)}`,
    },
  },
  figures: (view, seat) => [{ key: 'screen.chips', amount: boardOf(view).players[seat]!.chips }],
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
