import { existsSync } from 'node:fs'
import { debianChromium } from './chromium.ts'
import { run, runPackage } from './run-tool.ts'

/**
 * Makes sure that tests have a Chromium: Playwright's own where it can be downloaded, else
 * Debian's package. Returns why there is none, or null.
 */
export async function ensureBrowser(): Promise<string | null> {
  if (process.env.GATEHOUSE_CHROMIUM !== undefined || existsSync(debianChromium)) return null
  console.error('Fetching a Chromium for the browser tests …')
  const own = await runPackage('playwright', ['install', '--with-deps', 'chromium'], { quiet: true })
  if (own.code === 0) return null
  if (!existsSync('/usr/bin/apt-get'))
    return `Playwright could not download Chromium: ${lastLine(own.output)}`
  console.error('Playwright could not download one; installing Debian’s package chromium …')
  await run('apt-get', ['update', '-qq'], { quiet: true })
  const package_ = await run('apt-get', ['install', '-y', '-qq', 'chromium'], {
    quiet: true,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  })
  return package_.code === 0 && existsSync(debianChromium)
    ? null
    : `apt-get install chromium failed: ${lastLine(package_.output)}`
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
