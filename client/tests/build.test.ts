import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const OURS = '1-aaa'
const reload = vi.fn()

/** The page as it is after loading, with what its tab remembers. */
async function page(meta = OURS) {
  vi.resetModules()
  document.head.innerHTML = meta && `<meta name="build" content="${meta}">`
  return (await import('../src/server/build.svelte')).build
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(location, 'reload').mockImplementation(reload)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  reload.mockReset()
  sessionStorage.clear()
  document.body.innerHTML = ''
})

it('stays while the server sends the same page', async () => {
  const build = await page()
  build.meet(OURS)
  vi.advanceTimersByTime(60_000)
  expect([build.isOld, reload.mock.calls.length]).toEqual([false, 0])
})

it('says that a new version is here, then loads it', async () => {
  const build = await page()
  build.meet('1-bbb')
  expect([build.isOld, reload.mock.calls.length]).toEqual([true, 0])
  vi.advanceTimersByTime(60_000)
  expect(reload).toHaveBeenCalledOnce()
})

it('is loaded once only, even if what comes is the old page again', async () => {
  for (let time = 0; time < 3; time++) {
    const build = await page()
    build.meet('1-bbb')
    vi.advanceTimersByTime(60_000)
    expect(build.isOld).toBe(true)
  }
  expect(reload).toHaveBeenCalledOnce()
})

it('waits until nobody would lose what they wrote', async () => {
  document.body.innerHTML = '<input class="field">'
  const field = document.querySelector('input')!
  field.value = 'Not yet'
  const build = await page()
  build.meet('1-bbb')
  vi.advanceTimersByTime(60_000)
  expect(reload).not.toHaveBeenCalled()
  field.value = ''
  vi.advanceTimersByTime(10_000)
  expect(reload).toHaveBeenCalledOnce()
})

it('has no opinion on a page from a development server', async () => {
  const build = await page('')
  build.meet('1-bbb')
  expect(build.isOld).toBe(false)
})
