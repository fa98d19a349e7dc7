import { expect, it } from 'vitest'
import { wholePercent } from '../src/analysis/study.svelte'

it('calls only whoever has given nothing away a hundred per cent accurate', () => {
  expect([1, 0.9999, 0.29, 0.875].map(wholePercent)).toEqual([1, 0.99, 0.29, 0.87])
})
