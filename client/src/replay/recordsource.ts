/** A record that was opened in this tab. The server keeps nothing of it, so the file goes along with every question. */
import type { Film } from '../protocol'
import { api, Refusal } from '../server/api'
import { t } from '../text/words.svelte'
import type { Replayed, ReplaySource } from './source'

/** The server takes no larger ones. */
export const MOST_KB = 512
const KEPT = 'outcry.record'

let opened: string | null = null

/** The server has looked at it: it is what this tab shows, also after the page is loaded again. */
export async function open(file: Blob): Promise<void> {
  if (file.size > MOST_KB * 1024) throw new Refusal(413, 'too_large', 'ui.open_record.too_large', { most: MOST_KB })
  const text = await file.text()
  await api.openRecord(text, null)
  opened = text
  try {
    sessionStorage.removeItem(KEPT) // an older one must not come back where there is no room for this one
    sessionStorage.setItem(KEPT, text)
  } catch {
    // It is shown until the page is loaded again.
  }
}

function kept(): string {
  try {
    opened ??= sessionStorage.getItem(KEPT)
  } catch {
    // Private windows may store nothing.
  }
  if (opened === null) throw new Refusal(404, 'gone', 'ui.open_record.gone')
  return opened
}

export class RecordSource implements ReplaySource {
  readonly address = 'record'
  private first: Film | null = null

  async about(): Promise<Replayed> {
    const record = await api.openRecord(kept(), null)
    this.first = record.film
    return {
      title: record.title,
      name: '',
      labels: record.labels,
      names: () => record.names.map((name, seat) => name || t('seat.name', { number: seat + 1 })),
      // Whoever has the file has the whole truth of the match.
      open: true,
      seat: null,
      scores: record.scores,
      fairness: { draws: record.draws },
      file: null,
      shared: false,
      exit: '.',
    }
  }

  /** `about` has brought what everybody may know. */
  async film(seat: number | null): Promise<Film> {
    if (seat === null && this.first) return this.first
    return (await api.openRecord(kept(), seat)).film
  }

  moment = (step: number, seat: number | null) => api.recordMoment(kept(), step, seat)
}
