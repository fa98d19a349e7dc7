import { expect, it } from 'vitest'
import type { Step, View } from '../src/protocol'
import { answers, spliced } from '../src/table/store.svelte'

it('an update replaces what lies beyond its beginning', () => {
  const old = [{ step: 1 }, { step: 2 }, { step: 3 }]
  const fresh = [{ step: 3 }, { step: 4 }]
  expect(spliced(old, ({ step }) => step < 3, fresh).map(({ step }) => step)).toEqual([1, 2, 3, 4])
})

it('what others do while an answer is on its way does not call for a second one', () => {
  const asked = { seat: 1, decision: { step: 8 } } as View
  const step = (number: number, actor: number) => ({ number, actor }) as Step
  expect(answers({ view: asked, steps: [step(7, 0)] }, 7)).toBe(false)
  expect(answers({ view: asked, steps: [step(7, 0), step(8, 1)] }, 7)).toBe(true)
  expect(answers({ view: asked, steps: [step(5, 1)] }, 7)).toBe(false)
  expect(answers({ view: { ...asked, decision: null }, steps: [] }, 7)).toBe(true)
})
