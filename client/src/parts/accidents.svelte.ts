/** Errors that leave the page standing: a handler threw, a promise was rejected. */
import { refusedBecause } from '../server/refusal'

const SHOWN_FOR = 10_000

class Accidents {
  /** What the reader is told; empty while nothing went wrong. */
  text = $state('')
  private timer: ReturnType<typeof setTimeout> | undefined

  tell(error: unknown): void {
    this.text = refusedBecause(error)
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.dismiss(), SHOWN_FOR)
  }

  dismiss(): void {
    this.text = ''
  }
}

export const accidents = new Accidents()
