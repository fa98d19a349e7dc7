// Made by `python -m openoutcry.server.typescript client/src`: a test compares.

/** A card of the hand or the discards. */
export interface Card {
  /** Its number, from 1. */
  id: number
  /** The company that may place or protect a tile. */
  top: string
  /** A company that may grow. */
  middle: string
  /** The other company that may grow. */
  bottom: string
}

/** A company: its tiles, its growth track and its column of shares. */
export interface Company {
  /** Its id in the edition and the catalogues. */
  id: string
  /** As actions name it. */
  letter: string
  /** Of its tiles. */
  colour: string
  /** On the map: also the value of a share. */
  tiles: number
  /** Of its tiles, those that cannot be replaced. */
  protected: number
  /** Tiles not on the map. */
  supply: number
  /** The box of the growth track it stands in. */
  growth: number
  /** Shares that seats hold. */
  sold: number
  /** Shares there are. */
  slots: number
  /** What a share sells for. */
  sell: number
  /** What the next share costs; null when all are sold. */
  buy: number | null
  /** The president's seat. */
  president: number | null
  /** Shares of each seat. */
  owned: number[]
}

/** The map, the companies, the cards and everybody's holdings. */
export interface EkonosBoard {
  /** From 1. */
  round: number
  /** How many there will be. */
  rounds: number
  /** The seat that begins the round. */
  starter: number
  /** The seat whose turn it is, also while a president decides; null at the end. */
  active: number | null
  /** The seat that decides now. */
  decider: number | null
  /** Cards not dealt yet. */
  stock: number
  /** The card just played. */
  card: Card | null
  /** What it was played for. */
  use: string | null
  /** What was started and is not finished. */
  pending: Pending | null
  /** The expansion at hand. */
  expansion: Expansion | null
  /** The viewer's own cards; null for a spectator. */
  hand: Card[] | null
  /** All cards played. */
  discards: Card[]
  /** In the edition's order. */
  companies: Company[]
  /** By number. */
  spaces: Space[]
  /** Its size. */
  map: Map
  /** The growth track, equal for all companies. */
  track: Track
  /** By seat. */
  players: Player[]
}

/** A company that expands, or may. */
export interface Expansion {
  /** Which. */
  company: string
  /** The seat that decides. */
  president: number
  /** The size of the expansion. */
  tiles: number
  /** Tiles still to be laid. */
  left: number
  /** Numbers of the spaces it has taken so far. */
  laid: number[]
}

/** The map's size, in the units of its spaces' coordinates. */
export interface Map {
  /** From west to east. */
  width: number
  /** From north to south. */
  height: number
}

/** What a card, a president or a resignation has started. */
export interface Pending {
  /** The company it is about. */
  company: string
  /** The kind of decision that is open. */
  step: string
}

/** What a seat has. */
export interface Player {
  /** null where money is hidden (EK-54). */
  coins: number | null
  /** Cards in hand. */
  cards: number
  /** How many of each company. */
  shares: number[]
  /** The companies it presides over. */
  presidencies: string[]
}

/** A space of the map. */
export interface Space {
  /** From 1. */
  number: number
  /** The city's id in the catalogues. */
  label: string
  /** Eastward, in the map's units. */
  x: number
  /** Southward, in the map's units. */
  y: number
  /** Numbers of the adjacent spaces. */
  links: number[]
  /** Whose tile lies here. */
  company: string | null
  /** The tile cannot be replaced. */
  protected: boolean
}

/** The growth track: where it lets a company expand. */
export interface Track {
  /** The box of the small expansion. */
  small_box: number
  /** Its size. */
  small_tiles: number
  /** The last box, that of the large expansion. */
  large_box: number
  /** Its size. */
  large_tiles: number
}

declare module '../../protocol' {
  interface Boards {
    ekonos: EkonosBoard
  }
}
