import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'

const BUILT = join(import.meta.dirname, '../node_modules/.weighed')
const KILOBYTE = 1000

const gzipped = (path: string) => gzipSync(readFileSync(join(BUILT, path))).length / KILOBYTE

/** What the browser loads before anything is chosen: the page, its scripts, styles and words. */
function shell(): string[] {
  const page = readFileSync(join(BUILT, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, path]) => path!)
  return ['index.html', ...named]
}

describe('the built page', () => {
  beforeAll(async () => {
    await build({
      root: join(import.meta.dirname, '..'),
      logLevel: 'error',
      build: { outDir: BUILT, emptyOutDir: true },
    })
  }, 120_000)

  it('has a shell of at most 120 kB', () => {
    const total = shell().reduce((sum, path) => sum + gzipped(path), 0)
    expect(total).toBeGreaterThan(10)
    expect(total).toBeLessThan(120)
  })

  it('leaves every title’s board to a chunk of its own', () => {
    const boards = readdirSync(join(BUILT, 'assets')).filter((name) => /^look-.*\.js$/.test(name))
    const early = shell().map((path) => path.replace('assets/', ''))
    expect(boards.filter((name) => !early.includes(name)).length).toBeGreaterThanOrEqual(4)
  })

  it('needs no inline script', () => {
    expect(existsSync(join(BUILT, 'index.html'))).toBe(true)
    expect(readFileSync(join(BUILT, 'index.html'), 'utf8')).not.toMatch(/<script(?![^>]*\ssrc=)/)
  })
})
