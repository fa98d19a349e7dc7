/**
 * Scales, ticks and step paths for the charts. By hand: these few functions replace a chart library several times
 * their size, and SVG follows the page's theme and fonts.
 */
export type Values = (number | null)[]

export interface Series {
  id: string
  name: string
  letter: string
  colour: string
  values: Values
  dash?: string | undefined
}

export function range(series: Series[]): [number, number] {
  let low = Infinity
  let high = -Infinity
  for (const { values } of series) {
    for (const value of values) {
      if (value === null) continue
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
  }
  if (low > high) return [0, 1]
  return [Math.min(0, low), Math.max(high, low + 1, 1)]
}

/** Three to six round numbers that cover the range. */
export function ticks(low: number, high: number): number[] {
  const rough = (high - low) / 4
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1e-9)))
  const step = Math.max(1, [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough) ?? 1)
  const first = Math.ceil(low / step) * step + 0 // never −0
  const list: number[] = []
  for (let tick = first; tick <= high + 1e-9; tick += step) list.push(tick)
  return list
}

export interface Frame {
  width: number
  height: number
  low: number
  high: number
}

export function x(index: number, count: number, frame: Frame): number {
  return count <= 1 ? 0 : (index / (count - 1)) * frame.width
}

export function y(value: number, frame: Frame): number {
  return frame.height * (1 - (value - frame.low) / (frame.high - frame.low))
}

/** Steps, not slopes, since a price holds until it changes. Hidden values leave a gap. */
export function stepPath(values: Values, frame: Frame): string {
  let path = ''
  let before: number | null = null
  values.forEach((value, index) => {
    if (value === null) {
      before = null
      return
    }
    const px = x(index, values.length, frame).toFixed(1)
    const py = y(value, frame).toFixed(1)
    path += before === null ? `M${px} ${py}` : value === before ? `H${px}` : `H${px}V${py}`
    before = value
  })
  return path
}

/** Positions from the top down, at least `gap` apart and none below `bottom`. */
export function apart(places: number[], gap: number, bottom: number): number[] {
  let last = -Infinity
  const down = places.map((at) => (last = Math.max(at, last + gap)))
  return down.map((at, i) => Math.min(at, bottom - (down.length - 1 - i) * gap))
}

/** At most `most` of the items, evenly spread, with the first and the last. */
export function thin<Item>(items: Item[], most: number): Item[] {
  if (items.length <= most) return items
  const stride = (items.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, i) => items[Math.round(i * stride)]!)
}
