/** The shape of `board` in openoutcry/titles/mogul/view.py. */
import type { View } from '../../protocol'

export interface Card {
  id: number
  colour: string
  border: string
}

export interface Player {
  points: number
  chips: number | null
  shares: number[]
  cards: Card[]
  in: boolean
  decided: boolean
}

export interface MogulBoard {
  card: Card | null
  pot: number
  bank: number
  deck: number
  crash_possible: boolean
  auction: number
  start: number
  winner: number | null
  second: number | null
  sold: number[]
  unseen: number[]
  players: Player[]
}

export function boardOf(view: View): MogulBoard {
  return view.board as unknown as MogulBoard
}

export const SPACES = 32

/** Where a number of points stands on the ring of 32 spaces. */
export function space(points: number): number {
  return ((points % SPACES) + SPACES) % SPACES
}

/** Column and row, from 1, of a space on the frame of a grid, clockwise from the top left. */
export function frame(index: number, columns: number, rows: number): [number, number] {
  if (index < columns) return [index + 1, 1]
  if (index < columns + rows - 1) return [columns, index - columns + 2]
  if (index < 2 * columns + rows - 2) return [2 * columns + rows - 2 - index, rows]
  return [1, 2 * (columns + rows) - 3 - index]
}
