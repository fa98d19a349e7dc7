import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from '../src/text/message'
import { figure, listed, speak, t } from '../src/text/words.svelte'

const ROOT = join(import.meta.dirname, '../..')
const LANGS = ['en', 'es', 'fr', 'it'] as const
type Messages = Record<string, string>

const catalogue = (folder: string, lang: string) =>
  JSON.parse(readFileSync(join(ROOT, folder, `${lang}.json`), 'utf8')) as Messages
const ours = (lang: string) =>
  Object.fromEntries(Object.entries(catalogue('openoutcry/text', lang)).filter(([key]) => /^(ui|no)\./.test(key)))

/** Words that are spelled alike in two languages. */
const ALIKE = new Set([
  ...['ui.bot', 'ui.level.broker', 'ui.end.place', 'ui.end.total', 'ui.learn.minutes', 'ui.replay.by.round'],
  ...['ui.rules', 'ui.market', 'ui.chat', 'ui.named', 'ui.analysis.seen', 'ui.fair.scores', 'ui.level.baron'],
  ...[
    'ui.alerts.shape.discord',
    'ui.alerts.shape.slack',
    'ui.profile.rating.value',
    'ui.profile.score',
    'ui.daily.share_of',
  ],
  ...['ui.contest.value', 'ui.contest.share', 'ui.contest.round', 'ui.contest.final', 'ui.personality.named'],
])

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? sources(path) : /\.(svelte|ts)$/.test(path) ? [path] : []
  })
}
const code = sources(join(ROOT, 'client/src'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

describe('the page’s words', () => {
  it.each(LANGS)('are complete and well formed in %s', (lang) => {
    expect(Object.keys(ours(lang)).sort()).toEqual(Object.keys(ours('en')).sort())
    for (const message of Object.values(ours(lang))) parse(message)
  })

  it.each(['es', 'fr', 'it'])('are not left in English in %s', (lang) => {
    const english = ours('en')
    const same = Object.entries(ours(lang)).filter(([key, message]) => message === english[key] && !ALIKE.has(key))
    expect(same).toEqual([])
  })

  it('are all there that the code asks for, and none besides', () => {
    const asked = new Set([...code.matchAll(/['"`](ui\.[a-z_.]+[a-z_])['"`]/g)].map(([, key]) => key!))
    const stems = [...code.matchAll(/`(ui\.[a-z_.]+\.)\$\{/g)].map(([, stem]) => stem!)
    const known = Object.keys(ours('en')).filter((key) => key.startsWith('ui.'))
    expect([...asked].filter((key) => !known.includes(key))).toEqual([])
    expect(known.filter((key) => !asked.has(key) && !stems.some((stem) => key.startsWith(stem)))).toEqual([])
  })

  it('leave the colon between a thing and its value to the language', () => {
    expect(code.match(/.*\}: (\$\{|\{(?!\s)).*/g)).toBeNull()
    expect(ours('fr')['ui.named']).toContain('\u00a0:')
  })

  it('tell those who wait about every decision, in all languages', () => {
    for (const title of readdirSync(join(ROOT, 'openoutcry/titles'), { withFileTypes: true })) {
      const folder = `openoutcry/titles/${title.name}/text`
      if (!existsSync(join(ROOT, folder))) continue
      for (const lang of LANGS) {
        const keys = Object.keys(catalogue(folder, lang))
        const stems = (stem: string) => keys.filter((key) => key.startsWith(stem)).map((key) => key.slice(stem.length))
        expect(stems('watch.').sort()).toEqual(stems('kind.').sort())
      }
    }
  })

  it('name every piece that a title’s board names, in all languages', () => {
    for (const title of readdirSync(join(ROOT, 'client/src/titles'), { withFileTypes: true })) {
      if (!title.isDirectory()) continue
      const folder = `openoutcry/titles/${title.name}/text`
      if (!existsSync(join(ROOT, folder))) continue // drawn before its rules arrived
      const text = sources(join(ROOT, 'client/src/titles', title.name))
        .map((path) => readFileSync(path, 'utf8'))
        .join('\n')
      const asked = [...text.matchAll(/['"](board\.[a-z_]+)['"]/g)].map(([, key]) => key!)
      for (const lang of LANGS) {
        const messages = catalogue(folder, lang)
        expect(asked.filter((key) => !(key in messages))).toEqual([])
      }
    }
  })
})

describe('speaking', () => {
  beforeAll(async () => speak('fr'))

  it('changes every word at once', () => {
    expect(t('ui.play_now')).toBe('Jouer maintenant')
    expect(document.documentElement.lang).toBe('fr')
    expect(figure(12345, true)).toBe('+12\u202f345')
  })

  it('joins names as the language does', async () => {
    const joined = { en: 'Ann, Bob and Irene', es: 'Ann, Bob e Irene', fr: 'Ann, Bob et Irene', it: 'Ann, Bob e Irene' }
    for (const lang of LANGS) {
      await speak(lang)
      expect(listed(['Ann', 'Bob', 'Irene'])).toBe(joined[lang])
      expect(listed(['Ann'])).toBe('Ann')
    }
  })
})
