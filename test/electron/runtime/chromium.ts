import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'
import { WebSocket } from 'ws'
import { launchOptions } from '../../../build/chromium.ts'

type Params = Readonly<Record<string, unknown>>
export type DevToolsEvent = { readonly method: string; readonly params: unknown }

interface Waiting {
  resolve(result: never): void
  reject(error: Error): void
}

/** A running headless Chromium and the one connection through which it is driven. */
export class Chromium {
  /** Address at which a test may connect as well. */
  readonly endpoint: string
  readonly #child: ChildProcess
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, Waiting>()
  readonly #listeners = new Map<string, (event: DevToolsEvent) => void>()
  #nextId = 1

  private constructor(child: ChildProcess, endpoint: string, socket: WebSocket) {
    this.#child = child
    this.endpoint = endpoint
    this.#socket = socket
    socket.on('message', data => this.#heard(JSON.parse(data.toString())))
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Chromium is gone'))
      this.#waiting.clear()
    })
  }

  /** @param profile folder of Chromium's own files */
  static async launch(profile: string): Promise<Chromium> {
    const { NODE_CHANNEL_FD: _channel, ...env } = process.env
    const child = spawn(
      launchOptions.executablePath ?? chromium.executablePath(),
      [
        ...launchOptions.args,
        '--headless=new',
        '--remote-debugging-port=0',
        `--user-data-dir=${profile}`,
        '--no-default-browser-check',
        '--hide-scrollbars',
        '--mute-audio',
        '--password-store=basic',
        '--disable-dev-shm-usage',
        '--disable-background-timer-throttling',
        '--disable-renderer-backgrounding',
        '--block-new-web-contents',
        'about:blank',
      ],
      { env, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    const endpoint = await new Promise<string>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', code => reject(new Error(`Chromium ended with ${code} at its start`)))
      createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', line => {
        const match = /^DevTools listening on (ws:.*)$/.exec(line)
        if (match?.[1] !== undefined) resolve(match[1])
      })
    })
    const socket = new WebSocket(endpoint, { perMessageDeflate: false, maxPayload: 512 * 1024 * 1024 })
    await new Promise<void>((resolve, reject) => {
      socket.once('open', () => resolve())
      socket.once('error', reject)
    })
    return new Chromium(child, endpoint, socket)
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Sends a command of the DevTools protocol; `session` is that of a page, '' the browser's. */
  send<Result = unknown>(method: string, params: Params = {}, session = ''): Promise<Result> {
    const id = this.#nextId++
    const message = { id, method, params, ...(session === '' ? {} : { sessionId: session }) }
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject: error => reject(new Error(`${method}: ${error.message}`)) })
      this.#socket.send(JSON.stringify(message))
    })
  }

  /** Hears the events of one session; '' hears those of the browser. */
  listen(session: string, listener: (event: DevToolsEvent) => void): void {
    this.#listeners.set(session, listener)
  }

  async close(): Promise<void> {
    const ended = new Promise<void>(resolve => {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) resolve()
      else this.#child.once('exit', () => resolve())
    })
    // The answer may be cut off by what was asked for.
    this.send('Browser.close').catch(() => undefined)
    const force = setTimeout(() => this.#child.kill('SIGKILL'), 3000)
    await ended
    clearTimeout(force)
    this.#socket.terminate()
  }

  #heard(message: {
    readonly id?: number
    readonly error?: { readonly message: string }
    readonly result?: unknown
    readonly method?: string
    readonly params?: unknown
    readonly sessionId?: string
  }): void {
    if (message.method !== undefined) {
      const { method, params = {} } = message
      this.#listeners.get(message.sessionId ?? '')?.({ method, params })
      return
    }
    const waiting = this.#waiting.get(message.id ?? 0)
    this.#waiting.delete(message.id ?? 0)
    if (message.error !== undefined) waiting?.reject(new Error(message.error.message))
    else waiting?.resolve((message.result ?? {}) as never)
  }
}
