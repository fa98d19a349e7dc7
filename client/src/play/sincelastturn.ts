/** What others have done since somebody last decided something. */
import type { Step, Telling } from '../protocol'
import type { TitleLook } from '../titles/look'
import { holdOf } from './beats'

/** As many as fit into a line. */
const TOLD = 4
/** Pieces of the story held for less than this are not worth a line. */
const NOTABLE = 400

/** The pieces of the story since the seat's last decision of its own; none before its first one. */
export function sinceLastTurn(steps: Step[], story: Telling[], seat: number | null): Telling[] {
  const own = steps.findLast(({ actor, forced }) => actor === seat && !forced)
  return own === undefined || seat === null ? [] : story.filter(({ step }) => step > own.number)
}

/** The last ones that matter. */
export function notable(tellings: Telling[], look: TitleLook): Telling[] {
  return tellings.filter((telling) => holdOf(telling, look.staging) >= NOTABLE).slice(-TOLD)
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
