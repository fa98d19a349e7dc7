/** What the cards of Speculation's pieces say. */
import type { BoardModel } from '../../play/boardmodel.svelte'
import { kindOf } from '../../play/boardmodel.svelte'
import { listed } from '../../text/words.svelte'
import type { PieceFacts } from '../look'
import { boardOf } from './board'

const RULES: Record<string, string> = {
  card: 'SP-30',
  brick: 'SP-10',
  bank: 'SP-18',
  share: 'SP-18',
  space: 'SP-10',
  tile: 'SP-15',
  steps: 'SP-31',
  company: 'SP-10',
  list: 'SP-10',
  rank: 'SP-12',
  start: 'SP-11',
  end: 'SP-37',
  turn: 'SP-15',
  face_down: 'SP-30',
  price: 'SP-10',
  own: 'SP-18',
  player: 'SP-35',
}

export function facts(model: BoardModel, target: string): PieceFacts | undefined {
  const kind = kindOf(target)
  const rule = RULES[kind]
  if (rule === undefined) return undefined
  const id = target.slice(kind.length + 1)
  if (id === 'holiday') return { rule: 'SP-33', about: 'piece.holiday' }
  if (kind === 'start') return { rule, args: { price: boardOf(model.view).start_price } }
  if (kind === 'player') return { rule, now: cardsOf(model, Number(id)) }
  if (kind === 'tile') return { rule, about: `piece.tile.${id}` }
  return { rule, now: now(model, id) }
}

/** Where the company stands, and what of it is mine. */
function now(model: BoardModel, id: string): string[] {
  const board = boardOf(model.view)
  const index = board.companies.findIndex((company) => company.id === id)
  const company = board.companies[index]
  if (!company) return []
  const own = model.view.seat === null ? 0 : board.players[model.view.seat]!.shares[index]!
  return [model.say('now.company', { rank: company.rank, price: company.price, own })]
}

/** What somebody has played in this cycle, and so what is left: all of it has been seen. */
function cardsOf(model: BoardModel, seat: number): string[] {
  const board = boardOf(model.view)
  const played = board.players[seat]?.played ?? []
  if (!played.length) return []
  const all = [...board.companies.map(({ id }) => id), 'holiday']
  const names = (cards: string[]) => listed(cards.map((card) => model.say(`card.${card}`)))
  return [
    model.say('now.played', { cards: names(played) }),
    model.say('now.to_come', { cards: names(all.filter((card) => !played.includes(card))) }),
  ]
}
