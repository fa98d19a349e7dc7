import { expect, it } from 'vitest'
import type { Step, Telling } from '../src/protocol'
import type { Staging } from '../src/play/beats'
import { besideScene, earlierLines, notable, sinceLastTurn } from '../src/play/sincelastturn'

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

it('says below a scene what led to it, and not what the scene calls out', () => {
  const story = [1, 2, 3, 4, 5, 6, 7].map((n) => telling('story.paid', n))
  const { headline, earlier } = besideScene(story, staging, say, story[6]!)
  expect(headline).toBe('story.paid 6.')
  expect(earlier).toEqual(['story.paid 5.', 'story.paid 4.', 'story.paid 3.', 'story.paid 2.'])
})

it('says while the score is counted how the match came to its end', () => {
  const story = [telling('story.paid', 1), telling('story.crash', 2), telling('story.dealt', 3)]
  expect(besideScene(story, staging, say, null)).toEqual({ headline: 'story.crash 2.', earlier: ['story.paid 1.'] })
})

const step = (number: number, actor: number | null): Step => ({ number, actor, action: '', forced: false })
const by = (number: number, key: string, seat?: number): Telling => ({
  step: number,
  key,
  args: seat === undefined ? {} : { seat },
})

it('tells what others have done since one’s last decision', () => {
  const story = [by(1, 'story.bought', 0), by(2, 'story.bought', 1), by(3, 'story.bought', 2)]
  const since = sinceLastTurn([step(1, 0), step(2, 1), step(3, 2)], story, 0)
  expect(since.map(({ args }) => args['seat'])).toEqual([1, 2])
})

it('tells what the cards of all have brought about, although one’s own was the last to lie down', () => {
  const story = [by(3, 'story.played', 0), by(3, 'story.played', 1), by(3, 'story.moved'), by(4, 'story.turn', 1)]
  const since = sinceLastTurn([step(2, 1), step(3, 0)], story, 0)
  expect(since.map(({ key }) => key)).toEqual(['story.played', 'story.moved', 'story.turn'])
})

it('does not tell what one’s own decision alone has brought about', () => {
  const story = [by(1, 'story.kept', 0), by(1, 'story.rise'), by(2, 'story.bought', 1)]
  expect(sinceLastTurn([step(1, 0), step(2, 1)], story, 0).map(({ key }) => key)).toEqual(['story.bought'])
})

it('leaves out of a summary what the next piece of the story tells again', () => {
  const story = [by(1, 'story.plays_place', 1), by(2, 'story.placed', 1), by(3, 'story.dealt', 1)]
  const kept = notable(story, { ...staging, implied: ['story.plays_place'] })
  expect(kept.map(({ key }) => key)).toEqual(['story.placed'])
})
