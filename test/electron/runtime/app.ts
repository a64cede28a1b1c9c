import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Chromium } from './chromium.ts'
import { SingleInstance } from './instance.ts'
import { closeRegistration } from './network.ts'
import { eventWith, KnownEvents, strict } from './strict.ts'
import { allWindows, setSurroundings } from './window.ts'

const events = [
  'activate',
  'before-quit',
  'login',
  'open-file',
  'open-url',
  'quit',
  'ready',
  'second-instance',
  'select-client-certificate',
  'web-contents-created',
  'will-quit',
  'window-all-closed',
]

class App extends KnownEvents {
  readonly isPackaged = process.env.STAND_IN_PACKAGED === '1'
  name = 'Electron'
  readonly #paths = new Map<string, string>()
  readonly #ready = Promise.withResolvers<void>()
  #isReady = false
  #isQuitting = false
  #isSandboxed = false
  #chromium: Chromium | null = null
  #instance: SingleInstance | null = null
  readonly #faults: string[] = []

  constructor() {
    super('app', events)
    // The program's own module runs first, as it does in Electron.
    setTimeout(() => void this.#start(), 0)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => this.quit())
    // A test that failed leaves without a word: nothing of it may stay.
    process.on('disconnect', () => this.quit())
  }

  async #start(): Promise<void> {
    if (this.#isQuitting) return
    if (!this.#isSandboxed) throw new Error('The stand-in for Electron wants app.enableSandbox().')
    const chromium = await Chromium.launch(this.getPath('userData'))
    this.#chromium = chromium
    await this.#followTargets(chromium)
    setSurroundings({
      chromium,
      created: contents => {
        contents.faults = this.#faults
        this.emit('web-contents-created', eventWith({}), contents)
      },
      closed: () => this.#windowClosed(),
    })
    closeRegistration()
    this.#isReady = true
    this.emit('ready')
    this.#ready.resolve()
    process.send?.({ type: 'ready', endpoint: chromium.endpoint, browserPid: chromium.pid })
  }

  async #followTargets(chromium: Chromium): Promise<void> {
    chromium.listen('', ({ method, params }) => {
      if (method === 'Browser.downloadWillBegin') {
        const { url } = params as { url: string }
        for (const window of allWindows()) window.webContents.downloadBegan(url)
      }
    })
    await chromium.send('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true })
  }

  whenReady(): Promise<void> {
    return this.#ready.promise
  }

  isReady(): boolean {
    return this.#isReady
  }

  setName(name: string): void {
    this.name = name
  }

  setAppUserModelId(_id: string): void {
    // Means something on Windows only.
  }

  getVersion(): string {
    const file = join(dirname(process.argv[1] ?? ''), '../../package.json')
    return JSON.parse(readFileSync(file, 'utf8')).version
  }

  setPath(name: string, path: string): void {
    if (this.#chromium !== null) throw new Error('Paths are set before the app is ready.')
    if (!existsSync(path)) throw new Error(`There is no folder ${path}.`)
    this.#paths.set(name, path)
  }

  getPath(name: string): string {
    const path = this.#paths.get(name)
    if (path === undefined)
      throw new Error(`The stand-in for Electron knows no path “${name}” that was not set.`)
    return path
  }

  enableSandbox(): void {
    if (this.#isReady) throw new Error('The sandbox is enabled before the app is ready.')
    this.#isSandboxed = true
  }

  requestSingleInstanceLock(data: unknown): boolean {
    this.#instance = new SingleInstance(this.getPath('userData'), other => {
      void this.whenReady().then(() =>
        this.emit('second-instance', eventWith({}), other.argv, other.folder, other.data),
      )
    })
    return this.#instance.take({ argv: process.argv, folder: process.cwd(), data })
  }

  quit(): void {
    if (this.#isQuitting) return
    const before = eventWith({})
    this.emit('before-quit', before)
    if (before.defaultPrevented) return
    this.#isQuitting = true
    for (const window of allWindows()) window.close()
    if (allWindows().length > 0) {
      this.#isQuitting = false
      return
    }
    const will = eventWith({})
    this.emit('will-quit', will)
    this.#isQuitting = false
    if (!will.defaultPrevented) this.exit(0)
  }

  exit(code: number): void {
    this.#isQuitting = true
    for (const window of allWindows()) window.destroy()
    this.emit('quit', eventWith({}), code)
    void this.#end(code)
  }

  async #end(code: number): Promise<void> {
    await this.#chromium?.close()
    this.#instance?.release()
    // What is being closed is closed after a few turns of the loop.
    await new Promise(resolve => setTimeout(resolve, 60))
    if (process.connected) process.send?.({ type: 'quit', left: leftOpen(), faults: this.#faults })
    // The message must leave before the process does.
    setTimeout(() => process.exit(code), 20)
  }

  #windowClosed(): void {
    if (allWindows().length > 0 || this.#isQuitting) return
    if (this.listenerCount('window-all-closed') === 0) this.quit()
    else this.emit('window-all-closed')
  }
}

/** What would keep a program running that ended by itself: sockets, servers, workers, timers, processes. */
function leftOpen(): readonly string[] {
  const harmless = new Set(['PipeWrap', 'TTYWrap', 'Pipe', 'FSReqCallback', 'SignalWrap', 'Immediate'])
  return process.getActiveResourcesInfo().filter(name => !harmless.has(name))
}

export const app: App = strict<App>('app', new App())
