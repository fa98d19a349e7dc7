import { expect, it } from 'vitest'
import { spliced } from '../src/table/store.svelte'

it('an update replaces what lies beyond its beginning', () => {
  const old = [{ step: 1 }, { step: 2 }, { step: 3 }]
  const fresh = [{ step: 3 }, { step: 4 }]
  expect(spliced(old, ({ step }) => step < 3, fresh).map(({ step }) => step)).toEqual([1, 2, 3, 4])
})
