import type { Telling, View } from '../../protocol'
import type { Args } from '../../text/message'
import drawn from '../../../../openoutcry/titles/ekonos/look.json'
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
  verbs: ['place', 'protect', 'grow', 'discard'],
  about,
  companies: companyLooks(drawn.companies),
  figures: (view, seat) => [
    { key: 'board.money', amount: boardOf(view).players[seat]!.coins },
    { key: 'board.cards', amount: boardOf(view).players[seat]!.cards },
  ],
  holdings: (view, seat) => boardOf(view).players[seat]!.shares,
  flights,
  scenery,
  staging,
}

const ABOUT_A_COMPANY = ['place', 'decision', 'tile', 'naming']

function about(view: View): { key: string; args: Args } | null {
  const { pending, use } = boardOf(view)
  const kind = view.decision?.kind ?? ''
  if (!pending || !ABOUT_A_COMPANY.includes(kind)) return null
  const asked = kind === 'place' && use === 'protect' ? 'protect' : kind
  return { key: `ask.${asked}`, args: { company: pending.company } }
}

function flights({ key, args }: Telling): Flight[] {
  const company = String(args['company'] ?? '')
  const space = `space:${args['space']}`
  if (key === 'story.placed' || key === 'story.laid' || key === 'story.replaced') {
    const laid: Flight = { from: `company:${company}`, to: space, piece: 'share', count: 1, company }
    const victim = String(args['victim'] ?? '')
    return victim ? [{ from: space, to: `company:${victim}`, piece: 'share', count: 1, company: victim }, laid] : [laid]
  }
  if (key === 'story.office' || key === 'story.succeeded') {
    const from = key === 'story.office' ? `company:${company}` : `seat:${args['other']}`
    return [{ from, to: `seat:${args['seat']}`, piece: 'crown', count: 1 }]
  }
  if (key === 'story.sold')
    return [{ from: `company:${company}`, to: `seat:${args['seat']}`, piece: 'coin', count: Number(args['price']) }]
  if (key === 'story.bought')
    return [{ from: `seat:${args['seat']}`, to: `company:${company}`, piece: 'coin', count: Number(args['price']) }]
  return []
}

const GROWTH = ['story.grew', 'story.blocked', 'story.lapsed', 'story.expanded']

/** Growth is seen beside the company, protection on the map. */
function scenery({ key, args }: Telling): string[] {
  if (key === 'story.protected') return [`space:${args['space']}`]
  return GROWTH.includes(key) ? [`company:${args['company']}`] : []
}
