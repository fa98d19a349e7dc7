/** A match at a table of this server: while it is played, only what the reader may know. */
import type { NewBranch } from '../protocol'
import { account } from '../server/account.svelte'
import { api } from '../server/api'
import { seatNames } from '../table/seatnames'
import type { Replayed, ReplaySource } from './source'

export class TableSource implements ReplaySource {
  readonly address: string

  constructor(private readonly id: string) {
    this.address = `replay/${id}`
  }

  async about(): Promise<Replayed> {
    const table = await api.table(this.id)
    const mine = table.seats.filter((seat) => seat.person !== null && seat.person === account.me?.id)
    const over = table.state === 'over'
    return {
      title: table.title,
      name: table.name,
      labels: table.labels,
      names: () => seatNames(table.seats, true),
      open: over,
      over,
      // While several people here are still playing, only what everybody may know.
      seat: mine.length === 1 ? mine[0]!.seat : null,
      scores: table.scores,
      fairness: { table },
      file: over ? { address: `api/matches/${this.id}/record`, name: `${table.title}-${this.id}.json` } : null,
      shared: true,
      exit: table.state === 'playing' ? `table/${this.id}` : '.',
      origin: table.origin,
      given: false,
      withAnalysis: () => ({
        address: `api/matches/${this.id}/record?analysis=1`,
        name: `${table.title}-${this.id}.analysis.json`,
      }),
    }
  }

  film = (seat: number | null) => api.film(this.id, seat)
  analysis = () => api.analysis(this.id)
  watchAnalysis = () => api.analysis(this.id)
  analyse = () => api.analyse(this.id)
  stopAnalysis = () => api.stopAnalysis(this.id)
  branch = (branch: NewBranch) => api.branch(this.id, branch)
  moment = (step: number, seat: number | null) => api.moment(this.id, step, seat)
}
