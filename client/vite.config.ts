/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'
import { fonts } from './fonts'
import { licences } from './licences'
import { pack } from './pack'
import { python, version } from './python'

const floor = process.env.OUTCRY_FLOOR ?? 'http://127.0.0.1:8100'

/** The shared catalogues hold the terminal's and the server's words too: the page does without them. */
const withoutTerminal: Plugin = {
  name: 'without-terminal',
  enforce: 'pre',
  transform(source, id) {
    if (!/openoutcry\/text\/\w+\.json$/.test(id)) return null
    const messages = Object.entries(JSON.parse(source) as Record<string, string>)
    return JSON.stringify(Object.fromEntries(messages.filter(([key]) => !/^(cli|guest)\./.test(key))))
  },
}

export default defineConfig({
  base: './', // the page's <base> says where the floor lives
  plugins: [withoutTerminal, svelte(), pack, python, fonts, licences],
  define: { __PYODIDE__: JSON.stringify(version) },
  worker: { format: 'es' },
  build: {
    outDir: '../openoutcry/server/static',
    emptyOutDir: true,
    manifest: true, // the server tells browsers early what a page will need
    assetsInlineLimit: 0, // the page's security policy allows no data: addresses
    target: 'es2022',
    rolldownOptions: {
      output: {
        // Few files: on a phone every further one costs a turn of its own.
        codeSplitting: {
          groups: [
            {
              name: 'shell',
              priority: 2,
              test: /node_modules\/svelte\/|client\/src\/(keys|server|table|text|settings|router|titles\/(look|board)\.ts|pages\/(EditionDialog|LostPage|SeatChoice|seatplan)|parts\/(?!Chart|Sparkline|chart|CompanyMark|Count))/,
            },
            { name: 'play', priority: 1, test: /client\/src\/(play|rules|parts)\// },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: floor, ws: true } },
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  // The first test of a title compiles its boards: on a busy machine that takes longer than vitest's five seconds.
  test: { environment: 'happy-dom', include: ['tests/**/*.test.ts'], testTimeout: 60_000 },
})
