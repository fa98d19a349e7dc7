/** What the cards of Mogul's pieces say. */
import type { BoardModel } from '../../play/boardmodel.svelte'
import { kindOf } from '../../play/boardmodel.svelte'
import type { PieceFacts } from '../look'
import { boardOf } from './board'

const RULES: Record<string, string> = {
  card: 'MO-03',
  pot: 'MO-19',
  chips: 'MO-05',
  bank: 'MO-35',
  deck: 'MO-11',
  space: 'MO-47',
  quote: 'MO-27',
  company: 'MO-27',
  seat: 'MO-49',
  start_player: 'MO-33',
  out: 'MO-19',
  price: 'MO-27',
  unseen: 'MO-11',
}

export function facts(model: BoardModel, target: string): PieceFacts | undefined {
  const kind = kindOf(target)
  const rule = RULES[kind]
  return rule === undefined ? undefined : { rule, now: now(model, kind, target) }
}

/** What it means for whoever looks at it. */
function now(model: BoardModel, kind: string, target: string): string[] {
  const board = boardOf(model.view)
  const own = model.view.seat === null ? null : board.players[model.view.seat]!
  const id = kind === 'card' ? (board.card?.colour ?? '') : target.slice(kind.length + 1)
  const index = model.view.companies.indexOf(id)
  if (own && index >= 0) {
    const held = model.say('now.company', { count: own.shares[index]!, price: model.view.prices[index]! })
    return board.unseen ? [held, model.say('now.unseen', { unseen: board.unseen[index]! })] : [held]
  }
  if (kind === 'deck') return [model.say(board.crash_possible ? 'screen.crash_possible' : 'now.no_crash')]
  return []
}
