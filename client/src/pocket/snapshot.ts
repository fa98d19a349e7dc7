/**
 * The memory of a Python that has just started, kept by the browser: the next one begins there instead of starting. It
 * holds the interpreter and what it has imported of its own library, nothing of ours and nobody's match: compiled
 * packages, which ours needs, cannot be kept like this.
 */
import type { loadPyodide, PyodideInterface } from 'pyodide'
import { forget, keep, kept } from './kept'

type Load = typeof loadPyodide

/** What our package and those it needs import of Python's library. */
const IMPORTS = `asyncio, bisect, collections.abc, concurrent.futures, contextlib, copy, csv, dataclasses, datetime,
decimal, difflib, enum, functools, hashlib, heapq, hmac, importlib.metadata, inspect, itertools, json, logging, math,
numbers, pathlib, pickle, pkgutil, random, re, secrets, shutil, struct, tomllib, typing, unicodedata, urllib.parse, uuid,
weakref, zipfile`.replaceAll('\n', ' ')

/** A memory with other imports has another name. */
const address = (runtime: string): string => `${runtime}started?${encodeURIComponent(IMPORTS)}`

export async function keptMemory(runtime: string): Promise<ArrayBuffer | null> {
  return kept('outcry python', address(runtime))
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
  python.runPython(`import ${IMPORTS}`)
  void keep('outcry python', address(runtime), python.makeMemorySnapshot() as Uint8Array<ArrayBuffer>)
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
      await forget('outcry python') // whatever is wrong with it
    }
  }
  return keeps ? keptFromTheStart(load, runtime) : load({ indexURL: runtime })
}
