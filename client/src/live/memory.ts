/** What this browser keeps about each table; the last few tables are kept. */
const KEPT = 40

export class Memory<Value> {
  constructor(private readonly place: string) {}

  get(table: string): Value | null {
    return this.all().find(([id]) => id === table)?.[1] ?? null
  }

  set(table: string, value: Value): void {
    const rest = this.all().filter(([id]) => id !== table)
    try {
      localStorage.setItem(this.place, JSON.stringify([...rest, [table, value]].slice(-KEPT)))
    } catch {
      // A browser that keeps nothing still plays.
    }
  }

  private all(): [table: string, value: Value][] {
    try {
      return JSON.parse(localStorage.getItem(this.place) ?? '[]') as [string, Value][]
    } catch {
      return []
    }
  }
}
