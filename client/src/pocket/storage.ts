/**
 * The browser's own storage: journals, rows of tables, and a few values by name. `openoutcry/pocket/storage.py` asks.
 * By hand: wrappers of IndexedDB do not say whether a write has reached the disk.
 */
const JOURNAL = 'journal'
const TABLES = 'tables'
const VALUES = 'values'
const FULL = ['QuotaExceededError', 'InvalidStateError', 'SecurityError', 'UnknownError']

interface Line {
  table: string
  n: number
  at: number
  body: string
}

/** Storage that is full or forbidden is one thing to whoever plays: nothing more can be kept. */
function explained(error: unknown): Error {
  const name = (error as DOMException | null)?.name ?? ''
  return new Error(FULL.includes(name) ? `full: ${name}` : `${name} ${String(error)}`)
}

function result<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(explained(request.error))
  })
}

/** Resolves when what was written is on the disk. */
function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(explained(transaction.error))
  })
}

async function open(): Promise<IDBDatabase> {
  try {
    const request = indexedDB.open('openoutcry', 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(JOURNAL, { keyPath: ['table', 'n'] })
      request.result.createObjectStore(TABLES)
      request.result.createObjectStore(VALUES)
    }
    return await result(request)
  } catch (error) {
    throw error instanceof Error && error.message.startsWith('full') ? error : explained(error)
  }
}

export interface Listener {
  committed: (table: string, n: number) => void
  heard: (text: string) => void
}

export class BrowserStorage {
  private database: Promise<IDBDatabase> | null = null
  private readonly others = new BroadcastChannel('openoutcry')

  /** Other tabs tell what they wrote. */
  listen(listener: Listener): void {
    this.others.onmessage = ({ data }: MessageEvent<{ table: string; n: number } | { text: string }>) => {
      if ('text' in data) listener.heard(data.text)
      else listener.committed(data.table, data.n)
    }
  }

  announce(text: string): void {
    this.others.postMessage({ text })
  }

  async add(table: string, n: number, at: number, body: string, row: string): Promise<boolean> {
    const transaction = await this.begin([JOURNAL, TABLES], 'readwrite')
    const entry: Line = { table, n, at, body }
    const adding = transaction.objectStore(JOURNAL).add(entry)
    transaction.objectStore(TABLES).put(row, table)
    const outcome = done(transaction)
    try {
      await outcome
    } catch (error) {
      if (adding.error?.name === 'ConstraintError') return false // another tab was quicker
      throw error
    }
    this.others.postMessage({ table, n })
    return true
  }

  async entries(table: string, since: number): Promise<string> {
    const transaction = await this.begin([JOURNAL], 'readonly')
    const range = IDBKeyRange.bound([table, since], [table, Infinity])
    const found = (await result(transaction.objectStore(JOURNAL).getAll(range))) as Line[]
    return JSON.stringify(found.map(({ n, at, body }) => [n, at, body]))
  }

  async row(table: string): Promise<string | undefined> {
    const transaction = await this.begin([TABLES], 'readonly')
    return (await result(transaction.objectStore(TABLES).get(table))) as string | undefined
  }

  async rows(): Promise<string> {
    const transaction = await this.begin([TABLES], 'readonly')
    return JSON.stringify(await result(transaction.objectStore(TABLES).getAll()))
  }

  async put(name: string, value: string): Promise<void> {
    const transaction = await this.begin([VALUES], 'readwrite')
    transaction.objectStore(VALUES).put(value, name)
    await done(transaction)
  }

  async get(name: string): Promise<string | undefined> {
    const transaction = await this.begin([VALUES], 'readonly')
    return (await result(transaction.objectStore(VALUES).get(name))) as string | undefined
  }

  /** `strict`: a promise kept only once the disk has it, not the system's cache. */
  private async begin(stores: string[], mode: IDBTransactionMode): Promise<IDBTransaction> {
    this.database ??= open()
    try {
      return (await this.database).transaction(stores, mode, { durability: 'strict' })
    } catch (error) {
      this.database = null // the next attempt opens it again
      throw error instanceof Error && error.message.startsWith('full') ? error : explained(error)
    }
  }
}
