/** What others have done since somebody last decided something. */
import type { Step, Telling } from '../protocol'
import type { TitleLook } from '../titles/look'
import { holdOf, type Staging } from './beats'

/** More than fit into two lines: the whole of them is a tap away. */
const TOLD = 9
/** As many as fit into a slip without a question. */
const EARLIER = 4
/** Of the story's end, for lines worth showing. */
const LOOKED_THROUGH = 16
/** Pieces of the story held for less than this are not worth a line. */
const NOTABLE = 300

/** The pieces of the story since the seat's last decision of its own; none before its first one. */
export function sinceLastTurn(steps: Step[], story: Telling[], seat: number | null): Telling[] {
  const own = steps.findLast(({ actor, forced }) => actor === seat && !forced)
  if (own === undefined || seat === null) return []
  const ofOthers = ({ args }: Telling) => args['seat'] !== undefined && args['seat'] !== seat
  // Whoever decides last of several people brings about what all of them have chosen.
  const mixed = story.some((telling) => telling.step === own.number && ofOthers(telling))
  return story.filter(({ step, args }) => step > own.number || (mixed && step === own.number && args['seat'] !== seat))
}

/** The last ones that matter and are not told again by what follows from them. */
export function notable(tellings: Telling[], staging: Staging): Telling[] {
  const matters = (telling: Telling) => holdOf(telling, staging) >= NOTABLE && !staging.implied?.includes(telling.key)
  return tellings.filter(matters).slice(-TOLD)
}

/** What was told before the headline, the latest first. */
export function earlierLines(
  story: Telling[],
  staging: Staging,
  say: (telling: Telling) => string,
  headline: string,
  most = EARLIER,
): string[] {
  const held = story.slice(-LOOKED_THROUGH).filter((telling) => holdOf(telling, staging) > 0)
  const lines = held.map(say).filter((line) => !headline.includes(line))
  return lines.slice(-most).reverse()
}

/** What a scene calls out is not written below it too: what led to it stays there. */
export function besideScene(
  story: Telling[],
  staging: Staging,
  say: (telling: Telling) => string,
  called: Telling | null,
): { headline: string; earlier: string[] } {
  const [headline = '', ...earlier] = earlierLines(story, staging, say, called ? say(called) : '', EARLIER + 1)
  return { headline, earlier }
}

/** The places on the board between which something changed hands, by `data-place`. */
export function places(
  tellings: Telling[],
  look: TitleLook,
  view: Parameters<NonNullable<TitleLook['flights']>>[1],
): Set<string> {
  return new Set(
    tellings.flatMap((telling) => look.flights?.(telling, view) ?? []).flatMap(({ from, to }) => [from, to]),
  )
}
