/** The analysis of a replayed match: asked for, watched while it grows, given up. */
import type { Analysis, AnalysisNews } from '../protocol'
import type { ReplaySource } from '../replay/source'
import { refusedBecause } from '../server/refusal'

const EVERY = 1000

export class Study {
  news = $state.raw<AnalysisNews | null>(null)
  problem = $state('')
  busy = $state(false)
  analysis: Analysis | null = $derived(this.news?.analysis ?? null)
  running = $derived(this.news?.state === 'running')
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly source: ReplaySource) {}

  look = () => this.ask(this.source.analysis)
  start = () => this.ask(this.source.analyse)
  stop = () => this.ask(this.source.stopAnalysis)

  private async ask(question: () => Promise<AnalysisNews>): Promise<void> {
    clearTimeout(this.timer)
    this.busy = true
    try {
      this.news = await question()
      this.problem = ''
      if (this.running) this.timer = setTimeout(() => void this.ask(this.source.watchAnalysis), EVERY)
    } catch (error) {
      this.problem = refusedBecause(error)
      this.news = null
    }
    this.busy = false
  }

  close(): void {
    clearTimeout(this.timer)
  }
}

/** In whole points of chance. */
export const points = (chance: number): number => Math.round(100 * chance)

/** Rounded down to a whole per cent: a hundred is only for whoever has given nothing away. */
export const wholePercent = (accuracy: number): number => Math.floor(Number((100 * accuracy).toFixed(2))) / 100
