/**
 * Where things stand, in pixels of the frame that is given: a zig-zag of lines upward, each segment with its price list
 * beside or below it. What is written is as large as it says, however small the frame.
 */
export interface Spot {
  x: number
  y: number
}

export interface Line {
  first: number
  last: number
  segment: number
}

/** The spaces between START and END in lines, and the number of END. */
export interface Course {
  lines: Line[]
  end: number
}

export interface Frame {
  width: number
  height: number
}

export interface Layout extends Frame {
  course: Course
  brick: Frame
  cell: Frame
  /** Sizes of type. */
  type: { number: number; price: number; name: number }
  /** From one line to the next. */
  pitch: number
  /** The lists lie below their lines, not beside them. */
  below: boolean
  /** Only the first and the last space of a line have room for their number. */
  sparse: boolean
  space: (number: number) => Spot
  /** The upper left corner of a price list. */
  list: (segment: number) => Spot
  start: (index: number) => Spot
  end: (index: number) => Spot
}

/** Spaces that a line has room for: the printed board has a line a segment. */
const A_LINE = 10

/** A line for each segment, more where it is long. The last segment is END alone. */
export function courseOf(segments: readonly (readonly [number, number])[]): Course {
  const end = segments.at(-1)![0]
  const lines = segments.slice(0, -1).flatMap(([first, last], segment) => {
    const count = Math.ceil((last - first + 1) / A_LINE)
    const length = Math.ceil((last - first + 1) / count)
    return Array.from({ length: count }, (_, i) => {
      const from = first + i * length
      return { first: from, last: Math.min(from + length - 1, last), segment }
    })
  })
  return { lines, end }
}

/** START, the lines, and END: the rows of the board, each with its first and last space. */
export const rows = ({ lines, end }: Course) => [{ first: 0, last: 0 }, ...lines, { first: end, last: end }]

export const beginsLine = ({ lines }: Course, space: number): boolean => lines.some(({ first }) => first === space)
export const endsLine = ({ lines }: Course, space: number): boolean => lines.some(({ last }) => last === space)

/** The last line leads to END. */
function zigzag({ lines, end }: Course, left: number, across: number, base: (line: number) => number, slope: number) {
  return (number: number): Spot => {
    const found = lines.findIndex(({ last }) => number <= last)
    const index = found < 0 ? lines.length - 1 : found
    const { first, last } = lines[index]!
    const steps = Math.max((index === lines.length - 1 ? end : last) - first, 1)
    const along = (number - first) / steps
    return { x: left + across * (index % 2 === 0 ? along : 1 - along), y: base(index) - slope * along }
  }
}

const firstLine = ({ lines }: Course, segment: number): number => lines.findIndex((line) => line.segment === segment)

const clamp = (low: number, value: number, high: number) => Math.max(low, Math.min(value, high))

/** Lines are never closer than this: bricks stand on them, and numbers below. */
const LEAST_PITCH = 38

/** For a wide frame: price lists at the right, and lines as long as the rest of the width allows. */
export function wide(frame: Frame, course: Course, ranks: number): Layout {
  const lines = course.lines.length
  const height = Math.max(frame.height, 260, 64 + lines * LEAST_PITCH)
  const width = Math.max((frame.width * height) / Math.max(frame.height, 1), 420)
  const cell = { width: clamp(30, width * 0.05, 56), height: clamp(20, height * 0.054, 38) }
  const lists = width - ranks * cell.width - 4
  const left = 30
  const across = lists - left - 44
  const brick = { width: clamp(24, across / (A_LINE - 1) - 3, 62), height: clamp(20, height * 0.054, 36) }
  /** END above the lines, START below them. */
  const edge = brick.height + 12
  const pitch = (height - 2 * edge) / lines
  const slope = Math.min(pitch * 0.36, 30)
  const first = height - edge - clamp(12, pitch * 0.24, 24)
  const listY = (line: number) =>
    line < 0 ? (edge - cell.height) / 2 : first - line * pitch - slope / 2 - cell.height / 2
  const tray = (y: number) => (index: number) => ({ x: 96 + brick.width / 2 + index * (brick.width + 4), y })
  return {
    course,
    width,
    height,
    brick,
    cell,
    type: { number: clamp(12.5, height / 42, 17), price: clamp(13, cell.width * 0.36, 19), name: 17 },
    pitch,
    below: false,
    sparse: false,
    space: zigzag(course, left, across, (line) => first - line * pitch, slope),
    list: (segment) => ({ x: lists, y: listY(firstLine(course, segment)) }),
    start: tray(height - edge / 2),
    end: tray(edge / 2),
  }
}

