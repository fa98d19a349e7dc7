import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import type { Plugin } from 'vite'

const FILES = {
  '@fontsource/jost': ['jost-latin-400', 'jost-latin-700', 'jost-latin-ext-400', 'jost-latin-ext-700'],
  '@fontsource/limelight': ['limelight-latin-400', 'limelight-latin-ext-400'],
}

/** The fonts as the server's drawer of boards reads them: it knows neither WOFF nor variable fonts. */
export const fonts: Plugin = {
  name: 'fonts',
  apply: 'build',
  writeBundle({ dir = '' }) {
    mkdirSync(join(dir, 'fonts'), { recursive: true })
    for (const [source, names] of Object.entries(FILES)) {
      for (const name of names) {
        const woff = readFileSync(join('node_modules', source, `files/${name}-normal.woff`))
        writeFileSync(join(dir, `fonts/${name}.ttf`), unpacked(woff))
      }
    }
  },
}

/** A TrueType font out of a WOFF, which is the same tables, each compressed. */
export function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = woff.subarray(44 + 20 * index)
    const [from, packed, size] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)]
    const data = woff.subarray(from, from + packed)
    return { tag: entry.subarray(0, 4), sum: entry.readUInt32BE(16), data: packed < size ? inflateSync(data) : data }
  })
  const head = Buffer.alloc(12 + 16 * count)
  const power = Math.floor(Math.log2(count))
  woff.copy(head, 0, 4, 8)
  for (const [place, value] of [count, 16 << power, power, (count - (1 << power)) * 16].entries())
    head.writeUInt16BE(value, 4 + 2 * place)
  const bodies: Buffer[] = []
  let at = head.length
  for (const [index, { tag, sum, data }] of tables.entries()) {
    tag.copy(head, 12 + 16 * index)
    for (const [place, value] of [sum, at, data.length].entries())
      head.writeUInt32BE(value, 16 + 16 * index + 4 * place)
    const padding = Buffer.alloc(-data.length & 3)
    bodies.push(data, padding)
    at += data.length + padding.length
  }
  return Buffer.concat([head, ...bodies])
}
