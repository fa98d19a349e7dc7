/** A record that was opened in this tab. The server keeps nothing of it, so the file goes along with every question. */
import type { Analysis, AnalysisNews, Film, NewBranch } from '../protocol'
import { api, Refusal } from '../server/api'
import { t } from '../text/words.svelte'
import type { Replayed, ReplaySource } from './source'

/** The server takes no larger ones. */
export const MOST_KB = 1000
const KEPT = 'outcry.record'

let opened: string | null = null
/** The same without its analysis, which no question needs. */
let bare: string | null = null

/** The server has looked at it: it is what this tab shows, also after the page is loaded again. */
export async function open(file: Blob): Promise<void> {
  if (file.size > MOST_KB * 1024) throw new Refusal(413, 'too_large', 'ui.open_record.too_large', { most: MOST_KB })
  const text = await file.text()
  await api.openRecord(text, null)
  keep(text)
}

function keep(text: string): void {
  opened = text
  bare = null
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

function alone(): string {
  if (bare === null) {
    const { analysis: _, ...record } = JSON.parse(kept()) as { analysis?: Analysis }
    bare = JSON.stringify(record)
  }
  return bare
}

export class RecordSource implements ReplaySource {
  readonly address = 'record'
  private first: Film | null = null
  private given: Analysis | null = null

  async about(): Promise<Replayed> {
    const record = await api.openRecord(kept(), null)
    this.first = record.film
    this.given = record.analysis
    return {
      title: record.title,
      name: '',
      labels: record.labels,
      names: () => record.names.map((name, seat) => name || t('seat.name', { number: seat + 1 })),
      // Whoever has the file has the whole truth of the match.
      open: true,
      over: record.over,
      seat: null,
      scores: record.scores,
      fairness: { draws: record.draws },
      file: null,
      shared: false,
      exit: '.',
      origin: record.origin,
      given: record.analysis !== null,
      withAnalysis: (analysis) => ({
        address: URL.createObjectURL(
          new Blob([JSON.stringify({ ...(JSON.parse(alone()) as object), analysis })], { type: 'application/json' }),
        ),
        name: `${record.title}.analysis.json`,
      }),
    }
  }

  readonly analysis = async (): Promise<AnalysisNews> => {
    return { state: this.given ? 'done' : 'none', done: 0, steps: 0, mine: false, analysis: this.given }
  }

  /** What was found out stays with the record in this tab. */
  readonly analyse = async (): Promise<AnalysisNews> => {
    const news = await api.analyseRecord(alone())
    if (news.analysis) keep(JSON.stringify({ ...(JSON.parse(alone()) as object), analysis: news.analysis }))
    return news
  }

  watchAnalysis = this.analyse
  stopAnalysis = () => api.stopRecordAnalysis(alone())
  branch = (branch: NewBranch) => api.branchRecord(alone(), branch)

  /** `about` has brought what everybody may know. */
  async film(seat: number | null): Promise<Film> {
    if (seat === null && this.first) return this.first
    return (await api.openRecord(alone(), seat)).film
  }

  moment = (step: number, seat: number | null) => api.recordMoment(alone(), step, seat)
}
