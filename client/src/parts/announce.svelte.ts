/** What a screen reader is told, line after line: a line that stays is never cut off by the next. */
import { untrack } from 'svelte'

interface Line {
  number: number
  text: string
}

/** Long enough ago to have been read out. */
const KEPT = 20

class Announcements {
  lines = $state.raw<Line[]>([])
  private count = 0

  add(text: string): void {
    this.count += 1
    // Effects announce: what they add to must not make them run again.
    this.lines = [...untrack(() => this.lines), { number: this.count, text }].slice(-KEPT)
  }

  clear(): void {
    this.lines = []
  }
}

export const announcements = new Announcements()
