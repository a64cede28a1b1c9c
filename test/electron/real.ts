import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron as electron, type Page } from '@playwright/test'
import type { Desktop, DesktopOptions } from './desktop.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'node_modules/electron')
const named = join(folder, 'path.txt')

/** Electron's binary, or null where it was never downloaded. */
export function electronBinary(): string | null {
  const binary = existsSync(named) ? join(folder, 'dist', readFileSync(named, 'utf8')) : null
  return binary !== null && existsSync(binary) ? binary : null
}

/** Starts the built program on the real Electron. */
export async function startOnElectron(options: DesktopOptions = {}): Promise<Desktop> {
  const executablePath = electronBinary() ?? ''
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'gatehouse-desktop-')))
  const env = {
    PATH: process.env.PATH ?? '',
    DISPLAY: process.env.DISPLAY ?? '',
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    ...options.env,
  }
  const fixed = [root, '--no-sandbox']
  const app = await electron.launch({
    executablePath,
    args: [...fixed, ...(options.args ?? [])],
    env,
    cwd: home,
  })
  const faults: string[] = []
  const watch = (page: Page): Page => {
    page.on('pageerror', error => faults.push(`uncaught: ${error.message}`))
    page.on('console', message => {
      if (message.type() === 'error') faults.push(`console: ${message.text()}`)
    })
    return page
  }
  const page = watch(await app.firstWindow())
  return {
    page,
    home,
    evaluate: (run, argument) => app.evaluate(run as never, argument) as never,
    startAgain: args =>
      new Promise((resolve, reject) => {
        const second = spawn(executablePath, [...fixed, ...args], { env, cwd: home, stdio: 'ignore' })
        second.once('exit', code => (code === 0 ? resolve() : reject(new Error(`it ended with ${code}`))))
      }),
    quit: async () => {
      const child = app.process()
      await app.close()
      return { left: child.exitCode === null ? ['Electron'] : [], faults }
    },
  }
}
