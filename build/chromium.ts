import { existsSync } from 'node:fs'

/** Where Debian's package puts it. */
export const debianChromium = '/usr/bin/chromium'

const executablePath =
  process.env.GATEHOUSE_CHROMIUM ?? (existsSync(debianChromium) ? debianChromium : undefined)

/**
 * How tests, benchmarks and screenshots launch Chromium: the one named, Debian's, or Playwright's
 * own; as root and without a GPU, and quiet towards the network.
 */
export const launchOptions = {
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
}