const TRAY = 28
const LIST = 19
/** Brick, number and list of a line; without most of the numbers on a phone on its side. */
const PITCH = { upright: 56, sideways: 45 }

/** For a phone: each list below its line. */
export function tall({ width }: { width: number }, course: Course, ranks: number, isSideways = false): Layout {
  const pitch = isSideways ? PITCH.sideways : PITCH.upright
  const height = TRAY + LIST + course.lines.length * pitch + TRAY + 2
  const across = width - 40
  const brick = {
    width: Math.min(across / (A_LINE - 1) - 1, 40, (width - 60) / Math.max(ranks, 1) - 1.5),
    height: 21,
  }
  const listY = (line: number) => (line < 0 ? TRAY : height - TRAY - LIST - line * pitch)
  const tray = (y: number) => (index: number) => ({ x: 56 + brick.width / 2 + index * (brick.width + 1.5), y })
  return {
    course,
    width,
    height,
    brick,
    cell: { width: Math.min((width - 8) / Math.max(ranks, 1), 56), height: LIST - 1 },
    type: { number: 12, price: 13, name: 13 },
    pitch,
    below: true,
    sparse: isSideways,
    space: zigzag(course, 20, across, (line) => height - TRAY - LIST - (isSideways ? 5 : 16) - line * pitch, 3),
    list: (segment) => ({ x: 4, y: listY(firstLine(course, segment)) }),
    start: tray(height - TRAY / 2),
    end: tray(TRAY / 2),
  }
}

/** How far a band goes beyond the ends of its line. */
const BEYOND = 22

/** The lines as one path through all spaces. */
export function path({ course, space }: Layout): string {
  const spots = Array.from({ length: course.end }, (_, i) => space(i + 1))
  return `M${spots.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`
}

/** What lies behind a line and its price list: they belong together. */
export function band(layout: Layout, line: Line): string {
  return layout.below ? bandBelow(layout, line) : bandBeside(layout, line)
}

function bandBelow({ course, width, height, pitch }: Layout, line: Line): string {
  const bottom = height - TRAY - course.lines.indexOf(line) * pitch
  return `M1 ${bottom - pitch + 2}H${width - 1}V${bottom}H1Z`
}

function bandBeside(layout: Layout, { first, last, segment }: Line): string {
  const ends = [layout.space(first), layout.space(last)].sort((a, b) => a.x - b.x) as [Spot, Spot]
  const list = layout.list(segment)
  const right = layout.width - 2
  const middle = list.y + layout.cell.height / 2
  const [above, below] = [layout.brick.height + 5, layout.type.number + 4]
  const spots = [
    { x: ends[0].x - BEYOND, y: ends[0].y },
    { x: ends[1].x + BEYOND, y: ends[1].y },
    { x: list.x - 4, y: middle + (above - below) / 2 },
    { x: right, y: middle + (above - below) / 2 },
  ]
  const upper = spots.map(({ x, y }) => `${x.toFixed(1)} ${(y - above).toFixed(1)}`)
  const lower = spots.toReversed().map(({ x, y }) => `${x.toFixed(1)} ${(y + below).toFixed(1)}`)
  return `M${[...upper, ...lower].join('L')}Z`
}

/** From a brick to the cell of its price: along below the list, so that no other price is struck through. */
export function wayToPrice(brick: Spot, cell: Spot, layout: Layout, segment: number): string {
  const foot = cell.y + layout.cell.height
  const left = layout.list(segment).x - 8
  return `M${brick.x} ${brick.y}L${left} ${foot + 5}H${cell.x + layout.cell.width / 2 - 1}V${foot}`
}
