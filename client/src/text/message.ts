/**
 * Messages with arguments, read exactly as `openoutcry/text/message.py` reads them. By hand: a library for all of
 * ICU's format is larger than the page's own words, and would differ from Python's at the edges.
 */

import { fitted } from './fitting'

export type Args = Record<string, string | number>

type Placeholder = { name: string; kind: string; prefix: string; cases: Record<string, Part[]> }
type Part = string | Placeholder

const parsed = new Map<string, Part[]>()

export function parse(message: string): Part[] {
  let parts = parsed.get(message)
  if (!parts) {
    parts = new Reader(message).whole()
    parsed.set(message, parts)
  }
  return parts
}

class Reader {
  private at = 0
  constructor(private readonly text: string) {}

  whole(): Part[] {
    const parts = this.parts()
    if (this.at < this.text.length) throw this.wrong('unexpected }')
    return parts
  }

  private parts(): Part[] {
    const parts: Part[] = []
    while (this.at < this.text.length && this.text[this.at] !== '}') {
      if (this.text[this.at] === '{') {
        this.at += 1
        parts.push(this.placeholder())
      } else {
        parts.push(this.until('{}'))
      }
    }
    return parts
  }

  private until(ends: string): string {
    const from = this.at
    while (this.at < this.text.length && !ends.includes(this.text[this.at]!)) this.at += 1
    return this.text.slice(from, this.at)
  }

  private placeholder(): Placeholder {
    const name = this.until(',}').trim()
    const found: Placeholder = { name, kind: '', prefix: '', cases: {} }
    if (this.comma()) {
      found.kind = this.until(',}').trim()
      if (this.comma()) {
        if (found.kind === 'word') found.prefix = this.until('}').trim()
        else found.cases = this.cases(found.kind)
      }
    }
    this.close()
    return found
  }

  private cases(kind: string): Record<string, Part[]> {
    const cases = Object.create(null) as Record<string, Part[]>
    for (;;) {
      while (this.text[this.at] === ' ') this.at += 1
      if (this.text[this.at] === '}' || this.at >= this.text.length) break
      const label = this.until('{').trim()
      if (this.text[this.at] !== '{') throw this.wrong(`${kind} case without braces`)
      this.at += 1
      cases[label] = this.parts()
      this.close()
    }
    if (!cases['other']) throw this.wrong(`${kind} without other`)
    return cases
  }

  private comma(): boolean {
    if (this.text[this.at] !== ',') return false
    this.at += 1
    return true
  }

  private close(): void {
    if (this.text[this.at] !== '}') throw this.wrong('unclosed {')
    this.at += 1
  }

  private wrong(what: string): Error {
    return new Error(`${what} in ${JSON.stringify(this.text)}`)
  }
}

/** "one" or "other", as the language counts. */
export function plural(lang: string, n: number): string {
  if (lang === 'fr') return Math.abs(n) < 2 ? 'one' : 'other'
  return Math.abs(n) === 1 ? 'one' : 'other'
}

const SEPARATORS: Record<string, string> = { en: ',', es: '.', fr: '\u202f', it: '.' }

/** A number with the language's grouping and a real minus sign. */
export function number(lang: string, n: number): string {
  let [digits = '', fraction] = String(Math.abs(n)).split('.')
  if (Math.abs(n) >= (lang === 'en' ? 1000 : 10000)) {
    digits = digits.replace(/\B(?=(\d{3})+$)/g, SEPARATORS[lang] ?? ',')
  }
  if (fraction) digits += (lang === 'en' ? '.' : ',') + fraction
  return (n < 0 ? '\u2212' : '') + digits
}

export interface Voice {
  lang: string
  /** Finds another message. */
  word: (key: string) => string
  /** The name of the player in a seat. */
  name: (seat: number) => string
}

export function fill(message: string, args: Args, voice: Voice): string {
  const join = (parts: Part[], count: string): string => {
    let text = ''
    for (const part of parts) {
      text = typeof part === 'string' ? text + part.replaceAll('#', count) : fitted(text, one(part), voice.lang)
    }
    return text
  }

  const one = ({ name, kind, prefix, cases }: Placeholder): string => {
    const value = args[name]
    if (value === undefined) throw new Error(`no argument ${name} for ${JSON.stringify(message)}`)
    if (kind === 'seat') return voice.name(Number(value))
    if (kind === 'word') return voice.word(`${prefix}.${value}`)
    if (kind === 'plural') {
      const n = Number(value)
      const parts = cases[`=${value}`] ?? cases[plural(voice.lang, n)] ?? cases['other']!
      return join(parts, number(voice.lang, n))
    }
    if (kind === 'select') return join(cases[String(value)] ?? cases['other']!, '#')
    return typeof value === 'number' ? number(voice.lang, value) : value
  }

  return join(parse(message), '#')
}
