// Made by `python -m openoutcry.server.typescript client/src`: a test compares.

/** What is printed on a card. */
export interface Card {
  /** Its number in the edition, equal for equal cards; null for Explosion. */
  type: number | null
  /** Its key below `card.` in the catalogues. */
  name: string
  /** Sticks of dynamite. */
  dynamite: number
  /** The companies it names: two on a dual share, none on most variations. */
  companies: string[]
  /** A share, gold included; else a variation or Explosion. */
  share: boolean
  /** How many shares it counts as. */
  shares: number
  /** How far it moves its company's value, down if negative. */
  levels: number
  /** The price printed on it; null for Explosion, which nobody buys. */
  cost: number | null
  /** Victory points for keeping it. */
  points: number
  /** What everybody pays when it is kept: for Black Day only (WS-84). */
  due: number
  /** How many such cards there are. */
  copies: number
}

/** A company's row of the market. */
export interface Company {
  /** Its id in the catalogues. */
  id: string
  /** The values along its row. */
  cells: number[]
  /** The cell it began on. */
  start: number
  /** The cell it stands on, from 0. */
  level: number
  /** Of a share now. */
  value: number
  /** Shares it takes to score (WS-112). */
  minimum: number
  /** If the table plays with them. */
  magnate: Magnate | null
}

/** A stock exchange under way (WS-85). */
export interface Exchange {
  /** The card that is offered. */
  shown: Card
  /** The company it counts for, once it is named. */
  company: string | null
  /** By seat; null where there is none, or none to be seen yet. */
  offers: (Card | null)[]
  /** By seat: has an offer face down. */
  decided: boolean[]
  /** By seat: may offer. */
  asked: boolean[]
}

/** A card in somebody's piles. */
export interface KeptCard extends Card {
  /** How many of them are there for certain. */
  count: number
}

/** A magnate above a company. */
export interface Magnate {
  /** Its id in the catalogues. */
  id: string
  /** The side that lies up. */
  side: 'penalty' | 'reward'
  /** The number it speaks of: points, coins, or the capital from which a level is lost; else 0. */
  amount: number
}

/** What a seat has. */
export interface Player {
  /** Money in hand. */
  cash: number
  /** Pays towards the price of every move. */
  capital: number
  /** The greatest capital there is. */
  top_capital: number
  /** Loans taken. */
  loans: number
  /** Points they will cost. */
  penalty: number
  /** The slot its pawn stands on. */
  pawn: number | null
  /** Cards in the pile of shares. */
  shares: number
  /** Cards in the pile of variations. */
  variations: number
  /** Points of magnates. */
  extra: number
  /** The call option: in hand or in a slot; null if the table plays without. */
  option: 'hand' | number | null
  /** A magnate made it return a kept card (WS-134). */
  returned: boolean
  /**
   * Kept cards; null where they are hidden. With all but one of `unsure` they make up both piles.
   */
  cards: KeptCard[] | null
  /** One of these, unknown which, was returned face down; the others are still kept (WS-134). */
  unsure: Card[]
  /** null where it is hidden. */
  secret: Secret | null
}

/** A secret share. */
export interface Secret {
  /** Of which company. */
  company: string
  /** How many shares it counts as. */
  shares: number
  /** Victory points for having it. */
  points: number
}

/** A slot of the ring. */
export interface Slot {
  /** The trend card lies here. */
  trend: boolean
  /** One card, two in a lot. */
  cards: Card[]
  /** Seats whose pawns stand here. */
  pawns: number[]
  /** The seat whose call option lies here. */
  option: number | null
}

/** The ring, the market, the discards and everybody's holdings. */
export interface WallStreetBoard {
  /** What is being decided; "chance" for a draw. */
  phase: string
  /** In the board's order. */
  ring: Slot[]
  /** 1 for clockwise, -1 against. */
  direction: number
  /** On the trend card. */
  coins: number
  /** The open top card of the deck. */
  top: Card | null
  /** Cards in the deck. */
  deck: number
  /** The next card may be Explosion. */
  explosion_possible: boolean
  /** Explosion lies in a discard pile. */
  explosion_placed: boolean
  /** Once it does: turns to be played, the present one included. */
  turns_left: number | null
  /** The discard piles. */
  zones: Zone[]
  /** In the board's order. */
  market: Company[]
  /** By seat. */
  players: Player[]
  /** The seat whose turn it is. */
  turn: number | null
  /** The first seat to play. */
  start: number | null
  /** Turns played. */
  turns: number
  /** The card just bought. */
  hand: Card | null
  /** The other card of a lot, still to be dealt with. */
  second: Card | null
  /** A card on its way from a pile to a discard. */
  sold: Card | null
  /** The stock exchange under way. */
  exchange: Exchange | null
  /** The company whose magnate acts now. */
  magnate: string | null
  /** The table plays with call options. */
  call_options: boolean
}

/** A discard pile under its end event. */
export interface Zone {
  /** The event that strikes if most dynamite lies here. */
  event: string
  /** All that may be seen of it. */
  top: Card | null
  /** How many lie there. */
  cards: number
  /** Counted after the end only (WS-14). */
  dynamite: number | null
  /** Whether its event happened; after the end. */
  strikes: boolean | null
}

declare module '../../protocol' {
  interface Boards {
    wallstreet: WallStreetBoard
  }
}
