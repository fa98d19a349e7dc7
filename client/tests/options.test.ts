import { beforeAll, describe, expect, it } from 'vitest'
import type { OptionInfo } from '../src/protocol'
import { clockText, matters } from '../src/pages/options'
import { speak } from '../src/text/words.svelte'

const side: OptionInfo = {
  name: 'side',
  values: ['a', 'b'],
  default: 'a',
  rule: '',
  seats: null,
  needs: { cards: 'custom' },
}

describe('options of a table', () => {
  beforeAll(async () => speak('en'))

  it('are shown while they change something', () => {
    expect(matters(side, { cards: 'custom' })).toBe(true)
    expect(matters(side, { cards: 'none' })).toBe(false)
    expect(matters({ ...side, needs: {} }, {})).toBe(true)
  })

  it('tell a clock in seconds or in days', () => {
    expect([0, 30, 86400, 259200].map(clockText)).toEqual([
      'no clock',
      '30 s per decision',
      '1 day per decision',
      '3 days per decision',
    ])
  })
})
