import { expect, it } from 'vitest'
import { look } from '../src/titles/ekonos/look'
import { aView } from './made'

const asked = (kind: string, more: object) =>
  look.about?.(
    aView({
      title: 'ekonos',
      decision: { kind, offers: [] } as never,
      board: { pending: { company: 'gamma', step: kind }, use: 'place', ...more },
    }),
  )

it('says which company a space, an expansion or a president is chosen for', () => {
  expect(asked('place', {})).toEqual({ key: 'ask.place', args: { company: 'gamma' } })
  expect(asked('place', { use: 'protect' })?.key).toBe('ask.protect')
  for (const kind of ['decision', 'tile', 'naming']) expect(asked(kind, {})?.key).toBe(`ask.${kind}`)
})

it('leaves a question that is about no company as it is', () => {
  expect(asked('card', { pending: null })).toBeNull()
  expect(asked('purchase', {})).toBeNull()
})
