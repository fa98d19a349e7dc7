import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

const floor = process.env.OUTCRY_FLOOR ?? 'http://127.0.0.1:1929'

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../openoutcry/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the page's security policy allows no data: addresses
    target: 'es2022',
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': floor, '/live': { target: floor, ws: true } },
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { environment: 'happy-dom', include: ['tests/**/*.test.ts'] },
})
