/** Where things stand: a zig-zag of lines upward, each with its price list beside or below it. */
export interface Spot {
  x: number
  y: number
}

export interface Layout {
  width: number
  height: number
  brick: { width: number; height: number }
  cell: { width: number; height: number }
  space: (number: number) => Spot
  /** The upper left corner of a price list. */
  list: (segment: number) => Spot
  start: (index: number) => Spot
  end: (index: number) => Spot
}

const A_LINE = 10
const LINES = 6
export const END = A_LINE * LINES

/** START, the lines, and END: the rows of the board, each with its first and last space. */
export const lines = [
  { first: 0, last: 0 },
  ...Array.from({ length: LINES }, (_, i) => ({ first: i * A_LINE + 1, last: Math.min((i + 1) * A_LINE, END - 1) })),
  { first: END, last: END },
]

function zigzag(left: number, step: number, base: (line: number) => number, slope: number) {
  return (number: number): Spot => {
    const line = Math.min(Math.floor((number - 1) / A_LINE), LINES - 1)
    const along = number - 1 - line * A_LINE
    const x = line % 2 === 0 ? along : A_LINE - 1 - along
    return { x: left + step * x, y: base(line) - (slope * along) / (A_LINE - 1) }
  }
}

const WIDE_HEIGHT = 478

/** For a wide frame: price lists at the right, and lines as long as the rest of the width allows. */
export function wide(frame: { width: number; height: number }): Layout {
  const width = Math.min(Math.max((WIDE_HEIGHT * frame.width) / Math.max(frame.height, 1), 930), 1700)
  const lists = width - 322
  return {
    width,
    height: WIDE_HEIGHT,
    brick: { width: 42, height: 26 },
    cell: { width: 39, height: 26 },
    space: zigzag(40, (lists - 95) / (A_LINE - 1), (line) => 402 - line * 62, 24),
    list: (segment) => ({ x: lists, y: segment >= LINES ? 14 : 378 - segment * 62 }),
    start: (index) => ({ x: 124 + index * 50, y: 448 }),
    end: (index) => ({ x: 124 + index * 48, y: 28 }),
  }
}

/** For a phone: each list below its line. */
export const TALL: Layout = {
  width: 344,
  height: 596,
  brick: { width: 33, height: 22 },
  cell: { width: 40, height: 21 },
  space: zigzag(22, 33.3, (line) => 506 - line * 80, 12),
  list: (segment) => ({ x: 12, y: segment >= LINES ? 36 : 515 - segment * 80 }),
  start: (index) => ({ x: 74 + index * 34.5, y: 576 }),
  end: (index) => ({ x: 76 + index * 35, y: 20 }),
}

/** The lines as one path through all spaces. */
export function path(layout: Layout): string {
  const spots = Array.from({ length: END }, (_, i) => layout.space(i + 1))
  return `M${spots.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`
}

export const isEnd = (space: number): boolean => space >= END
