import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import pyodide from 'pyodide/package.json' with { type: 'json' }

const SOURCE = 'node_modules/pyodide'
export const version = pyodide.version

/** Pyodide as npm has it, beside the page: the floor in a browser fetches nothing from anywhere else. */
export const python: Plugin = {
  name: 'python',
  apply: 'build',
  writeBundle({ dir = '' }) {
    const target = join(dir, `assets/pyodide-${version}`)
    mkdirSync(target, { recursive: true })
    for (const name of ['pyodide.mjs', 'pyodide.asm.mjs']) {
      copyFileSync(join(SOURCE, name), join(target, name))
      writeFileSync(join(target, `${name}.gz`), gzipSync(readFileSync(join(SOURCE, name)), { level: 9 }))
    }
    copyFileSync(join(SOURCE, 'python_stdlib.zip'), join(target, 'python_stdlib.zip'))
    writeFileSync(
      join(target, 'pyodide.asm.wasm.gz'),
      gzipSync(readFileSync(join(SOURCE, 'pyodide.asm.wasm')), { level: 9 }),
    )
    // None of its hundreds of packages is ours.
    const { info } = JSON.parse(readFileSync(join(SOURCE, 'pyodide-lock.json'), 'utf-8')) as { info: unknown }
    writeFileSync(join(target, 'pyodide-lock.json'), JSON.stringify({ info, packages: {} }))
  },
}
