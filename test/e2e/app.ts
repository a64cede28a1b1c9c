import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const cli = join(import.meta.dirname, '../../dist/main/cli.js')

export interface App {
  /** Address with its one-time token. */
  readonly address: string
  /** Folder of this run's settings, log and pasted kubeconfigs. */
  readonly dataFolder: string
  /** Process id of the engine. */
  readonly pid: number
  stop(): Promise<void>
}

export interface AppOptions {
  /** `KUBECONFIG`; absent: none, so the sample cluster opens. */
  readonly kubeconfig?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Command line to run instead of the one of dist/. */
  readonly cli?: string
  /** Settings folder of an earlier run, to test a restart. Kept at the end. */
  readonly dataFolder?: string
}

/** Starts the built product on the serve host, with a home of its own. */
export async function startApp(options: AppOptions = {}): Promise<App> {
  const home = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'gatehouse-e2e-')))
  const child = spawn(process.execPath, [options.cli ?? cli, 'serve', '--no-open', ...(options.args ?? [])], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: home,
      XDG_CONFIG_HOME: join(home, 'config'),
      TMPDIR: process.env.TMPDIR ?? tmpdir(),
      ...(options.kubeconfig === undefined ? {} : { KUBECONFIG: options.kubeconfig }),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', line => {
      if (line.startsWith('http://')) resolve(line)
    })
    child.once('close', code => reject(new Error(`the app ended with ${code} before it printed its address`)))
  })
  return {
    address,
    dataFolder: home,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      if (options.dataFolder === undefined) await rm(home, { recursive: true, force: true })
    },
  }
}
