/** QR codes for addresses of up to 106 bytes: byte mode, error correction M, versions 1 to 6. */

/** Per version: blocks, data bytes in each, correction bytes in each. */
const SIZES: [number, number, number][] = [
  [1, 16, 10],
  [1, 28, 16],
  [1, 44, 26],
  [2, 32, 18],
  [2, 43, 24],
  [4, 27, 16],
]
/** Any mask can be read; this one turns every third diagonal. */
const MASK = 3
const masked = (row: number, column: number) => (row + column) % 3 === 0

export type Code = boolean[][]

export function qr(text: string): Code | null {
  const bytes = [...new TextEncoder().encode(text)]
  const version = SIZES.findIndex(([blocks, data]) => bytes.length + 2 <= blocks * data) + 1
  if (!version) return null
  const size = SIZES[version - 1]!
  return draw(version, interleave(pad(bytes, size[0] * size[1]), size))
}

/** The dark modules as one SVG path. */
export function path(code: Code): string {
  return code.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}

function pad(bytes: number[], room: number): number[] {
  const nibbles = [4, bytes.length >> 4, bytes.length & 15]
  for (const byte of bytes) nibbles.push(byte >> 4, byte & 15)
  nibbles.push(0)
  const data: number[] = []
  for (let i = 0; i < nibbles.length; i += 2) data.push((nibbles[i]! << 4) | (nibbles[i + 1] ?? 0))
  for (let filler = 0xec; data.length < room; filler ^= 0xec ^ 0x11) data.push(filler)
  return data
}

function interleave(data: number[], [blocks, length, extra]: [number, number, number]): number[] {
  const parts = Array.from({ length: blocks }, (_, i) => data.slice(i * length, (i + 1) * length))
  const checks = parts.map((part) => remainder(part, generator(extra)))
  const woven: number[] = []
  for (const [list, count] of [
    [parts, length],
    [checks, extra],
  ] as const) {
    for (let i = 0; i < count; i++) for (const one of list) woven.push(one[i]!)
  }
  return woven
}

/** Multiplication in the field of 256 elements. */
function times(a: number, b: number): number {
  let product = 0
  for (let i = 7; i >= 0; i--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    product ^= ((b >> i) & 1) * a
  }
  return product
}

function generator(degree: number): number[] {
  let poly = [...Array<number>(degree - 1).fill(0), 1]
  let root = 1
  for (let i = 0; i < degree; i++) {
    poly = poly.map((factor, at) => times(factor, root) ^ (poly[at + 1] ?? 0))
    root = times(root, 2)
  }
  return poly
}

function remainder(data: number[], divisor: number[]): number[] {
  const rest = divisor.map(() => 0)
  for (const byte of data) {
    const factor = byte ^ rest.shift()!
    rest.push(0)
    for (const [i, part] of divisor.entries()) rest[i]! ^= times(part, factor)
  }
  return rest
}

function draw(version: number, bytes: number[]): Code {
  const size = 17 + 4 * version
  const code: (boolean | null)[][] = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null))
  const set = (row: number, column: number, dark: boolean) => {
    if (row >= 0 && column >= 0 && row < size && column < size) code[row]![column] = dark
  }
  const square = (row: number, column: number, reach: number, light: number[]) => {
    for (let y = -reach; y <= reach; y++) {
      for (let x = -reach; x <= reach; x++) {
        set(row + y, column + x, !light.includes(Math.max(Math.abs(x), Math.abs(y))))
      }
    }
  }
  for (let i = 8; i < size - 8; i++) {
    set(6, i, i % 2 === 0)
    set(i, 6, i % 2 === 0)
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    square(row, column, 4, [2, 4])
  if (version > 1) square(size - 7, size - 7, 2, [1])
  format(size, set)
  fill(code, size, bytes)
  return code.map((row) => row.map(Boolean))
}

function format(size: number, set: (row: number, column: number, dark: boolean) => void): void {
  let rest = MASK
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537)
  const bits = ((MASK << 10) | rest) ^ 0x5412
  for (let i = 0; i < 15; i++) {
    const dark = ((bits >> i) & 1) === 1
    const near = i < 6 ? i : i < 8 ? i + 1 : -1
    if (near >= 0) set(near, 8, dark)
    else set(8, i === 8 ? 7 : 14 - i, dark)
    if (i < 8) set(8, size - 1 - i, dark)
    else set(size - 15 + i, 8, dark)
  }
  set(size - 8, 8, true)
}

/** Two columns at a time, up and down, from the right; every bit under the mask. */
function fill(code: (boolean | null)[][], size: number, bytes: number[]): void {
  let bit = 0
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    const upward = ((right + 1) & 2) === 0
    for (let step = 0; step < size; step++) {
      const row = upward ? size - 1 - step : step
      for (const column of [right, right - 1]) {
        if (code[row]![column] !== null) continue
        const dark = ((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1
        code[row]![column] = (dark === 1) !== masked(row, column)
        bit += 1
      }
    }
  }
}
