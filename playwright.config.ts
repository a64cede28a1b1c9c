import { defineConfig } from '@playwright/test'
import { launchOptions } from './build/chromium.ts'

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results/playwright',
  timeout: 60_000,
  expect: { timeout: 8_000 },
  // Most of a journey is waiting: two at a time take two cores no longer than one.
  workers: 2,
  // On a shared machine a test is tried twice (docs/decisions/0010-second-try.md); the report names each that needed it.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  projects: [
    { name: 'sample', testMatch: '{sample,electron}/**/*.spec.ts' },
    { name: 'cluster', testMatch: 'cluster/**/*.spec.ts' },
  ],
  use: {
    viewport: { width: 1600, height: 1000 },
    screenshot: 'only-on-failure',
    launchOptions,
  },
})
