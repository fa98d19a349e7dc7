import { describe, expect, it } from 'vitest'
import { editionIn, linkTo } from '../src/studio/link'
import {
  at,
  kindOf,
  cellsOf,
  read,
  sourceAt,
  tablesOf,
  valueAt,
  withoutRow,
  withRow,
  withValue,
  type Data,
} from '../src/studio/values'

const MINE = 'printed: my copy'
const ours: Data = {
  edition: { title: 'x', name: 'X' },
  prices: {
    plain: {
      source: 'reconstructed: smooth',
      cells: { '1,2': 'reported: a photo', '3,1': 'reported: another' },
      lists: [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    },
  },
  money: { source: 'printed: rules', cash: 20 },
}

describe('values of an edition', () => {
  it('finds tables, values and their sources', () => {
    expect(tablesOf(ours).map(([path]) => path)).toEqual(['prices.plain', 'money'])
    expect(cellsOf('money', { source: 'printed: rules', cash: 20 })).toEqual([at('money', 'cash')])
    expect(kindOf(sourceAt(ours, at('prices.plain', 'lists', 0, 1)))).toBe('reported')
    expect(kindOf(sourceAt(ours, at('prices.plain', 'lists', 1, 1)))).toBe('reconstructed')
  })

  it('changes a value with its source and leaves the old one whole', () => {
    const cell = at('prices.plain', 'lists', 1, 0)
    const mine = withValue(ours, cell, 7, MINE)
    expect(valueAt(mine, cell)).toBe(7)
    expect(sourceAt(mine, cell)).toBe(MINE)
    expect(valueAt(ours, cell)).toBe(3)
  })

  it('keeps sources with their rows', () => {
    const fewer = withoutRow(ours, 'prices.plain', 'lists', 0)
    expect(sourceAt(fewer, at('prices.plain', 'lists', 1, 0))).toBe('reported: another')
    const more = withRow(ours, 'prices.plain', 'lists', 1, MINE)
    expect(valueAt(more, at('prices.plain', 'lists', 1))).toEqual([1, 2])
    expect(sourceAt(more, at('prices.plain', 'lists', 1, 0))).toBe(MINE)
    expect(sourceAt(more, at('prices.plain', 'lists', 3, 0))).toBe('reported: another')
  })

  it('reads whole numbers only where one stands', () => {
    expect([read('−5', 1), read('1.5', 1), read('', 1), read('abc', 'x')]).toEqual([-5, null, null, 'abc'])
  })
})

describe('an edition in a link', () => {
  it('comes back as it was', async () => {
    const link = await linkTo('http://x.test/edition/x', ours)
    expect(await editionIn(new URL(link!).hash)).toEqual(ours)
  })

  it('is none if it cannot be read, or unpacks to too much', async () => {
    expect(await editionIn('#e=AAAA')).toBeNull()
    expect(await editionIn('#part-x')).toBeNull()
    const bomb = await linkTo('http://x.test/edition/x', { a: 'x'.repeat(1_000_000) })
    expect(bomb).not.toBeNull()
    expect(await editionIn(new URL(bomb!).hash)).toBeNull()
  })
})
