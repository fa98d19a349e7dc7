/**
 * An edition's values, cell by cell. Nothing here knows what is right: that is for the server's check. What is
 * changed is copied, so that every earlier state stays whole for undoing.
 */
export type Item = string | number | boolean
export type Row = Item[]
export type Value = Item | (Item | Row)[]
export type Table = Record<string, unknown>
export type Data = Record<string, unknown>

/** A value: in a table by its path, under a name, in a list's row and column, from 0. */
export interface Cell {
  table: string
  name: string
  row: number | null
  column: number | null
}

export type Kind = 'printed' | 'reported' | 'reconstructed'
export const KINDS: Kind[] = ['printed', 'reported', 'reconstructed']
const ABOUT = ['source', 'note', 'cells']

export const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const cellKey = ({ table, name, row, column }: Cell): string =>
  `${table} ${name} ${row ?? ''} ${column ?? ''}`.trimEnd()

export const at = (table: string, name: string, row: number | null = null, column: number | null = null): Cell => ({
  table,
  name,
  row,
  column,
})

/** The tables that hold values, in the file's order. */
export function tablesOf(data: Data): [path: string, table: Table][] {
  const found: [string, Table][] = []
  const look = (path: string, table: Table) => {
    if (path && valuesOf(table).length) found.push([path, table])
    for (const [key, value] of Object.entries(table))
      if (isTable(value) && key !== 'cells' && (path || key !== 'edition')) look(path ? `${path}.${key}` : key, value)
  }
  look('', data)
  return found
}

/** The names of a table's values, each with its value. */
export function valuesOf(table: Table): [name: string, value: Value][] {
  return Object.entries(table).filter(
    (entry): entry is [string, Value] => !ABOUT.includes(entry[0]) && !isTable(entry[1]),
  )
}

export function tableAt(data: Data, path: string): Table {
  let found: unknown = data
  for (const part of path.split('.')) found = isTable(found) ? found[part] : undefined
  return isTable(found) ? found : {}
}

export const isGrid = (value: unknown): value is Row[] => Array.isArray(value) && Array.isArray(value[0])

export function valueAt(data: Data, { table, name, row, column }: Cell): Value | undefined {
  const value = tableAt(data, table)[name] as Value | undefined
  if (row === null || !Array.isArray(value)) return value
  const line = value[row]
  return column === null || !Array.isArray(line) ? line : line[column]
}

export function numberAt(data: Data, table: string, name: string, usual = 0): number {
  const found = valueAt(data, at(table, name))
  return typeof found === 'number' ? found : usual
}

export const listAt = (data: Data, table: string, name: string): Item[] => {
  const found = tableAt(data, table)[name]
  return Array.isArray(found) ? (found as Item[]) : []
}

export const gridAt = (data: Data, table: string, name: string): Row[] => {
  const found = tableAt(data, table)[name]
  return Array.isArray(found) ? found.filter((row): row is Row => Array.isArray(row)) : []
}

/** The names by which a table's `cells` may give a value a source of its own, the closest first. */
export function cellNames({ name, row, column }: Cell): string[] {
  if (row === null) return [name]
  if (column === null) return [`${name}.${row}`, String(row + 1), name]
  return [`${row + 1},${column + 1}`, `${name}.${row}`, name]
}

export function sourceAt(data: Data, cell: Cell): string {
  const table = tableAt(data, cell.table)
  const cells = isTable(table['cells']) ? table['cells'] : {}
  const name = cellNames(cell).find((one) => typeof cells[one] === 'string')
  return String(name === undefined ? (table['source'] ?? '') : cells[name])
}

export function kindOf(source: string): Kind {
  const word = source.slice(0, source.indexOf(':')).trim()
  return KINDS.find((kind) => kind === word) ?? 'reconstructed'
}

/** The badge names the kind; this is the rest. */
export const aboutOf = (source: string): string => source.slice(source.indexOf(':') + 1).trim()

/** Every single value of a table. */
export function cellsOf(path: string, table: Table): Cell[] {
  return valuesOf(table).flatMap(([name, value]) => {
    if (!Array.isArray(value)) return [at(path, name)]
    return value.flatMap((line, row) =>
      Array.isArray(line) ? line.map((_, column) => at(path, name, row, column)) : [at(path, name, row)],
    )
  })
}

// Changes

