/** Where a replay comes from: a table of this server, or a record that somebody opened. */
import type { Analysis, AnalysisNews, Film, Moment, NewBranch, OpenedRecord, Table, Whence } from '../protocol'

export interface ReplaySource {
  /** Of the page that shows it, without the step. */
  readonly address: string
  about: () => Promise<Replayed>
  film: (seat: number | null) => Promise<Film>
  moment: (step: number, seat: number | null) => Promise<Moment>
  /** What is known already: asks for nothing to be done. */
  analysis: () => Promise<AnalysisNews>
  analyse: () => Promise<AnalysisNews>
  /** How far it has come, once it was asked for. */
  watchAnalysis: () => Promise<AnalysisNews>
  stopAnalysis: () => Promise<AnalysisNews>
  /** A table that plays on from a step. */
  branch: (branch: NewBranch) => Promise<Table>
}

export interface Replayed {
  title: string
  /** What its table is called, if it has a name. */
  name: string
  labels: Record<string, string>
  /** Of the seats, in the reader's language. */
  names: () => string[]
  /** Nothing is hidden any more: the reader may look from any seat. */
  open: boolean
  /** The match has ended: it may be analysed and played on from. */
  over: boolean
  /** Whose view is shown first. */
  seat: number | null
  scores: number[] | null
  /** What can be said about the draws. */
  fairness: { table: Table } | { draws: OpenedRecord['draws'] }
  /** Its file, where the reader may not have it yet. */
  file: { address: string; name: string } | null
  /** Whoever can link to it can show the moment to somebody else. */
  shared: boolean
  /** Where the way out leads. */
  exit: string
  /** The match that it plays on from. */
  origin: Whence | null
  /** Its analysis came with a file. */
  given: boolean
  /** The file with its analysis. */
  withAnalysis: ((analysis: Analysis) => { address: string; name: string }) | null
}
