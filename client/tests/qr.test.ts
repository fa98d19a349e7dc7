import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { path, qr } from '../src/pages/qr'

const address = (length: number) => 'https://floor.example/table/'.padEnd(length, 'k')

function digest(text: string): string {
  const rows = qr(text)!.map((row) => row.map(Number).join(''))
  return `${rows.length} ${createHash('sha256').update(rows.join('\n')).digest('hex').slice(0, 16)}`
}

// Digests of what the Python library segno draws, for lengths that leave nothing to pad.
it.each([
  [42, '29 96061c29c6ce606a'],
  [62, '33 c19bed69d9ff6d84'],
  [106, '41 f3df3bbf634714dd'],
])('an address of %i bytes becomes the code that segno draws', (length, expected) => {
  expect(digest(address(length))).toBe(expected)
})

it('an address that is too long gets no code', () => {
  expect(qr(address(107))).toBeNull()
})

it('every dark module is one square of the path', () => {
  const code = qr(address(30))!
  expect(path(code).match(/M/g)).toHaveLength(code.flat().filter(Boolean).length)
})
