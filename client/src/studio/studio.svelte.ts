/** The edition open in the studio, offered or one's own, and what the server says about it. */
import type { EditionChange, EditionColumn, EditionInfo, EditionProblem, EditionReading } from '../protocol'
import { api } from '../server/api'
import type { Args } from '../text/message'
import { editionName, type Key, knows, named, say, t } from '../text/words.svelte'
import { companyLook, type CompanyLook, type TitleLook } from '../titles/look'
import { keep, newId, type Kept } from './drafts'
import {
  aboutOf,
  gridAt,
  isTable,
  kindOf,
  nameOf,
  cellKey,
  cellsOf,
  sourceAt,
  tableAt,
  tablesOf,
  valueAt,
  withName,
  withoutRow,
  withRow,
  withSource,
  withTableSource,
  withValue,
  type Data,
  type Item,
  type Kind,
  type Cell,
  type Table,
} from './values'

/** Changes that can be undone, also after a reload. */
const REMEMBERED = 30
/** Milliseconds after a change before it is checked, and after a failed check before the next. */
const PAUSE = 250
const AGAIN = 3000

export type Filter = 'all' | Kind | 'changed' | 'wrong'

export class Studio {
  readonly title: string
  readonly info: EditionInfo
  readonly look: TitleLook
  private kept = $state.raw<Kept | null>(null)
  /** Somebody else's, from a link: looked at, not kept. */
  private shown = $state.raw<Data | null>(null)
  reading = $state.raw<EditionReading | null>(null)
  checking = $state(false)
  /** The last change could not be kept by the browser. */
  unkept = $state(false)
  selected = $state.raw<Cell | null>(null)
  filter = $state<Filter>('all')
  search = $state('')
  asTables = $state(false)
  private timer = 0
  private asked = 0

  readonly data: Data = $derived.by(() => this.kept?.data ?? this.shown ?? this.info.data)
  readonly tables: [string, Table][] = $derived.by(() => tablesOf(this.data))
  readonly editing: boolean = $derived.by(() => this.kept !== null)
  /** What its owner called it, or ours in the reader's language. */
  readonly name: string = $derived.by(() => editionName(this.title, nameOf(this.data)))
  readonly labels: Record<string, string> = $derived.by(() => this.ownNames())
  readonly problems: EditionProblem[] = $derived.by(() => this.reading?.problems ?? [])
  readonly changes: EditionChange[] = $derived.by(() => this.reading?.changes ?? [])
  private readonly changed: ReadonlySet<string> = $derived.by(
    () => new Set(this.changes.map(({ table, name, row, column }) => cellKey({ table, name, row, column }))),
  )
  readonly counts: Record<Kind, number> = $derived.by(() => this.counted())
  readonly canUndo: boolean = $derived.by(() => Boolean(this.kept?.past.length))
  readonly canRedo: boolean = $derived.by(() => Boolean(this.kept?.future.length))
  readonly playable: boolean = $derived.by(() => this.reading !== null && !this.checking && !this.problems.length)
  readonly id: string | null = $derived.by(() => this.kept?.id ?? null)
  readonly source: string = $derived.by(() => this.kept?.source ?? '')

  constructor(info: EditionInfo, look: TitleLook) {
    this.title = info.title
    this.info = info
    this.look = look
  }

  // What is looked at

  open(kept: Kept): void {
    this.shown = null
    this.kept = kept
    this.begin()
  }

  /** Looked at without being kept. */
  show(data: Data): void {
    this.kept = null
    this.shown = data
    this.begin()
  }

  private begin(): void {
    this.selected = null
    this.reading = null
    void this.check()
  }

  /** A copy of what is looked at, to be corrected. */
  copy(name: string, source: string, data: Data = this.data): Kept {
    const kept = {
      id: newId(),
      title: this.title,
      data: withName(data, name),
      past: [],
      future: [],
      source,
      changed: Date.now(),
    }
    this.unkept = !keep(kept)
    return kept
  }

  // Changes

  set(cell: Cell, value: Item): void {
    if (valueAt(this.data, cell) === value) return
    this.change(withValue(this.data, cell, value, this.source))
  }

  /** The value is right as it stands. */
  confirm(cell: Cell): void {
    this.change(withSource(this.data, cell, this.source))
  }

  confirmRow(table: string, name: string, row: number): void {
    const line = valueAt(this.data, { table, name, row, column: null })
    const cells = Array.isArray(line)
      ? line.map((_, column) => ({ table, name, row, column }))
      : [{ table, name, row, column: null }]
    this.change(cells.reduce((data, cell) => withSource(data, cell, this.source), this.data))
  }

