/** The shape of `board` in openoutcry/titles/speculation/view.py. */
import type { View } from '../../protocol'

export interface Company {
  id: string
  letter: string
  space: number
  segment: number | null
  rank: number
  price: number
  bank: number
}

export interface Player {
  cash: number
  shares: number[]
  hand: number
  deck: number
  played: string[]
  decided: boolean
  shown: string | null
}

export interface SpeculationBoard {
  side: string
  turn: number
  active: number | null
  tile: string | null
  steps: number | null
  table: { actions: Record<string, number>; steps: number[] }
  bags: { actions: Record<string, number>; steps: number[] }
  start_price: number
  segments: [number, number][]
  lists: Record<string, number[][]>
  companies: Company[]
  hand: string[] | null
  picked: string | null
  players: Player[]
}

export function boardOf(view: View): SpeculationBoard {
  return view.board as unknown as SpeculationBoard
}
