/** The shape of `board` in openoutcry/titles/wallstreet/view.py. */
import type { Offer, View } from '../../protocol'

export interface Face {
  type: number | null
  name: string
  dynamite: number
  companies: string[]
  share?: boolean
  shares?: number
  levels?: number
  cost?: number
  points?: number
  count?: number
}

export interface Slot {
  trend: boolean
  cards: Face[]
  pawns: number[]
  option: number | null
}

export interface Quote {
  id: string
  cells: number[]
  start: number
  level: number
  value: number
  minimum: number
  magnate: { id: string; side: string } | null
}

export interface Zone {
  event: string
  top: Face | null
  cards: number
  dynamite: number | null
  strikes: boolean | null
}

export interface Player {
  cash: number
  capital: number
  top_capital: number
  loans: number
  penalty: number
  pawn: number | null
  shares: number
  variations: number
  extra: number
  cards: Face[] | null
  secret: { company: string; shares: number; points: number } | null
}

export interface WallStreetBoard {
  ring: Slot[]
  direction: number
  coins: number
  top: Face | null
  deck: number
  explosion_possible: boolean
  explosion_placed: boolean
  zones: Zone[]
  market: Quote[]
  players: Player[]
  turn: number | null
  hand: Face | null
  second: Face | null
  exchange: { shown: Face; offers: (Face | null)[]; decided: boolean[] } | null
}

export function boardOf(view: View): WallStreetBoard {
  return view.board as unknown as WallStreetBoard
}

/** What moving to a slot costs, as the offer says it. */
export interface Fare {
  total: number
  cash: number
  loan: boolean
}

export function fare(offers: Offer[] | undefined): Fare | null {
  const args = offers?.find((offer) => 'steps' in offer.args)?.args
  if (!args) return null
  const cash = Number(args['cash_part']) + Number(args['fees'] ?? 0)
  return { total: Number(args['cost']) + Number(args['fees'] ?? 0), cash, loan: Number(args['loans'] ?? 0) > 0 }
}

export interface Pile {
  /** The company of which all shares in it are; none for duals, gold and variations. */
  quote: Quote | null
  cards: Face[]
}

/** Cards by company in the order of the board, then those that are of several or of none. */
export function piles(cards: Face[], market: Quote[]): Pile[] {
  const pure = (card: Face, quote: Quote) =>
    Boolean(card.share) && card.companies.length === 1 && card.companies[0] === quote.id
  const own = market.map((quote) => ({ quote, cards: cards.filter((card) => pure(card, quote)) }))
  const rest = cards
    .filter((card) => !market.some((quote) => pure(card, quote)))
    .sort((a, b) => Number(b.share) - Number(a.share))
  return [...own, { quote: null, cards: rest }].filter((pile) => pile.cards.length)
}

/** Shares of a company that count for sure, the secret one included; duals and gold stand apart. */
export function certain(player: Player, company: string): number {
  const secret = player.secret?.company === company ? player.secret.shares : 0
  return (player.cards ?? []).reduce((sum, card) => {
    const plain = card.share && card.companies.length === 1 && card.companies[0] === company
    return plain ? sum + (card.shares ?? 0) * (card.count ?? 1) : sum
  }, secret)
}
