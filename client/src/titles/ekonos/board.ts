/** What Ekonos's board says, made ready to be drawn. */
import type { View } from '../../protocol'
import { ownBoard } from '../board'
import type { Company, EkonosBoard, Space } from './board.types'

/** The sheet that the coast is drawn on: in its units a square is 54 high. */
export const COAST = { width: 1000, height: 698 }
const ROW_HEIGHT = 50

export const boardOf = (view: View) => ownBoard(view, 'ekonos')

export interface Sheet {
  width: number
  height: number
  spaces: Space[]
}

/** The map in the coast's units: an edition may measure its own in others. */
export function sheetOf({ map, spaces }: Pick<EkonosBoard, 'map' | 'spaces'>): Sheet {
  const unit = COAST.width / map.width
  return {
    width: COAST.width,
    height: map.height * unit,
    spaces: spaces.map((space) => ({ ...space, x: space.x * unit, y: space.y * unit })),
  }
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
