/** What the cards of Wall Street's pieces say. */
import type { BoardModel } from '../../play/boardmodel.svelte'
import { kindOf } from '../../play/boardmodel.svelte'
import type { PieceFacts } from '../look'
import { boardOf, certain, facesOf } from './board'
import type { Card } from './board.types'

const RULES: Record<string, string> = {
  slot: 'WS-41',
  lot: 'WS-45',
  hand: 'WS-46',
  card: 'WS-57',
  deck: 'WS-100',
  trend: 'WS-34',
  capital: 'WS-65',
  cash: 'WS-110',
  loan: 'WS-71',
  secret: 'WS-113',
  zone: 'WS-95',
  company: 'WS-112',
  pile: 'WS-14',
  explosion: 'WS-100',
  pawn: 'WS-40',
}

export function facts(model: BoardModel, target: string): PieceFacts | undefined {
  const kind = kindOf(target)
  const rule = RULES[kind]
  if (rule === undefined) return undefined
  if (kind === 'zone') return { rule, about: `piece.${target.replace(':', '.')}` }
  const board = boardOf(model.view)
  if (kind === 'slot' && board.ring[Number(target.slice(5))]?.trend) return { rule: 'WS-50', about: 'piece.trend_slot' }
  const face = facesOf(board, target)[0]
  if (face)
    return {
      rule,
      about: aboutCard(face),
      args: { points: face.points, due: face.due },
      now: now(model, face.companies),
    }
  return { rule, now: kind === 'company' ? now(model, [target.slice(kind.length + 1)]) : [] }
}

/** The effect printed on a card, by what it is. */
function aboutCard({ name, share, levels }: Card): string {
  if (name === 'gold') return 'piece.gold'
  if (name.startsWith('dual')) return 'piece.dual'
  if (name.startsWith('move')) return 'piece.move'
  if (share) return levels ? 'piece.share_moving' : 'piece.share'
  return `piece.${name}`
}

/** How far each company is from its minimum, for whoever looks. */
function now(model: BoardModel, companies: string[]): string[] {
  const board = boardOf(model.view)
  const player = model.view.seat === null ? null : board.players[model.view.seat]!
  if (!player?.cards) return []
  return board.market
    .filter(({ id }) => companies.includes(id))
    .map(({ id, minimum, value }) =>
      model.say('now.company', { company: id, held: certain(player, id), minimum, value }),
    )
}
