import { beforeAll, expect, it } from 'vitest'
import { Refusal } from '../src/live/api'
import { refusedBecause } from '../src/live/refused'
import { speak } from '../src/text/words.svelte'

beforeAll(async () => speak('it'))

it('says in the reader’s language why a name or password was refused', () => {
  expect(refusedBecause(new Refusal(403, 'password', 'no'))).toBe('Nome e password non corrispondono.')
})

it('falls back to the server’s own line, and to a plain one when nothing answered', () => {
  expect(refusedBecause(new Refusal(403, 'banned', 'not welcome'))).toBe('not welcome')
  expect(refusedBecause(new TypeError('no network'))).not.toContain('network')
})
