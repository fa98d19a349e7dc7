/** Reads a board that only its plan knows: names, and what each name stands for. */
import type { BoardField, BoardPlan, View } from '../protocol'
import type { BoardModel } from '../play/boardmodel.svelte'
import { figure, knows, named, say } from '../text/words.svelte'

type Fields = Readonly<Record<string, unknown>>

/** An object's fields; none of what is not there. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

export function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** What lies in front of each seat: the first field that has a part for every seat. */
export function playersField(plan: BoardPlan): BoardField | undefined {
  return plan.fields.find(({ kind, many }) => kind === 'part' && many === 'per_seat')
}

/** What lies in front of one seat. */
export function playerOf(plan: BoardPlan, view: View, seat: number): Fields {
  const players = playersField(plan)
  return players ? fieldsOf(itemsOf(fieldsOf(view.board)[players.name])[seat]) : {}
}

/** A number that is known, or null. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

/** The title's own word for a field; without one, the field's name. */
export function label(title: string, name: string): string {
  const key = `board.${name}`
  return knows(title, key) ? say(title, key) : name.replaceAll('_', ' ')
}

/** The piece that an item of a list is: by its own id or text, else by its place. */
export function pieceOf(name: string, item: unknown, index: number): string {
  const id = typeof item === 'string' ? item : (fieldsOf(item)['id'] ?? index)
  return `${name}:${String(id)}`
}

/** What a screen reader says of a value: the field's word and, where it is short, the value. */
export function spoken(model: BoardModel, { name, kind, many }: BoardField, value: unknown): string {
  const word = label(model.view.title, name)
  if (many !== 'one') return word
  if (kind === 'company' && typeof value === 'string') return named(word, model.companyName(value))
  if (kind === 'seat' && typeof value === 'number') return named(word, model.name(value))
  return kind === 'number' && typeof value === 'number' ? named(word, figure(value)) : word
}
