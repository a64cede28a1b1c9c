import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{main,renderer,shared,preload,build}/**/*.test.{ts,tsx}'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'live',
          include: ['test/{live,cluster}/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // Two control planes at a time: they wait more than they compute.
          maxWorkers: 2,
        },
      },
    ],
    reporters: ['default'],
  },
})
