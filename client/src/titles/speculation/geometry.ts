/**
 * Where things stand, in pixels of the frame that is given: a zig-zag of lines upward, each with its price list beside
 * or below it. What is written is as large as it says, however small the frame.
 */
export interface Spot {
  x: number
  y: number
}

export interface Frame {
  width: number
  height: number
}

export interface Layout extends Frame {
  brick: { width: number; height: number }
  cell: { width: number; height: number }
  /** Sizes of type. */
  type: { number: number; price: number; name: number }
  /** The lists lie below their lines, not beside them. */
  below: boolean
  space: (number: number) => Spot
  /** The upper left corner of a price list. */
  list: (segment: number) => Spot
  start: (index: number) => Spot
  end: (index: number) => Spot
}

const A_LINE = 10
const LINES = 6
const RANKS = 8
export const END = A_LINE * LINES

/** START, the lines, and END: the rows of the board, each with its first and last space. */
export const lines = [
  { first: 0, last: 0 },
  ...Array.from({ length: LINES }, (_, i) => ({ first: i * A_LINE + 1, last: Math.min((i + 1) * A_LINE, END - 1) })),
  { first: END, last: END },
]

const clamp = (low: number, value: number, high: number) => Math.max(low, Math.min(value, high))

function zigzag(left: number, step: number, base: (line: number) => number, slope: number) {
  return (number: number): Spot => {
    const line = Math.min(Math.floor((number - 1) / A_LINE), LINES - 1)
    const along = number - 1 - line * A_LINE
    const x = line % 2 === 0 ? along : A_LINE - 1 - along
    return { x: left + step * x, y: base(line) - (slope * along) / (A_LINE - 1) }
  }
}

/** For a wide frame: price lists at the right, and lines as long as the rest of the width allows. */
export function wide(frame: Frame): Layout {
  const width = Math.max(frame.width, 420)
  const height = Math.max(frame.height, 260)
  const cell = { width: clamp(30, width * 0.05, 56), height: clamp(20, height * 0.054, 38) }
  const lists = width - RANKS * cell.width - 4
  const left = 30
  const step = (lists - left - 44) / (A_LINE - 1)
  const brick = { width: clamp(24, step - 3, 62), height: clamp(20, height * 0.054, 36) }
  /** Rows of equal height: END, the lines, START. */
  const edge = brick.height + 12
  const pitch = (height - 2 * edge) / LINES
  const first = height - edge - clamp(12, pitch * 0.24, 24)
  const tray = (y: number) => (index: number) => ({ x: 96 + brick.width / 2 + index * (brick.width + 4), y })
  return {
    width,
    height,
    brick,
    cell,
    type: { number: clamp(12, height / 42, 17), price: clamp(13, cell.width * 0.36, 19), name: 17 },
    below: false,
    space: zigzag(left, step, (line) => first - line * pitch, pitch * 0.36),
    list: (segment) => ({
      x: lists,
      y: segment >= LINES ? (edge - cell.height) / 2 : first - segment * pitch - pitch * 0.18 - cell.height / 2,
    }),
    start: tray(height - edge / 2),
    end: tray(edge / 2),
  }
}

const PITCH = 60
const TRAY = 30
const LIST = 19

/** For a phone: each list below its line. */
export function tall({ width }: { width: number }): Layout {
  const height = TRAY + LIST + LINES * PITCH + TRAY + 2
  const step = (width - 40) / (A_LINE - 1)
  const brick = { width: Math.min(step - 1, 40), height: 21 }
  const cell = { width: (width - 8) / RANKS, height: LIST - 1 }
  const tray = (y: number) => (index: number) => ({ x: 56 + brick.width / 2 + index * (brick.width + 1.5), y })
  return {
    width,
    height,
    brick: { width: Math.min(brick.width, (width - 60) / RANKS - 1.5), height: brick.height },
    cell,
    type: { number: 12, price: 13, name: 13 },
    below: true,
    space: zigzag(20, step, (line) => height - TRAY - LIST - 16 - line * PITCH, 3),
    list: (segment) => ({ x: 4, y: segment >= LINES ? TRAY : height - TRAY - LIST - segment * PITCH }),
    start: tray(height - TRAY / 2),
    end: tray(TRAY / 2),
  }
}

/** The lines as one path through all spaces. */
export function path(layout: Layout): string {
  const spots = Array.from({ length: END }, (_, i) => layout.space(i + 1))
  return `M${spots.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`
}

export const isEnd = (space: number): boolean => space >= END
