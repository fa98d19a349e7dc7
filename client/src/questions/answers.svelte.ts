/** Which questions of the day were answered in this browser, and for how many days in a row the day's one was right. */
const PLACE = 'openoutcry.questions'

export interface Kept {
  /** By title and question: whether the first answer was right. */
  answers: Record<string, boolean>
  /** The days in a row on which the day's question was right at the first try, up to `last`. */
  streak: number
  /** The last of these days, counted from 1970. */
  last: number
}

/** The number of a day, by the clock on the wall. */
export function dayOf(date: Date): number {
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000)
}

/** Which of so many questions is asked on a day. */
export function numberOn(day: number, count: number): number {
  return count ? day % count : 0
}

/** What is kept after the day's question was answered for the first time: a wrong answer ends the row. */
export function answeredToday(kept: Kept, day: number, isRight: boolean): Kept {
  if (!isRight) return { ...kept, streak: 0, last: day }
  if (kept.last === day) return { ...kept, streak: Math.max(1, kept.streak) }
  return { ...kept, streak: kept.last === day - 1 ? kept.streak + 1 : 1, last: day }
}

/** A row counts until a day has passed without a right answer. */
export function streakOn(kept: Kept, day: number): number {
  return kept.last >= day - 1 ? kept.streak : 0
}

function remembered(): Kept {
  const nothing = { answers: {}, streak: 0, last: 0 }
  try {
    return { ...nothing, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Kept>) }
  } catch {
    return nothing
  }
}

class Answers {
  private kept = $state.raw(remembered())

  /** Whether the first answer was right; undefined before there was one. */
  first(title: string, question: string): boolean | undefined {
    return this.kept.answers[`${title}/${question}`]
  }

  get streak(): number {
    return streakOn(this.kept, dayOf(new Date()))
  }

  add(title: string, question: string, isRight: boolean, isTodays: boolean): void {
    if (this.first(title, question) !== undefined) return
    const answers = { ...this.kept.answers, [`${title}/${question}`]: isRight }
    const kept = { ...this.kept, answers }
    this.kept = isTodays ? answeredToday(kept, dayOf(new Date()), isRight) : kept
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.kept))
    } catch {
      // Private windows may refuse to store anything; it holds until the page is closed.
    }
  }
}

export const answers = new Answers()
