import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Archive, keepCompiled } from '../src/pocket/compiled'
import type { Start } from '../src/pocket/messages'

type Python = Parameters<typeof keepCompiled>[0]

const START: Start = { kind: 'start', runtime: 'py-1/', bundle: 'floor-1.zip', build: '' }
const SOURCES = new Uint8Array([1])
const COMPILED = new Uint8Array([2])

let kept: Map<string, Map<string, Response>>
let unpacked: number[]
let fetches: number

/** `unusable`: the first byte of archives that cannot be unpacked; `compiled`: what it has compiled. */
function python({ unusable = 0, compiled = null as Uint8Array | null } = {}): Python {
  return {
    runPython: () => undefined,
    unpackArchive: (bytes: ArrayBuffer) => {
      const [first] = new Uint8Array(bytes)
      if (first === unusable) throw new Error('odd archive')
      unpacked.push(first!)
    },
    pyimport: () => ({ packed: () => compiled && { toJs: () => compiled, destroy: () => undefined } }),
  } as never
}

function archive(start: Start): Archive {
  return new Archive(start, async () => {
    fetches++
    return new Response(SOURCES)
  })
}

beforeEach(() => {
  ;[kept, unpacked, fetches] = [new Map(), [], 0]
  const open = async (kind: string) => {
    if (!kept.has(kind)) kept.set(kind, new Map())
    const cache = kept.get(kind)!
    return {
      match: async (address: string) => cache.get(address)?.clone(),
      put: async (address: string, response: Response) => void cache.set(address, response),
    }
  }
  vi.stubGlobal('caches', { open, delete: async (kind: string) => kept.delete(kind) })
})
afterEach(() => vi.unstubAllGlobals())

test('what the first Python compiled is unpacked by the next one, and nothing is fetched', async () => {
  await archive(START).unpack(python())
  await keepCompiled(python({ compiled: COMPILED }), START)
  await archive(START).unpack(python())
  expect(unpacked).toEqual([1, 2])
  expect(fetches).toBe(1)
})

test('another version of ours or of Python begins with its own sources', async () => {
  await keepCompiled(python({ compiled: COMPILED }), START)
  await archive({ ...START, bundle: 'floor-2.zip' }).unpack(python())
  await archive({ ...START, runtime: 'py-2/' }).unpack(python())
  expect(unpacked).toEqual([1, 1])
})

test('an archive that cannot be unpacked is forgotten, and the sources are fetched', async () => {
  await keepCompiled(python({ compiled: COMPILED }), START)
  await archive(START).unpack(python({ unusable: 2 }))
  expect(unpacked).toEqual([1])
  expect(kept.size).toBe(0)
})

test('a Python that compiled nothing leaves what is kept alone', async () => {
  await keepCompiled(python({ compiled: COMPILED }), START)
  await keepCompiled(python(), START)
  await archive(START).unpack(python())
  expect(unpacked).toEqual([2])
})

test('where nothing can be kept, the sources are fetched', async () => {
  vi.stubGlobal('caches', undefined)
  await keepCompiled(python({ compiled: COMPILED }), START)
  await archive(START).unpack(python())
  expect(unpacked).toEqual([1])
})
