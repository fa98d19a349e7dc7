import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { speak } from '../src/text/words.svelte'

const FILM = { id: '', title: 'mogul', seat: null, over: true, commitment: '', steps: [], story: [], history: [] }
const RECORD = { title: 'mogul', labels: {}, names: ['Ada', ''], scores: [3, 4], draws: 'local', film: FILM }
const asked: { path: string; body: unknown }[] = []

/** The page as it is after loading; its tab remembers what it remembered. */
async function page() {
  vi.resetModules()
  const words = await import('../src/text/words.svelte')
  await words.speak('en')
  return { ...(await import('../src/replay/recordsource')), ...(await import('../src/replay/tablesource')) }
}

function answer(path: string): unknown {
  if (path.includes('/at/')) return { view: { step: 7 }, steps: 9 }
  if (path.includes('/film')) return { ...FILM, seat: 1 }
  if (path.startsWith('api/tables')) {
    const seat = { kind: 'person', name: 'Ada', person: 'someone', bot: null }
    return { title: 'mogul', name: '', labels: {}, seats: [seat], state: 'playing', scores: null, seed: null }
  }
  const seat = /seat=(\d)/.exec(path)
  return { ...RECORD, film: { ...FILM, seat: seat ? Number(seat[1]) : null } }
}

let status = 200
beforeAll(async () => speak('en'))
beforeEach(() => {
  asked.length = 0
  status = 200
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    asked.push({ path, body: options.body })
    const problem = { code: 'bad_record', text: '', key: 'no.record_unreadable', args: {} }
    return new Response(JSON.stringify(status === 200 ? answer(path) : problem), { status })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

it('an opened record is shown from its file, sent along with every question', async () => {
  const { open, RecordSource } = await page()
  await open(new Blob(['{"a": 1}']))
  const source = new RecordSource()
  const about = await source.about()
  expect(about.names()).toEqual(['Ada', 'Player 2'])
  expect([about.open, about.file, about.shared, about.exit]).toEqual([true, null, false, '.'])
  expect((await source.film(1)).seat).toBe(1)
  expect((await source.moment(7, 1)).view.step).toBe(7)
  expect(asked.at(-1)).toEqual({ path: 'api/records/at/7?seat=1', body: '{"a":1}' })
  expect(asked.every(({ body }) => /^\{"a": ?1\}$/.test(String(body)))).toBe(true)
})

it('what everybody saw comes with the first answer', async () => {
  const { open, RecordSource } = await page()
  await open(new Blob(['{}']))
  const source = new RecordSource()
  await source.about()
  const before = asked.length
  expect((await source.film(null)).seat).toBeNull()
  expect(asked.length).toBe(before)
})

it('an opened record is still there after the page was loaded again', async () => {
  await (await page()).open(new Blob(['{"a": 2}']))
  const { RecordSource } = await page()
  await new RecordSource().about()
  expect(asked.at(-1)?.body).toBe('{"a": 2}')
})

it('where the tab can keep nothing, the record is shown until the page is loaded again', async () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem: () => undefined, setItem: full })
  const { open, RecordSource } = await page()
  await open(new Blob(['{}']))
  await expect(new RecordSource().about()).resolves.toBeDefined()
  const reloaded = await page()
  await expect(new reloaded.RecordSource().about()).rejects.toMatchObject({ key: 'ui.open_record.gone' })
})

it('a file that the server refuses, or that is too large to send, is not kept', async () => {
  const { open, RecordSource, MOST_KB } = await page()
  const large = new Blob([' '.repeat(MOST_KB * 1024 + 1)])
  await expect(open(large)).rejects.toMatchObject({ key: 'ui.open_record.too_large' })
  expect(asked).toEqual([])
  status = 400
  await expect(open(new Blob(['x']))).rejects.toMatchObject({ key: 'no.record_unreadable' })
  await expect(new RecordSource().about()).rejects.toMatchObject({ key: 'ui.open_record.gone' })
})

it('a table in play is shown as far as the reader may know it, and leads back to it', async () => {
  const { TableSource } = await page()
  const source = new TableSource('k3x9')
  const about = await source.about()
  expect([about.open, about.seat, about.file, about.exit]).toEqual([false, null, null, 'table/k3x9'])
  expect(about.names()).toEqual(['Ada'])
  await source.film(1)
  expect((await source.moment(7, null)).view.step).toBe(7)
  expect(asked.map(({ path }) => path)).toEqual([
    'api/tables/k3x9',
    'api/matches/k3x9/film?seat=1',
    'api/matches/k3x9/at/7',
  ])
})
