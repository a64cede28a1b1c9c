import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { root } from './root.ts'

export default defineConfig({
  root: join(root, 'renderer'),
  base: './',
  // Every element is made by renderer/jsx, which marks hidden characters.
  plugins: [react({ jsxImportSource: '#jsx' })],
  // No file is inlined: the page's policy allows our own files and nothing else.
  build: {
    outDir: join(root, 'dist/renderer'),
    emptyOutDir: true,
    target: 'chrome140',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      // The page needs the contract's types; its schemas, and zod with them, are for main.
      treeshake: { moduleSideEffects: id => !/shared\/ipc\//.test(id) },
    },
  },
})
