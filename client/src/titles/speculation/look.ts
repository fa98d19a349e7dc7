import type { Telling, View } from '../../protocol'
import drawn from '../../../../openoutcry/titles/speculation/look.json'
import { companyLooks, type Flight, type TitleLook } from '../look'
import { advance } from './advance'
import Board from './Board.svelte'
import { boardOf } from './board'
import TradeSlip from './TradeSlip.svelte'
import Drawing from './Drawing.svelte'
import { facts } from './facts'
import { staging } from './staging'

export const look: TitleLook = {
  Board,
  Drawing,
  facts,
  advance,
  Slip: TradeSlip,
  needsSlip: (view: View) => view.decision?.kind === 'trade',
  companies: companyLooks(drawn.companies),
  figures: (view, seat) => [{ key: 'screen.cash', amount: boardOf(view).players[seat]!.cash }],
  holdings: (view, seat) => boardOf(view).players[seat]!.shares,
  flights,
  scenery,
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

/** Cards are turned up below the slate; a brick is followed to where it goes. */
function scenery({ key, args }: Telling): string[] {
  if (key === 'story.turn' || key === 'story.first_turn' || key === 'story.played') return [`seat:${args['seat']}`]
  if (args['space'] === undefined) return []
  return [`brick:${args['company']}`, `space:${args['space']}`]
}