  confirmTable(table: string): void {
    this.change(withTableSource(this.data, table, this.source))
  }

  addRow(table: string, name: string, row: number): void {
    this.change(withRow(this.data, table, name, row, this.source))
  }

  removeRow(table: string, name: string, row: number): void {
    this.selected = null
    this.change(withoutRow(this.data, table, name, row))
  }

  /** A row more at the end of a list, with its values. */
  addFilled(table: string, name: string, line: Item[]): void {
    const row = gridAt(this.data, table, name).length
    const copied = withRow(this.data, table, name, row, this.source)
    const fill = (data: Data, value: Item, column: number) =>
      withValue(data, { table, name, row, column }, value, this.source)
    this.change(line.reduce(fill, copied))
  }

  rename(name: string): void {
    if (name.trim() && name !== this.name) this.change(withName(this.data, name))
  }

  tellSource(source: string): void {
    if (this.kept) this.put({ ...this.kept, source })
  }

  change(data: Data): void {
    const { kept } = this
    if (!kept) return
    this.put({ ...kept, data, past: [...kept.past, kept.data].slice(-REMEMBERED), future: [] })
    this.checkSoon()
  }

  undo(): void {
    const { kept } = this
    const data = kept?.past.at(-1)
    if (!kept || !data) return
    this.put({ ...kept, data, past: kept.past.slice(0, -1), future: [kept.data, ...kept.future] })
    this.checkSoon()
  }

  redo(): void {
    const { kept } = this
    const [data, ...future] = kept?.future ?? []
    if (!kept || !data) return
    this.put({ ...kept, data, past: [...kept.past, kept.data], future })
    this.checkSoon()
  }

  private put(kept: Kept): void {
    this.kept = { ...kept, changed: Date.now() }
    this.unkept = !keep(this.kept)
  }

  // What the server says

  private checkSoon(): void {
    this.checking = true
    clearTimeout(this.timer)
    this.timer = window.setTimeout(() => void this.check(), PAUSE)
  }

  private async check(): Promise<void> {
    const number = ++this.asked
    this.checking = true
    try {
      const reading = await api.readEdition(this.title, { data: this.data })
      if (number !== this.asked) return
      this.reading = reading
      this.checking = false
    } catch {
      if (number === this.asked) this.timer = window.setTimeout(() => void this.check(), AGAIN)
    }
  }

  leave(): void {
    clearTimeout(this.timer)
    this.asked++
  }

  // Marks

  kind = (cell: Cell): Kind => kindOf(sourceAt(this.data, cell))

  isChanged = (cell: Cell): boolean =>
    this.changed.has(cellKey(cell)) ||
    (cell.column !== null && this.changed.has(cellKey({ ...cell, column: null }))) ||
    (cell.row !== null && this.changed.has(cellKey({ ...cell, row: null, column: null })))

  /** What is wrong with exactly this: a row, a value, or a table as a whole. */
  problemsAt(table: string, name = '', row: number | null = null): EditionProblem[] {
    return this.problems.filter(
      (problem) => problem.table === table && (!name || problem.name === name) && (row === null || problem.row === row),
    )
  }

  isWrong = ({ table, name, row }: Cell): boolean =>
    this.problems.some(
      (problem) =>
        problem.table === table &&
        problem.name === name &&
        (problem.row === null || row === null || problem.row === row),
    )

  /** Whether the filter lets a value through. */
  fits = (cell: Cell): boolean => {
    if (this.filter === 'all') return true
    if (this.filter === 'changed') return this.isChanged(cell)
    if (this.filter === 'wrong') return this.isWrong(cell)
    return this.kind(cell) === this.filter
  }

  /** Somebody looks for something: only that is shown. */
  readonly seeks: boolean = $derived.by(() => this.filter !== 'all' || this.search.trim() !== '')

  /** The tables that filter and search leave. */
  readonly listed: [string, Table][] = $derived.by(() =>
    this.tables.filter(([path, table]) => {
      const found = this.filter === 'all' || cellsOf(path, table).some(this.fits)
      return (found || (this.filter === 'wrong' && this.problemsAt(path).length > 0)) && this.isSearched(path, table)
    }),
  )

  private isSearched(path: string, table: Table): boolean {
    const wanted = this.search.trim().toLocaleLowerCase()
    if (!wanted) return true
    const rules = (this.info.rules[path] ?? []).join(' ')
    const words = [this.tableName(path), path, this.about(table['note']), this.about(table['source']), rules]
    const names = Object.keys(table).map((name) => this.valueName(path, name))
    const values = cellsOf(path, table).map((cell) => this.shownItem(cell))
    return [...words, ...names, ...values].some((text) => text.toLocaleLowerCase().includes(wanted))
  }

