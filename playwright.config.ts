import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

// Playwright's own browser where it could be downloaded, else Debian's.
const debian = '/usr/bin/chromium'
const executablePath = process.env.GATEHOUSE_CHROMIUM ?? (existsSync(debian) ? debian : undefined)

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results/playwright',
  timeout: 60_000,
  expect: { timeout: 8_000 },
  workers: 1,
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  projects: [
    { name: 'sample', testMatch: '{sample,electron}/**/*.spec.ts' },
    { name: 'cluster', testMatch: 'cluster/**/*.spec.ts' },
  ],
  use: {
    viewport: { width: 1600, height: 1000 },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
