/** Single keys and what they do. All of them can be changed or switched off: speech input and shaking hands press some by accident. */
import { settings } from '../settings.svelte'

export const USUAL_KEYS = {
  slip: 'o',
  list: 'l',
  board: 'b',
  explain: 'i',
  aid: 'a',
  hint: 'h',
  market: 'm',
  next: 'n',
  rules: 'r',
  help: '?',
} as const
export type KeyName = keyof typeof USUAL_KEYS
export const KEY_NAMES = Object.keys(USUAL_KEYS) as KeyName[]

/** Empty where it was taken away. */
export function keyFor(name: KeyName): string {
  return settings.choices.keys[name] ?? USUAL_KEYS[name]
}

/** Whether this key was pressed, and single keys are wanted at all. */
export function isKey(event: KeyboardEvent, name: KeyName): boolean {
  return settings.choices.singleKeys && event.key.toLowerCase() === keyFor(name)
}

/** Gives something another key, or none; whatever had that key gets the one that became free. Digits belong to offers. */
export function bind(name: KeyName, key: string): boolean {
  const wanted = key.trim().toLowerCase()
  if ([...wanted].length > 1 || /\d/.test(wanted)) return false
  const other = wanted && KEY_NAMES.find((one) => one !== name && keyFor(one) === wanted)
  const freed = other ? { [other]: keyFor(name) } : {}
  settings.choose({ keys: { ...settings.choices.keys, ...freed, [name]: wanted } })
  return true
}
