import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const FONTS = { jost: '@fontsource-variable/jost', limelight: '@fontsource/limelight' }

/** Each font's licence beside its files, as the licence asks for; so they are in the wheel, too. */
export const licences: Plugin = {
  name: 'licences',
  apply: 'build',
  writeBundle({ dir = '' }) {
    for (const [font, source] of Object.entries(FONTS)) {
      copyFileSync(join('node_modules', source, 'LICENSE'), join(dir, `assets/${font}-LICENSE.txt`))
    }
  },
}
