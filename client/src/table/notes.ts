/** What somebody wrote down at a table; it never leaves the browser. */
import { PerTable } from './pertable'

const notes = new PerTable<string>('openoutcry.notes')

/** Each of the people at one browser has a pad of their own. */
function pad(table: string, seat: number): string {
  return `${table}/${seat}`
}

export function readNotes(table: string, seat: number): string {
  return notes.get(pad(table, seat)) ?? ''
}

export function writeNotes(table: string, seat: number, text: string): void {
  notes.set(pad(table, seat), text)
}
