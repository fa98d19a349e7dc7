/** The language of the page, and every word in it. */
import type en from '../../../openoutcry/text/en.json'
import { api } from '../server/api'
import { fill, number, type Args } from './message'

export const LANGUAGES = ['en', 'es', 'fr', 'it'] as const
export type Lang = (typeof LANGUAGES)[number]
/** English defines the keys; every other catalogue must have them all. */
export type Key = keyof typeof en
type Messages = Record<string, string>
type Files = Record<string, () => Promise<Messages>>

const sharedFiles: Files = import.meta.glob<Messages>('../../../openoutcry/text/*.json', {
  import: 'default',
})
const titleFiles: Files = import.meta.glob<Messages>('../../../openoutcry/titles/*/text/*.json', {
  import: 'default',
})

const SHARED = ''

class Catalogues {
  lang = $state<Lang>('en')
  loaded = $state.raw<Record<string, Messages>>({})
}

const catalogues = new Catalogues()

async function read(title: string, lang: Lang): Promise<Messages> {
  const ending = title ? `/titles/${title}/text/${lang}.json` : `/openoutcry/text/${lang}.json`
  const files = title ? titleFiles : sharedFiles
  const path = Object.keys(files).find((name) => name.endsWith(ending))
  if (path) return await files[path]!()
  // A title of another package: the server has its words.
  return title ? (await api.words(title, lang)).messages : {}
}

/** Switches the language once all of its words have arrived, so that no page mixes two. */
export async function speak(lang: Lang): Promise<void> {
  const needed = new Set([SHARED, ...Object.keys(catalogues.loaded)])
  const entries = [...needed].map(async (title) => [title, await read(title, lang)] as const)
  catalogues.loaded = Object.fromEntries(await Promise.all(entries))
  catalogues.lang = lang
  document.documentElement.lang = lang
}

export async function learn(title: string): Promise<void> {
  if (catalogues.loaded[title]) return
  const messages = await read(title, catalogues.lang)
  catalogues.loaded = { ...catalogues.loaded, [title]: messages }
}

export function lang(): Lang {
  return catalogues.lang
}

export function preferred(): Lang {
  for (const wish of navigator.languages ?? []) {
    const found = LANGUAGES.find((known) => wish.toLowerCase().startsWith(known))
    if (found) return found
  }
  return 'en'
}

/** A number as the reader writes it; with `signed`, a plus before gains. */
export function figure(n: number, signed = false): string {
  return (signed && n > 0 ? '+' : '') + number(catalogues.lang, n)
}

/** A share of one in whole percent, with the sign where the language puts it. */
export function percent(share: number): string {
  return new Intl.NumberFormat(catalogues.lang, { style: 'percent' }).format(share)
}

/** A thing and its value, joined by the colon of the language. */
export function named(name: string, value: string | number): string {
  return t('ui.named', { name, value }).trimEnd()
}

/** Names in a row, joined as the language joins them: "Ann, Bob and Cleo". */
export function listed(names: string[]): string {
  const locale = catalogues.lang === 'en' ? 'en-GB' : catalogues.lang // no comma before "and"
  return new Intl.ListFormat(locale).format(names)
}

/** A message of the page's own. */
export function t(key: Key, args: Args = {}): string {
  return say(SHARED, key, args)
}

/**
 * A title's message, or else the shared one of that key. `names` are the players' by seat;
 * `labels` are an edition's own names for its companies.
 */
export function say(
  title: string,
  key: string,
  args: Args = {},
  names: string[] = [],
  labels: Record<string, string> = {},
): string {
  const { lang, loaded } = catalogues
  const find = (key: string) => loaded[title]?.[key] ?? loaded[SHARED]?.[key]
  // A host's own edition may name a company that no catalogue knows.
  const word = (key: string): string => {
    const id = key.slice(key.lastIndexOf('.') + 1)
    return labels[id] || (find(key) ?? id)
  }
  const name = (seat: number): string =>
    names[seat] ?? fill(word('seat.name'), { number: seat + 1 }, { lang, word, name })
  const message = find(key)
  return message === undefined ? word(key) : fill(message, args, { lang, word, name })
}

export function knows(title: string, key: string): boolean {
  return catalogues.loaded[title]?.[key] !== undefined
}

/** An edition's name is a text of its file: ours are translated as its sources are, an owner's stays as it was written. */
export function editionName(title: string, name: string): string {
  return knows(title, `about.${name}`) ? say(title, `about.${name}`) : name
}