  private counted(): Record<Kind, number> {
    const counts: Record<Kind, number> = { printed: 0, reported: 0, reconstructed: 0 }
    for (const [path, table] of this.tables) for (const cell of cellsOf(path, table)) counts[this.kind(cell)]++
    return counts
  }

  // Words

  say = (key: string, args: Args = {}): string => say(this.title, key, args, [], this.labels)
  word = (kind: string, id: string): string => this.say(`${kind}.${id}`)
  company = (id: string): CompanyLook => companyLook(this.look, id)
  companyName = (id: string): string => this.labels[id] ?? this.word('company', id)
  knows = (key: string): boolean => knows(this.title, key)

  tableName = (path: string): string => (this.knows(`table.${path}`) ? this.say(`table.${path}`) : path)
  valueName = (path: string, name: string): string =>
    this.knows(`value.${path}.${name}`) ? this.say(`value.${path}.${name}`) : name.replaceAll('_', ' ')
  columns = (path: string, name: string): EditionColumn[] => this.info.columns[`${path}.${name}`] ?? []
  columnName = (path: string, name: string, column: number): string => {
    const known = this.columns(path, name)[column]
    if (known) return this.say(`column.${known.name}`)
    const own = `column.${path}.${name}`
    return this.knows(own) ? this.say(own, { column: column + 1 }) : String(column + 1)
  }
  /** A row of a list: by the title's own word for it, if it has one. */
  rowName = (path: string, name: string, row: number): string => {
    const own = `row.${path}.${name}`
    return this.knows(own) ? this.say(own, { row: row + 1 }) : t('ui.studio.row', { row: row + 1 })
  }

  /** All that a value may be; none if that is open. */
  choices({ table, name, column }: Cell): string[] {
    const known = this.columns(table, name)[column ?? 0]
    if (!known) return []
    if (!known.among) return known.choices
    const path = known.among.slice(0, known.among.lastIndexOf('.'))
    const list = tableAt(this.data, path)[known.among.slice(path.length + 1)]
    return Array.isArray(list) ? list.map(String) : []
  }

  /** A word of the file as people say it. */
  itemName(text: string): string {
    for (const kind of ['company', 'colour', 'card'])
      if (this.knows(`${kind}.${text}`) || (kind === 'company' && this.labels[text])) return this.word(kind, text)
    return text
  }

  shownItem(cell: Cell): string {
    const value = valueAt(this.data, cell)
    if (typeof value === 'boolean') return value ? '✓' : '–'
    return typeof value === 'string' ? (this.choices(cell).length ? this.itemName(value) : value) : String(value ?? '')
  }

  /** A source or note, translated if it is one of ours. */
  about(text: unknown): string {
    const plain = typeof text === 'string' ? text : ''
    const cut = /^(printed|reported|reconstructed):/.test(plain) ? aboutOf(plain) : plain
    const said = this.knows(`about.${cut}`) ? this.say(`about.${cut}`) : cut
    return said.charAt(0).toUpperCase() + said.slice(1)
  }

  problemText(problem: EditionProblem): string {
    const said = problem.key && (this.knows(problem.key) || knows('', problem.key))
    const text = said ? this.say(problem.key, problem.args as Args) : problem.text
    if (!problem.table || !said) return text
    const part = this.tableName(problem.table)
    const where = problem.name ? `${part}, ${this.valueName(problem.table, problem.name)}` : part
    const row = problem.row === null ? '' : `, ${this.rowName(problem.table, problem.name, problem.row)}`
    return named(where + row, text)
  }

  changeText({ table, name, row, column }: EditionChange): string {
    const where = `${this.tableName(table)}, ${this.valueName(table, name)}`
    const line = row === null ? '' : `, ${this.rowName(table, name, row)}`
    return where + line + (column === null ? '' : `, ${this.columnName(table, name, column)}`)
  }

  kindText = (kind: string): string => t(`ui.source.${kind}` as Key)

  /** Company names in which this edition differs from ours. */
  private ownNames(): Record<string, string> {
    const names: Record<string, string> = {}
    for (const [path, table] of this.tables) {
      const { ids, names: called } = table
      const ours = tableAt(this.info.data, path)['names']
      if (!Array.isArray(ids) || !Array.isArray(called)) continue
      ids.forEach((id, i) => {
        if (typeof called[i] === 'string' && !(Array.isArray(ours) && ours[i] === called[i]))
          names[String(id)] = called[i]
      })
    }
    return names
  }

  get isTheirs(): boolean {
    return this.shown !== null
  }

  get head(): Table {
    return isTable(this.data['edition']) ? this.data['edition'] : {}
  }
}
