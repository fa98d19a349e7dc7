import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { begun, keptMemory } from '../src/pocket/snapshot'

type Load = Parameters<typeof begun>[0]

let kept: Map<string, Response>
let ran: string[]
let asked: object[]

function loading(fails: (options: object) => boolean): Load {
  const python = { runPython: (code: string) => ran.push(code), makeMemorySnapshot: () => new Uint8Array([7]) }
  return vi.fn((options: object) => {
    asked.push(options)
    return fails(options) ? Promise.reject(new Error('odd memory')) : Promise.resolve(python)
  }) as never
}

beforeEach(() => {
  ;[kept, ran, asked] = [new Map(), [], []]
  const cache = {
    match: async (address: string) => kept.get(address)?.clone(),
    put: async (address: string, response: Response) => void kept.set(address, response),
  }
  vi.stubGlobal('caches', { open: async () => cache, delete: async () => kept.clear() })
})
afterEach(() => vi.unstubAllGlobals())

test('the first Python keeps what it has when it has started, and the next one begins there with chance of its own', async () => {
  expect(await keptMemory('py-1/')).toBeNull()
  await begun(
    loading(() => false),
    'py-1/',
    null,
    true,
  )
  await vi.waitFor(() => expect(kept.size).toBe(1))
  const memory = await keptMemory('py-1/')
  expect(new Uint8Array(memory!)).toEqual(new Uint8Array([7]))
  expect(await keptMemory('py-2/')).toBeNull()
  await begun(
    loading(() => false),
    'py-1/',
    memory,
    true,
  )
  expect(asked[1]).toHaveProperty('_loadSnapshot')
  expect(ran.at(-1)).toContain('random.seed()')
})

test('a memory that cannot be used is forgotten, and Python starts from its beginning', async () => {
  kept.set('anything', new Response('junk'))
  await begun(
    loading((options) => '_loadSnapshot' in options),
    'py-1/',
    new ArrayBuffer(4),
    false,
  )
  expect(kept.size).toBe(0)
  expect(asked[1]).toEqual({ indexURL: 'py-1/' })
})

test('where nothing can be kept, nothing is', async () => {
  vi.stubGlobal('caches', undefined)
  expect(await keptMemory('py-1/')).toBeNull()
  await begun(
    loading(() => false),
    'py-1/',
    null,
    true,
  )
})
