import { expect, it } from 'vitest'
import { hintMarks } from '../src/play/hintmarks'
import { anOffer } from './made'

const choice = (...targets: string[]) => ({ offer: { ...anOffer('pay'), targets } })

it('numbers the pieces that choices begin with; a piece that begins several carries all their numbers', () => {
  const marks = hintMarks([choice('card:3'), choice('card:5', 'space:1'), choice(), choice('card:3', 'space:2')])
  expect([...marks]).toEqual([
    ['card:3', '1 4'],
    ['card:5', '2'],
  ])
})
