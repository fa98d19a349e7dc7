// Made by `python -m openoutcry.server.typescript client/src`: a test compares.

/** A company with its brick on the track. */
export interface Company {
  /** Its id in the edition and the catalogues. */
  id: string
  /** As actions name it. */
  letter: string
  /** As the edition names it. */
  name: string
  /** Of its brick and cards. */
  colour: string
  /** Where its brick stands: 0 is START. */
  space: number
  /** The segment of that space, from 0; null on START. */
  segment: number | null
  /** 1 for the brick that is ahead of all others; bricks on START are jointly last (SP-12). */
  rank: number
  /** Of a share now. */
  price: number
  /** Shares that can be bought. */
  bank: number
}

/** What lies in front of a seat. */
export interface Player {
  /** Money. */
  cash: number
  /** How many of each company. */
  shares: number[]
  /** Cards in hand. */
  hand: number
  /** Cards left in its own deck. */
  deck: number
  /** Cards played since the last shuffle. */
  played: string[]
  /** Has a card face down while others still choose. */
  decided: boolean
  /** The card of this turn, once it is turned up. */
  shown: string | null
}

/** The track, the price lists, the tiles and everybody's holdings. */
export interface SpeculationBoard {
  /** Which price lists are in force. */
  side: string
  /** From 1; 0 before the first. */
  turn: number
  /** The seat that drew this turn's tiles. */
  active: number | null
  /** This turn's action. */
  tile: string | null
  /** This turn's number. */
  steps: number | null
  /** Tiles that lie out. */
  table: Tiles
  /** Tiles still to be drawn. */
  bags: Tiles
  /** Of a company whose brick has not moved. */
  start_price: number
  /** First and last space of each; the last segment is END. */
  segments: [number, number][]
  /** For each side, each segment's prices by rank. */
  lists: Record<string, number[][]>
  /** In the edition's order. */
  companies: Company[]
  /** The viewer's own cards; null for a spectator. */
  hand: string[] | null
  /** The viewer's own card while it lies face down. */
  picked: string | null
  /** By seat. */
  players: Player[]
}

/** Action tiles and number tiles. */
export interface Tiles {
  /** How many of each kind. */
  actions: Record<string, number>
  /** The number tiles' values, ascending. */
  steps: number[]
}

declare module '../../protocol' {
  interface Boards {
    speculation: SpeculationBoard
  }
}
