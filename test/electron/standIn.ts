import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { Desktop, DesktopOptions, Ending } from './desktop.ts'

const root = join(import.meta.dirname, '../..')
const program = join(root, 'dist/main/index.js')
const register = join(import.meta.dirname, 'runtime/register.ts')

type FromChild =
  | { readonly type: 'ready'; readonly endpoint: string; readonly browserPid: number }
  | { readonly type: 'answer'; readonly id: number; readonly value?: unknown; readonly error?: string }
  | ({ readonly type: 'quit' } & Ending)

/** Starts the built main bundle on the stand-in for Electron. */
export async function startOnStandIn(options: DesktopOptions = {}): Promise<Desktop> {
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'gatehouse-desktop-')))
  const child = start(home, options.args ?? [], options.env ?? {})
  const running = new Running(child)
  const { endpoint, browserPid } = await running.ready
  const connection = await connect(endpoint)
  return {
    page: connection.page,
    home,
    evaluate: (run, argument) => running.evaluate(run.toString(), argument) as never,
    startAgain: args =>
      new Promise((resolve, reject) => {
        const second = start(home, args, options.env ?? {})
        second.once('exit', code => (code === 0 ? resolve() : reject(new Error(`it ended with ${code}`))))
      }),
    quit: async () => {
      running.evaluate('({ app }) => app.quit()', null).catch(() => undefined)
      const { left, faults } = await running.ended
      await connection.browser.close()
      return { left: [...left, ...(existsSync(`/proc/${browserPid}`) ? ['Chromium'] : [])], faults }
    },
  }
}

function start(home: string, args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', register, program, ...args],
    {
      cwd: home,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: home,
        XDG_CONFIG_HOME: join(home, 'config'),
        TMPDIR: process.env.TMPDIR ?? tmpdir(),
        ...(process.env.GATEHOUSE_CHROMIUM === undefined
          ? {}
          : { GATEHOUSE_CHROMIUM: process.env.GATEHOUSE_CHROMIUM }),
        ...env,
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  )
}

/** One process of the program, and the channel to it. */
class Running {
  readonly ready: Promise<Extract<FromChild, { readonly type: 'ready' }>>
  /** What was left; rejects when the process ended badly. */
  readonly ended: Promise<Ending>
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  #nextId = 1

  constructor(child: ChildProcess) {
    this.#child = child
    const ready = Promise.withResolvers<Extract<FromChild, { readonly type: 'ready' }>>()
    const ended = Promise.withResolvers<Ending>()
    this.ready = ready.promise
    this.ended = ended.promise
    let ending: Ending = { left: ['no report of the end'], faults: [] }
    child.on('message', (message: FromChild) => {
      if (message.type === 'ready') ready.resolve(message)
      else if (message.type === 'quit') ending = message
      else this.#answered(message)
    })
    child.once('exit', code => {
      const error = new Error(`the program ended with ${code}`)
      ready.reject(error)
      for (const { reject } of this.#waiting.values()) reject(error)
      if (code === 0) ended.resolve(ending)
      else ended.reject(error)
    })
    // Who waits for the end hears of it; nobody else must.
    this.ended.catch(() => undefined)
  }

  evaluate(code: string, argument: unknown): Promise<unknown> {
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#child.send({ type: 'evaluate', id, code, argument })
    })
  }

  #answered({ id, value, error }: Extract<FromChild, { readonly type: 'answer' }>): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error === undefined) waiting?.resolve(value)
    else waiting?.reject(new Error(error))
  }
}

async function connect(endpoint: string): Promise<{ readonly browser: Browser; readonly page: Page }> {
  const browser = await chromium.connectOverCDP(endpoint)
  for (;;) {
    const page = browser
      .contexts()
      .flatMap(context => context.pages())
      .find(one => one.url().startsWith('https://gatehouse.app'))
    if (page !== undefined) return { browser, page }
    await new Promise(resolve => setTimeout(resolve, 30))
  }
}
