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
const END = A_LINE * LINES

function zigzag(left: number, step: number, base: (line: number) => number, slope: number) {
  return (number: number): Spot => {
    const line = Math.min(Math.floor((number - 1) / A_LINE), LINES - 1)
    const along = number - 1 - line * A_LINE
    const x = line % 2 === 0 ? along : A_LINE - 1 - along
    return { x: left + step * x, y: base(line) - (slope * along) / (A_LINE - 1) }
  }
}

/** For a wide frame: lists to the right. */
export const WIDE: Layout = {
  width: 930,
  height: 600,
  brick: { width: 42, height: 28 },
  cell: { width: 38, height: 28 },
  space: zigzag(48, 55, (line) => 512 - line * 80, 34),
  list: (segment) => ({ x: 612, y: segment >= LINES ? 26 : 475 - segment * 80 }),
  start: (index) => ({ x: 120 + index * 50, y: 572 }),
  end: (index) => ({ x: 118 + index * 46, y: 42 }),
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
