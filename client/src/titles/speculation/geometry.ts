/** Where things stand: a zig-zag of lines upward, each segment with its price list beside or below it. */
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

export interface Layout {
  course: Course
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

/** Spaces that a line has room for: the printed board has a line a segment. */
const A_LINE = 10
const PRINTED_LINES = 6

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

/** For a wide frame: price lists at the right, and lines as long as the rest of the width allows. */
export function wide(frame: { width: number; height: number }, course: Course, ranks: number): Layout {
  const many = course.lines.length > PRINTED_LINES
  const pitch = many ? 44 : 62
  const height = 106 + pitch * course.lines.length
  const width = Math.min(Math.max((height * frame.width) / Math.max(frame.height, 1), 930), 1700)
  const cell = { width: 39, height: 26 }
  const lists = width - ranks * cell.width - 10
  const listY = (line: number) => (line < 0 ? 14 : height - 100 - line * pitch)
  return {
    course,
    width,
    height,
    brick: { width: 42, height: 26 },
    cell,
    space: zigzag(course, 40, lists - 95, (line) => height - 76 - line * pitch, many ? 16 : 24),
    list: (segment) => ({ x: lists, y: listY(firstLine(course, segment)) }),
    start: (index) => ({ x: 124 + index * 50, y: height - 30 }),
    end: (index) => ({ x: 124 + index * 48, y: 28 }),
  }
}

/** For a phone: each list below its line. */
export function tall(course: Course): Layout {
  const pitch = 80
  const height = 116 + pitch * course.lines.length
  const listY = (line: number) => (line < 0 ? 36 : height - 81 - line * pitch)
  return {
    course,
    width: 344,
    height,
    brick: { width: 33, height: 22 },
    cell: { width: 40, height: 21 },
    space: zigzag(course, 22, 299.7, (line) => height - 90 - line * pitch, 12),
    list: (segment) => ({ x: 12, y: listY(firstLine(course, segment)) }),
    start: (index) => ({ x: 74 + index * 34.5, y: height - 20 }),
    end: (index) => ({ x: 76 + index * 35, y: 20 }),
  }
}

/** The lines as one path through all spaces. */
export function path({ course, space }: Layout): string {
  const spots = Array.from({ length: course.end }, (_, i) => space(i + 1))
  return `M${spots.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`
}
