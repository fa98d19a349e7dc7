/** Which lessons were finished in this browser. */
import { settings } from '../settings.svelte'

const PLACE = 'openoutcry.lessons'

function remembered(): string[] {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '[]') as string[]
  } catch {
    return []
  }
}

class Progress {
  private finished = $state.raw(new Set(remembered()))

  has(title: string, lesson: string): boolean {
    return this.finished.has(`${title}/${lesson}`)
  }

  /** Somebody who has taken a lesson of any title is no newcomer. */
  get any(): boolean {
    return this.finished.size > 0
  }

  /** The next match of the title counts as the first again: the coach is there. */
  add(title: string, lesson: string): void {
    const { [title]: _, ...firsts } = settings.choices.firsts
    settings.choose({ firsts })
    this.finished = new Set([...this.finished, `${title}/${lesson}`])
    try {
      localStorage.setItem(PLACE, JSON.stringify([...this.finished]))
    } catch {
      // Private windows may refuse to store anything; it holds until the page is closed.
    }
  }
}

export const progress = new Progress()
