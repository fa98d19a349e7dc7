import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fitted } from '../src/text/fitting'

type Case = [lang: string, before: string, filled: string, text: string]

/** What `tests/text/test_fitting.py` reads, too. */
const CASES = JSON.parse(readFileSync(join(import.meta.dirname, '../../tests/text/fitted.json'), 'utf8')) as Case[]

describe('what is filled into a message', () => {
  it.each(CASES)('fits in %s: %s%s', (lang, before, filled, text) => {
    expect(fitted(before, filled, lang)).toBe(text)
  })
})
