/**
 * The memory of a Python that has just started, kept by the browser: the next one begins there instead of starting. It
 * holds the interpreter and what it has imported of its own library, nothing of ours and nobody's match: compiled
 * packages, which ours needs, cannot be kept like this.
 */
import type { loadPyodide, PyodideInterface } from 'pyodide'

type Load = typeof loadPyodide

const CACHE = 'outcry python'
const address = (runtime: string): string => `${runtime}started`

/** What our package imports of Python's library before anything of its own. */
const IMPORTS = `import asyncio, bisect, collections.abc, contextlib, copy, dataclasses, datetime, enum, functools
import hashlib, heapq, hmac, importlib.metadata, inspect, itertools, json, logging, math, pathlib, random, re, secrets
import shutil, struct, tomllib, typing, unicodedata, urllib.parse, weakref, zipfile`

/** Nothing where the browser keeps nothing: pages that are not secure, storage that is forbidden. */
export async function keptMemory(runtime: string): Promise<ArrayBuffer | null> {
  try {
    const found = await (await caches.open(CACHE)).match(address(runtime))
    return found ? await found.arrayBuffer() : null
  } catch {
    return null
  }
}

async function keep(runtime: string, memory: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    await caches.delete(CACHE) // an earlier Python's
    await (await caches.open(CACHE)).put(address(runtime), new Response(memory))
  } catch {
    // The next Python starts from its beginning, as this one did.
  }
}

/** Python, from where another one stood. It forgets the chance that the other one drew. */
async function resumed(load: Load, runtime: string, memory: ArrayBuffer): Promise<PyodideInterface> {
  const python = await load({ indexURL: runtime, _loadSnapshot: memory })
  python.runPython('import random; random.seed()')
  return python
}

/** Python from its beginning; what it has then is kept. */
async function keptFromTheStart(load: Load, runtime: string): Promise<PyodideInterface> {
  const python = await load({ indexURL: runtime, _makeSnapshot: true })
  python.runPython(IMPORTS)
  void keep(runtime, python.makeMemorySnapshot() as Uint8Array<ArrayBuffer>)
  return python
}

/** `keeps`: the next Python shall begin where this one has started. */
export async function begun(
  load: Load,
  runtime: string,
  memory: ArrayBuffer | null,
  keeps: boolean,
): Promise<PyodideInterface> {
  if (memory) {
    try {
      return await resumed(load, runtime, memory)
    } catch {
      await caches.delete(CACHE).catch(() => undefined) // whatever is wrong with it
    }
  }
  return keeps ? keptFromTheStart(load, runtime) : load({ indexURL: runtime })
}
