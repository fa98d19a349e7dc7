/** What Wall Street's board says, made ready to be drawn. */
import type { Offer, View } from '../../protocol'
import { ownBoard } from '../board'
import type { Card, Company, KeptCard, Player, WallStreetBoard } from './board.types'

export const boardOf = (view: View) => ownBoard(view, 'wallstreet')

/** What moving to a slot costs, as the offer says it. */
export interface Fare {
  total: number
  cash: number
  loan: boolean
}

export function fare(offers: Offer[] | undefined): Fare | null {
  const args = offers?.find((offer) => 'steps' in offer.args)?.args
  if (!args) return null
  return { total: Number(args['total']), cash: Number(args['cash_due']), loan: Number(args['loans'] ?? 0) > 0 }
}

export interface Pile {
  /** The company of all its shares; none for duals, gold and variations. */
  quote: Company | null
  cards: KeptCard[]
}

const isPure = (card: Card, company: string) =>
  card.share && card.companies.length === 1 && card.companies[0] === company

/** Cards by company in the order of the board, none left out, then those of several companies or none. */
export function piles(cards: KeptCard[], market: Company[]): Pile[] {
  const own = market.map((quote) => ({ quote, cards: cards.filter((card) => isPure(card, quote.id)) }))
  const rest = cards
    .filter((card) => !market.some((quote) => isPure(card, quote.id)))
    .sort((a, b) => Number(b.share) - Number(a.share))
  return rest.length ? [...own, { quote: null, cards: rest }] : own
}

/** Shares of a company that count for sure, the secret one included; duals and gold stand apart. */
export function certain(player: Player, company: string): number {
  const secret = player.secret?.company === company ? player.secret.shares : 0
  const kept = (player.cards ?? []).filter((card) => isPure(card, company))
  // One of the unsure cards is gone: at worst the one that counts most.
  const unsure = player.unsure.filter((card) => isPure(card, company)).map(({ shares }) => shares)
  const least = sum(unsure) - Math.max(0, ...unsure)
  return secret + sum(kept.map(({ shares, count }) => shares * count)) + least
}

/** The cards that a piece of the board shows. */
export function facesOf(board: WallStreetBoard, target: string): Card[] {
  const [kind, id] = target.split(':')
  if (kind === 'slot') return board.ring[Number(id)]?.cards ?? []
  if (kind === 'lot') return [id === '0' ? board.hand : board.second].filter((card) => card !== null)
  if (kind === 'hand') return board.hand ? [board.hand] : []
  if (kind === 'deck') return board.top ? [board.top] : []
  if (kind === 'zone') return [board.zones[ZONES.indexOf(id ?? '')]?.top ?? null].filter((card) => card !== null)
  if (kind === 'card')
    return board.players
      .flatMap(({ cards }) => cards ?? [])
      .filter(({ type }) => String(type) === id)
      .slice(0, 1)
  return []
}

/** The discard piles as targets name them, in the board's order. */
export const ZONES = ['gold', 'fewer', 'halve']

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
