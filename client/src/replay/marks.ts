/** Where a replay may jump to: events, turns, rounds and climaxes, each by the step that shows it. */
import type { Film, Telling } from '../protocol'
import type { Staging } from '../play/beats'

export const UNITS = ['event', 'turn', 'round', 'climax'] as const
export type Unit = (typeof UNITS)[number]
export type Marks = Record<Unit, number[]>

const once = (steps: number[]) => [...new Set(steps)].sort((a, b) => a - b)

/** The steps after which each kind of thing has just been told. */
export function marksOf(film: Pick<Film, 'steps' | 'story'>, staging: Staging | null): Marks {
  const told = (wanted: (index: number) => boolean) =>
    once(film.story.filter((_, index) => wanted(index)).map(({ step }) => step + 1))
  return {
    event: told(() => true),
    turn: turns(film),
    round: told((index) => staging?.rounds?.includes(film.story[index]!.key) ?? false),
    climax: told((index) => (staging ? isHighlight(film.story[index]!, staging) : false)),
  }
}

const isHighlight = (telling: Telling, staging: Staging): boolean =>
  staging.isHighlight?.(telling) ?? !!staging.climax?.(telling)

/** A turn begins where another seat decides than before. */
function turns({ steps }: Pick<Film, 'steps'>): number[] {
  const decided = steps.filter(({ actor, forced }) => actor !== null && !forced)
  return decided.filter(({ actor }, index) => actor !== decided[index - 1]?.actor).map(({ number }) => number + 1)
}

export function nextMark(marks: number[], at: number, last: number): number {
  return marks.find((mark) => mark > at) ?? last
}

export function markBefore(marks: number[], at: number): number {
  return marks.findLast((mark) => mark < at) ?? 0
}
