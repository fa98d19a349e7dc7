// Made by `python -m openoutcry.server.typescript client/src`: a test compares.

/** A share. */
export interface Card {
  /** Its number in the edition, from 0. */
  id: number
  /** The company it is a share of. */
  colour: string
  /** The company whose shares may be sold when it is won (MO-26). */
  border: string
}

/** The share on auction, the pot, the bank and everybody's holdings. */
export interface MogulBoard {
  /** The share on auction. */
  card: Card | null
  /** Chips paid in this auction. */
  pot: number
  /** Chips that may still be lent. */
  bank: number
  /** Cards in the deck, the crash included. */
  deck: number
  /** The next card may be the crash. */
  crash_possible: boolean
  /** Its number, from 1. */
  auction: number
  /** The seat that opened the auction. */
  start: number
  /** The seat that won it, until all is settled. */
  winner: number | null
  /** The seat that left last, until all is settled. */
  second: number | null
  /** Shares of each company that were sold; null where that has to be remembered (MO-49). */
  sold: number[] | null
  /** Shares of each company that are still in the deck; null as above. */
  unseen: number[] | null
  /** The length of the track. */
  spaces: number
  /** By seat. */
  players: Player[]
}

/** What lies in front of a seat. */
export interface Player {
  /** Victory points; more than once round the track counts on. */
  points: number
  /** Where the marker stands on the track (MO-47). */
  space: number
  /** Which time round: 1 at first, 0 below zero points. */
  lap: number
  /** null where they are concealed (MO-08). */
  chips: number | null
  /** How many of each company. */
  shares: number[]
  /** The shares themselves. */
  cards: Card[]
  /** Still in the auction. */
  in: boolean
  /** Has answered whether to take a loan, while others have not. */
  decided: boolean
}

declare module '../../protocol' {
  interface Boards {
    mogul: MogulBoard
  }
}
