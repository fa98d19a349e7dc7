/** What the page and the floor's worker say to each other. */

/** Where the worker finds what it needs. */
export interface Start {
  kind: 'start'
  /** The folder of Pyodide's files. */
  runtime: string
  /** Our Python and the packages it needs, as one archive. */
  bundle: string
  build: string
}

export type ToWorker =
  | Start
  | { kind: 'call'; id: number; method: string; address: string; body: string; languages: string }
  | { kind: 'connect'; id: number; table: string }
  | { kind: 'say'; id: number; text: string }
  | { kind: 'end'; id: number }

export type FromWorker =
  | { kind: 'fetched'; bytes: number; of: number }
  | { kind: 'ready' }
  | { kind: 'failed'; why: string }
  | { kind: 'answer'; id: number; status: number; json: string }
  | { kind: 'told'; id: number; text: string }
  | { kind: 'closed'; id: number; code: number }

/** What the floor's worker says to the bots' worker, and the answer. */
export type ToBots = Start | { kind: 'think' | 'study'; id: number; question: Uint8Array }
export type FromBots =
  | { kind: 'ready' }
  | { kind: 'thought'; id: number; answer: string }
  /** A slice of an analysis. */
  | { kind: 'studied'; id: number; reply: Uint8Array }
  | { kind: 'stuck'; id: number; why: string }
