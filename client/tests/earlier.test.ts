import { expect, it } from 'vitest'
import type { Telling } from '../src/protocol'
import type { Staging } from '../src/play/beats'
import { earlierLines } from '../src/play/sincelastturn'

const staging: Staging = { holds: { 'story.dealt': 0 } }
const telling = (key: string, n: number): Telling => ({ step: n, key, args: { n } })
const say = ({ key, args }: Telling) => `${key} ${args['n']}.`

it('shows what was told before the headline, the latest first and never without end', () => {
  const story = [1, 2, 3, 4, 5, 6].map((n) => telling('story.paid', n))
  expect(earlierLines(story, staging, say, 'story.paid 6.')).toEqual([
    'story.paid 5.',
    'story.paid 4.',
    'story.paid 3.',
    'story.paid 2.',
  ])
})

it('leaves out what the headline tells together, and what is never told on its own', () => {
  const story = [telling('story.paid', 1), telling('story.dealt', 2), telling('story.won', 3), telling('story.won', 4)]
  expect(earlierLines(story, staging, say, 'story.won 3. story.won 4.')).toEqual(['story.paid 1.'])
})
