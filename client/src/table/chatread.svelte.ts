/** How far the chat of a table has been read in this browser. */
import type { ChatLine } from '../protocol'
import { PerTable } from './pertable'

const kept = new PerTable<number>('openoutcry.chat')

export class ChatRead {
  /** The number of the last line that was seen. */
  upTo = $state(0)

  constructor(private readonly table: string) {
    this.upTo = kept.get(table) ?? 0
  }

  /** These lines are being looked at. */
  see(lines: ChatLine[]): void {
    const last = lines.at(-1)?.number ?? 0
    if (last <= this.upTo) return
    this.upTo = last
    kept.set(this.table, last)
  }

  /** How many of the lines others wrote since. */
  unread(lines: ChatLine[], me: string | undefined): number {
    return lines.filter(({ number, person, notice }) => number > this.upTo && person !== me && !notice).length
  }
}
