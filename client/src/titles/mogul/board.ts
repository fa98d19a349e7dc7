/** Where the spaces of Mogul's track lie: they are the frame of the table. */
import type { View } from '../../protocol'
import { ownBoard } from '../board'

export const boardOf = (view: View) => ownBoard(view, 'mogul')

/** Steps along the top, the right, the bottom and the left, clockwise from the top left corner. */
export type Sides = readonly [number, number, number, number]

/** Any number of spaces from 4 on as a frame with this share of its steps across; an odd one out lies at the bottom. */
export function sides(spaces: number, across: number): Sides {
  const half = Math.floor(spaces / 2)
  const top = Math.min(Math.max(Math.round(half * across), 1), half - 1)
  return [top, half - top, top + (spaces % 2), half - top]
}

/** So many steps from the left or from the top, of how many. */
export type Reach = readonly [number, number]

const NEAR: Reach = [0, 1]
const FAR: Reach = [1, 1]

/** Where a space lies, by the steps of the side it is on. */
export function frame(space: number, [top, right, bottom, left]: Sides): { x: Reach; y: Reach } {
  if (space < top) return { x: [space, top], y: NEAR }
  if (space < top + right) return { x: FAR, y: [space - top, right] }
  const back = space - top - right
  if (back < bottom) return { x: [bottom - back, bottom], y: FAR }
  return { x: NEAR, y: [left - (back - bottom), left] }
}
