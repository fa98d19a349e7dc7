/** The matches that wait for whoever uses this browser, the most urgent first. */
import { isHere } from '../address'
import { spanText } from '../pages/options'
import type { TableLine } from '../protocol'
import { router, type Page } from '../router.svelte'
import { account } from '../server/account.svelte'
import { api } from '../server/api'
import { t } from '../text/words.svelte'

const SECONDS = 20

/** The one after the present table in the queue, or the first; null if nothing else waits. */
export function nextOf(tables: TableLine[], page: Page): TableLine | null {
  const here = page.name === 'table' ? page.id : ''
  const others = tables.filter(({ id }) => id !== here)
  const index = tables.findIndex(({ id }) => id === here)
  return tables.slice(index + 1).find(({ id }) => id !== here) ?? others[0] ?? null
}

/** How long I have for my decision at a table; empty where there is no clock. */
export function timeLeft({ deadlines, owners }: TableLine): string {
  const mine = deadlines.filter((time, seat): time is number => time !== null && owners[seat] === account.me?.id)
  return mine.length ? t('ui.turns.left', { time: spanText(Math.min(...mine) - Date.now()) }) : ''
}

class Turns {
  tables = $state.raw<TableLine[]>([])
  next: TableLine | null = $derived(nextOf(this.tables, router.page))
  /** How many wait besides the table that is open. */
  others: number = $derived(
    this.tables.filter(({ id }) => router.page.name !== 'table' || id !== router.page.id).length,
  )

  async look(): Promise<void> {
    if (isHere || document.hidden || !account.me) return
    try {
      this.tables = (await api.turns()).tables
    } catch {
      // The server may be back next time; what is shown stays.
    }
  }

  /** Asks again and again while somebody looks; gives back how to stop. */
  follow(): () => void {
    const look = () => void this.look()
    look()
    const timer = setInterval(look, SECONDS * 1000)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }

  go(): void {
    if (this.next) router.go(`table/${this.next.id}`)
  }
}

export const turns = new Turns()
