/** The other half of the server's differences between JSON values. */

export type Path = (string | number)[]
export type Change = [Path, unknown]

/** The value with all changes made; the one given stays as it is. */
export function changed<Value>(value: Value, changes: Change[]): Value {
  return changes.reduce<unknown>((made, [path, now]) => replaced(made, path, now), value) as Value
}

function replaced(value: unknown, path: Path, now: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return now
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>
  copy[key] = replaced(copy[key], rest, now)
  return copy
}
