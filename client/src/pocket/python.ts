/** Starts our Python inside a worker. */
import type { loadPyodide, PyodideInterface } from 'pyodide'
import { Archive } from './compiled'
import type { Start } from './messages'
import { begun, keptMemory } from './snapshot'

export type Python = PyodideInterface
type Progress = (bytes: number, of: number) => void

/** Counts what arrives: of a compressed file its compressed bytes, which are what the network carries. */
class Counted {
  private bytes = 0
  private of = 0

  constructor(private readonly tell: Progress) {}

  async fetch(address: string): Promise<Response> {
    const response = await unpatchedFetch(address)
    if (!response.ok || !response.body) throw new Error(`${response.status} ${address}`)
    this.of += Number(response.headers.get('content-length') ?? 0)
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform: (part, control) => {
        this.bytes += part.byteLength
        this.tell(this.bytes, Math.max(this.of, this.bytes))
        control.enqueue(part)
      },
    })
    return new Response(response.body.pipeThrough(count), response)
  }
}

const unpatchedFetch = self.fetch.bind(self)

/** Web spaces seldom compress .wasm files, so it comes compressed and is decompressed here. */
function unpacked(response: Response): Response {
  const body = response.body!.pipeThrough(new DecompressionStream('gzip') as TransformStream<Uint8Array, Uint8Array>)
  return new Response(body, { headers: { 'content-type': 'application/wasm' } })
}

/** Asked for in advance, and again only if it is wanted twice. */
function early(ask: () => Promise<Response>): () => Promise<Response> {
  let first: Promise<Response> | null = ask()
  return () => {
    const asked = first ?? ask()
    first = null
    return asked
  }
}

/** `keeps`: where this Python stands when it has started is kept for those after it. */
export async function startPython(start: Start, progress: Progress, keeps: boolean = false): Promise<Python> {
  const { runtime, bundle } = start
  const counted = new Counted(progress)
  const wasm = early(() => counted.fetch(`${runtime}pyodide.asm.wasm.gz`).then(unpacked))
  const library = early(() => counted.fetch(`${runtime}python_stdlib.zip`))
  const ours = new Archive(start, () => counted.fetch(bundle))
  const memory = keptMemory(runtime)
  // Pyodide asks for these two itself; here they are on their way already.
  self.fetch = (input, options) => {
    const address = String(input instanceof Request ? input.url : input)
    if (address.endsWith('/pyodide.asm.wasm')) return wasm()
    if (address.endsWith('/python_stdlib.zip')) return library()
    return unpatchedFetch(input, options)
  }
  const { loadPyodide: load } = (await import(/* @vite-ignore */ `${runtime}pyodide.mjs`)) as {
    loadPyodide: typeof loadPyodide
  }
  const python = await begun(load, runtime, await memory, keeps)
  self.fetch = unpatchedFetch
  await ours.unpack(python)
  return python
}
