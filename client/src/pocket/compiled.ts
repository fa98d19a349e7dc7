/**
 * Our Python as one archive: as it was fetched, or as an earlier Python of this browser left it, with the modules that it
 * compiled in place of their sources. The archive's address tells its content and the runtime's its version, so that
 * what is kept never serves another version.
 */
import type { PyodideInterface } from 'pyodide'
import type { PyProxy } from 'pyodide/ffi'
import { forget, keep, kept } from './kept'
import type { Start } from './messages'

const PLACE = '/floor'

const address = ({ runtime, bundle }: Start): string => `${bundle}?${encodeURIComponent(runtime)}`

/** The archive, on its way before Python is there to unpack it. */
export class Archive {
  private readonly compiled: Promise<ArrayBuffer | null>
  private readonly bytes: Promise<ArrayBuffer>

  constructor(
    start: Start,
    private readonly fetched: () => Promise<Response>,
  ) {
    this.compiled = kept('outcry compiled', address(start))
    this.bytes = this.compiled.then((found) => found ?? this.source())
    this.bytes.catch(() => undefined) // awaited by `unpack`
  }

  private async source(): Promise<ArrayBuffer> {
    return (await this.fetched()).arrayBuffer()
  }

  /** Puts everything where Python finds it. */
  async unpack(python: PyodideInterface): Promise<void> {
    const place = (bytes: ArrayBuffer) => python.unpackArchive(bytes, 'zip', { extractDir: PLACE })
    try {
      place(await this.bytes)
    } catch (error) {
      if (!(await this.compiled)) throw error
      await forget('outcry compiled') // whatever is wrong with it
      place(await this.source())
    }
    python.runPython(`import sys; sys.path.insert(0, ${JSON.stringify(PLACE)}); sys.dont_write_bytecode = False`)
  }
}

/** What this Python has compiled, if anything, is there for the next one. */
export async function keepCompiled(python: PyodideInterface, start: Start): Promise<void> {
  const { packed } = python.pyimport('openoutcry.pocket.compiled') as {
    packed: (folder: string) => PyProxy | undefined
  }
  const archive = packed(PLACE)
  if (!archive) return
  const bytes = archive.toJs() as Uint8Array<ArrayBuffer>
  archive.destroy()
  await keep('outcry compiled', address(start), bytes)
}
