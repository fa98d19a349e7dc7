/** The shape of `board` in openoutcry/titles/ekonos/view.py. */
import type { View } from '../../protocol'

export interface Card {
  id: number
  top: string
  middle: string
  bottom: string
}

export interface Company {
  id: string
  tiles: number
  protected: number
  supply: number
  growth: number
  sold: number
  slots: number
  president: number | null
  owned: number[]
}

export interface Space {
  number: number
  label: string
  x: number
  y: number
  links: number[]
  company: string | null
  protected: boolean
}

export interface EkonosBoard {
  round: number
  rounds: number
  active: number | null
  stock: number
  card: Card | null
  use: string | null
  expansion: { company: string; president: number; tiles: number; left: number; laid: number[] } | null
  hand: Card[] | null
  discards: Card[]
  companies: Company[]
  spaces: Space[]
  map: { width: number; height: number }
  track: { small_box: number; small_tiles: number; large_box: number; large_tiles: number }
  players: { coins: number | null; cards: number; shares: number[]; presidencies: string[] }[]
}

/** In the map's units, in which a square is 54 high. */
const ROW_HEIGHT = 50

export function boardOf(view: View): EkonosBoard {
  return view.board as unknown as EkonosBoard
}

/** Each link once, as the two spaces it joins. */
export function links(spaces: Space[]): [Space, Space][] {
  return spaces.flatMap((from) =>
    from.links.filter((to) => to > from.number).map((to): [Space, Space] => [from, spaces[to - 1]!]),
  )
}

/** Spaces of about the same height make a row, from west to east. */
export function rows(spaces: Space[]): Space[][] {
  const found: Space[][] = []
  for (const space of spaces.toSorted((a, b) => a.y - b.y)) {
    const row = found.at(-1)
    if (row && space.y - row[0]!.y < ROW_HEIGHT) row.push(space)
    else found.push([space])
  }
  return found.map((row) => row.sort((a, b) => a.x - b.x))
}

/** Whose share is in each sold slot of a column, from 1 up. */
export function owners(company: Company): number[] {
  return company.owned.flatMap((count, seat) => Array<number>(count).fill(seat))
}
