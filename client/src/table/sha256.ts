/** SHA-256. By hand: browsers offer theirs to secure pages only, and a home network's page is not. */
const PRIMES = firstPrimes(64)
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)))
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

/** Of bytes given as hexadecimal digits, as hexadecimal digits. */
export function sha256(hex: string): string {
  const words = padded(Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16)))
  let hash = START
  for (let at = 0; at < words.length; at += 16) hash = block(hash, words.slice(at, at + 16))
  return hash.map((word) => word.toString(16).padStart(8, '0')).join('')
}

function firstPrimes(count: number): number[] {
  const primes: number[] = []
  for (let number = 2; primes.length < count; number++) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number)
  }
  return primes
}

/** The first 32 bits behind the point. */
function fraction(value: number): number {
  return ((value % 1) * 2 ** 32) >>> 0
}

/** The message, a one, zeros, and its length in bits: a whole number of blocks of 16 words. */
function padded(bytes: Uint8Array): number[] {
  const words = Array<number>(16 * Math.ceil((bytes.length + 9) / 64)).fill(0)
  for (const [at, byte] of [...bytes, 0x80].entries()) words[at >> 2]! |= byte << (24 - 8 * (at % 4))
  words[words.length - 1] = 8 * bytes.length
  return words
}

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by))

function block(before: number[], words: number[]): number[] {
  const w = [...words]
  for (let t = 16; t < 64; t++) {
    const early = turned(w[t - 15]!, 7) ^ turned(w[t - 15]!, 18) ^ (w[t - 15]! >>> 3)
    const late = turned(w[t - 2]!, 17) ^ turned(w[t - 2]!, 19) ^ (w[t - 2]! >>> 10)
    w.push((w[t - 16]! + early + w[t - 7]! + late) | 0)
  }
  let [a, b, c, d, e, f, g, h] = before as [number, number, number, number, number, number, number, number]
  for (let t = 0; t < 64; t++) {
    const choice = (e & f) ^ (~e & g)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + ROUNDS[t]! + w[t]!
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  return [a, b, c, d, e, f, g, h].map((word, at) => (before[at]! + word) >>> 0)
}
