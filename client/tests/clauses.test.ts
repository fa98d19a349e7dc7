import { expect, test } from 'vitest'
import { marked, partsOf, search, wordsOf } from '../src/rules/clauses'
import { read } from '../src/rules/markdown'

const blocks = read(`# Mogul

Railway shares.

## A round

### MO-15 Dividends
Whoever owns shares gets a point each.

### MO-18 Pay or leave
Exactly one chip, or leave.

## Préparation

### MO-07 Chips
Everybody gets 6.
`)

test('contents name every part', () => {
  expect(partsOf(blocks).map(({ name, id }) => [name, id])).toEqual([
    ['A round', 'part-1'],
    ['Préparation', 'part-2'],
  ])
})

test('a search shows whole clauses below the heading of their part', () => {
  const { shown, clauses } = search(blocks, 'CHIP')
  expect(clauses).toBe(2)
  const texts = [...shown].sort((a, b) => a - b).map((at) => blocks[at]!)
  expect(texts.flatMap((block) => ('id' in block && block.id ? [block.id] : []))).toEqual(['MO-18', 'MO-07'])
  expect(texts).toHaveLength(6)
})

test('all words must be there, accents and clause numbers count as they are typed', () => {
  expect(search(blocks, 'chip leave').clauses).toBe(1)
  expect(search(blocks, 'mo-15').clauses).toBe(1)
  expect(search(blocks, 'dynamite').clauses).toBe(0)
})

test('what was searched for is marked, whatever its case and accents', () => {
  const found = (text: string, typed: string) =>
    marked(text, wordsOf(typed))
      .filter((piece) => piece.found)
      .map((piece) => piece.text)
  expect(found('Préparation: 6 Chips', 'prepa CHIP')).toEqual(['Prépa', 'Chip'])
  expect(found('Pre\u0301paration', 'prep')).toEqual(['Pre\u0301p'])
  expect(found('aaa', 'aa')).toEqual(['aaa'])
  expect(found('Exactly one chip', 'share')).toEqual([])
  expect(
    marked('Eine Straße 😀 x', wordsOf('x'))
      .map(({ text }) => text)
      .join(''),
  ).toBe('Eine Straße 😀 x')
})