function withTable(data: Data, path: string, change: (table: Table) => Table): Data {
  const [first, ...rest] = path.split('.')
  const inner = data[first!]
  const table = isTable(inner) ? inner : {}
  return { ...data, [first!]: rest.length ? withTable(table, rest.join('.'), change) : change(table) }
}

/** A value, and where it was read. */
export function withValue(data: Data, cell: Cell, value: Item, source: string): Data {
  return withTable(data, cell.table, (table) => {
    const { name, row, column } = cell
    const known = table[name] as Value
    let next: unknown = value
    if (row !== null && Array.isArray(known)) {
      const line = known[row]
      const changed = column === null || !Array.isArray(line) ? value : line.with(column, value)
      next = known.with(row, changed as never)
    }
    return sourced({ ...table, [name]: next }, cell, source)
  })
}

/** The same value, seen in one's own box. */
export function withSource(data: Data, cell: Cell, source: string): Data {
  return withTable(data, cell.table, (table) => sourced(table, cell, source))
}

function sourced(table: Table, cell: Cell, source: string): Table {
  const cells = isTable(table['cells']) ? table['cells'] : {}
  const [closest, ...wider] = cellNames(cell)
  const without = Object.fromEntries(Object.entries(cells).filter(([name]) => name !== closest))
  const otherwise = String(wider.map((name) => without[name]).find(Boolean) ?? table['source'])
  const next = otherwise === source ? without : { ...without, [closest!]: source }
  if (!Object.keys(next).length && table['cells'] === undefined) return table
  return { ...table, cells: next }
}

/** A whole table, seen in one's own box. */
export function withTableSource(data: Data, path: string, source: string): Data {
  return withTable(data, path, (table) => {
    const { cells, ...rest } = table
    return { ...rest, source, ...(cells === undefined ? {} : { cells: {} }) }
  })
}

/** A row more: a copy of the one before it, to be corrected. */
export function withRow(data: Data, path: string, name: string, row: number, source: string): Data {
  return withTable(data, path, (table) => {
    const known = (Array.isArray(table[name]) ? table[name] : []) as (Item | Row)[]
    const copied = known[row - 1] ?? known[0] ?? 0
    const next = known.toSpliced(row, 0, Array.isArray(copied) ? [...copied] : copied)
    const moved = shifted({ ...table, [name]: next }, name, row, 1)
    return Array.isArray(copied)
      ? copied.reduce<Table>((found, _, column) => sourced(found, at(path, name, row, column), source), moved)
      : sourced(moved, at(path, name, row), source)
  })
}

export function withoutRow(data: Data, path: string, name: string, row: number): Data {
  return withTable(data, path, (table) => {
    const known = (Array.isArray(table[name]) ? table[name] : []) as (Item | Row)[]
    return shifted({ ...table, [name]: known.toSpliced(row, 1) }, name, row, -1)
  })
}

/** Sources stay with their rows when a row before them comes or goes. */
function shifted(table: Table, name: string, row: number, by: 1 | -1): Table {
  if (!isTable(table['cells'])) return table
  const moved = (old: number): number | null => (old < row ? old : by < 0 && old === row ? null : old + by)
  const renamed = (cell: string): string | null => {
    const numbered = /^(\d+)((?:,\d+)?)$/.exec(cell)
    if (numbered) {
      const next = moved(Number(numbered[1]) - 1)
      return next === null ? null : `${next + 1}${numbered[2]}`
    }
    const prefix = `${name}.`
    if (!cell.startsWith(prefix) || !/^\d+$/.test(cell.slice(prefix.length))) return cell
    const next = moved(Number(cell.slice(prefix.length)))
    return next === null ? null : `${prefix}${next}`
  }
  const cells = Object.entries(table['cells']).map(([cell, source]) => [renamed(cell), source])
  return { ...table, cells: Object.fromEntries(cells.filter(([cell]) => cell !== null)) }
}

/** What was typed, as text or number; null where a whole number belongs and none was typed. */
export function read(text: string, like: Item | undefined): Item | null {
  if (typeof like === 'string') return text
  const plain = text.trim().replace('−', '-')
  return /^[+-]?\d{1,9}$/.test(plain) ? Number(plain) : null
}

export function nameOf(data: Data): string {
  const head = data['edition']
  return isTable(head) ? String(head['name'] ?? '') : ''
}

export function withName(data: Data, name: string): Data {
  const head = isTable(data['edition']) ? data['edition'] : {}
  return { ...data, edition: { ...head, name } }
}
