/** A value for each table, kept by this browser; only the last few tables are kept. */
const KEPT = 40

export class PerTable<Value> {
  constructor(private readonly storageKey: string) {}

  get(table: string): Value | null {
    return this.all().find(([id]) => id === table)?.[1] ?? null
  }

  set(table: string, value: Value): void {
    const rest = this.all().filter(([id]) => id !== table)
    try {
      localStorage.setItem(this.storageKey, JSON.stringify([...rest, [table, value]].slice(-KEPT)))
    } catch {
      // Private windows may refuse to store anything; the match goes on without.
    }
  }

  private all(): [table: string, value: Value][] {
    try {
      return JSON.parse(localStorage.getItem(this.storageKey) ?? '[]') as [string, Value][]
    } catch {
      return []
    }
  }
}
