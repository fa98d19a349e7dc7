import { beforeAll, expect, it } from 'vitest'
import { Refusal } from '../src/server/api'
import { refusedBecause } from '../src/server/refusal'
import { speak } from '../src/text/words.svelte'

beforeAll(async () => speak('it'))

it('says in the reader’s language why the server refused', () => {
  const refusal = new Refusal(403, 'password', 'no.password')
  expect(refusedBecause(refusal)).toBe('Nome e password non corrispondono.')
  const present = new Refusal(409, 'not_now', 'no.present', { name: 'Ada' })
  expect(refusedBecause(present)).toContain('Ada è qui')
})

it('has a plain line for when nothing answered', () => {
  expect(refusedBecause(new TypeError('no network'))).not.toContain('network')
})
