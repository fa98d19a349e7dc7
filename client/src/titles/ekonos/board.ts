/** What Ekonos's board says, made ready to be drawn. */
import type { View } from '../../protocol'
import { ownBoard } from '../board'
import type { Company, Space } from './board.types'

/** In the map's units, in which a square is 54 high. */
const ROW_HEIGHT = 50

export const boardOf = (view: View) => ownBoard(view, 'ekonos')

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
