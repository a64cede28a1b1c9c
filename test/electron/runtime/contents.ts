import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { toBrowser, toMain } from './addresses.ts'
import type { Chromium, DevToolsEvent } from './chromium.ts'
import { answerRequest, defaultSession } from './network.ts'
import { eventWith, KnownEvents, strict } from './strict.ts'
import { pageWorldSource, preloadWorld, preloadWorldSource, sendBinding } from './worlds.ts'

/** Messages of preload scripts, by channel. */
export const ipcMain = strict('ipcMain', new EventEmitter())

/** The main frame, as main sees it. */
export class Frame {
  url = 'about:blank'
  readonly parent = null
  #isDestroyed = false

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  destroy(): void {
    this.#isDestroyed = true
  }
}

type OpenHandler = (details: { readonly url: string }) => { readonly action: 'allow' | 'deny' }

const events = [
  'did-navigate',
  'did-start-navigation',
  'did-finish-load',
  'page-title-updated',
  'render-process-gone',
  'will-attach-webview',
  'will-frame-navigate',
  'will-navigate',
  'will-redirect',
]

export class WebContents extends KnownEvents {
  readonly mainFrame: Frame = strict('WebFrameMain', new Frame())
  readonly #page = Promise.withResolvers<Page>()
  #frameId = ''
  /** Execution context of the isolated world in the present document; 0 while there is none. */
  #world = 0
  /** Main itself asked for the next navigation. */
  #isAskedByMain = false
  #isDestroyed = false
  #openHandler: OpenHandler | null = null
  /** URLs that the page tried to open in windows. */
  readonly refusedWindows: string[] = []
  /** Told the title of the page. */
  titled: (title: string) => void = () => undefined
  /** Errors of the page since it was made: uncaught ones, policy reports, and those on its console. */
  faults: string[] = []

  constructor() {
    super('webContents', events)
  }

  /** Electron has the page at once; here it comes a moment later, and commands wait for it. */
  attach(chromium: Chromium, session: string, frameId: string): void {
    this.#frameId = frameId
    chromium.listen(session, event => this.#heard(event))
    this.#page.resolve({ chromium, session })
  }

  /** Prepares the page before its first document. */
  async prepare(preload: string): Promise<void> {
    const token = randomBytes(12).toString('hex')
    const script = (source: string, worldName?: string) =>
      this.command('Page.addScriptToEvaluateOnNewDocument', {
        source,
        ...(worldName === undefined ? {} : { worldName }),
      })
    await Promise.all([
      this.command('Page.enable'),
      this.command('Runtime.enable'),
      this.command('Inspector.enable'),
      this.command('Log.enable'),
      this.command('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      this.command('Runtime.addBinding', { name: sendBinding, executionContextName: preloadWorld }),
      this.command('Emulation.setFocusEmulationEnabled', { enabled: true }),
      script(pageWorldSource(token)),
      script(preloadWorldSource(token, readFileSync(preload, 'utf8')), preloadWorld),
    ])
  }

  /** A command of the DevTools protocol to this page. */
  async command(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const { chromium, session } = await this.#page.promise
    return chromium.send(method, params, session)
  }

  async loadURL(url: string): Promise<void> {
    this.#isAskedByMain = true
    await this.command('Page.navigate', { url: toBrowser(url) })
  }

  reload(): void {
    this.#isAskedByMain = true
    this.#quietly('Page.reload')
  }

  forcefullyCrashRenderer(): void {
    this.#quietly('Page.crash')
  }

  send(channel: string, ...args: readonly unknown[]): void {
    if (this.#world === 0) return
    this.#quietly('Runtime.callFunctionOn', {
      functionDeclaration: '(channel, args) => standInReceive(channel, args)',
      arguments: [{ value: channel }, { value: args }],
      executionContextId: this.#world,
    })
  }

  /** Runs text in the page, as Electron does; results are values. */
  async executeJavaScript(expression: string): Promise<unknown> {
    const { result } = (await this.command('Runtime.evaluate', { expression, returnByValue: true })) as {
      readonly result: { readonly value?: unknown }
    }
    return result.value
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }

  getURL(): string {
    return this.mainFrame.url
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  destroy(): void {
    this.#isDestroyed = true
    this.mainFrame.destroy()
  }

  /** Sends what may find the page gone: a crash and the end of the window cut such commands off. */
  #quietly(method: string, params: Readonly<Record<string, unknown>> = {}): void {
    this.command(method, params).catch(error => {
      if (!this.#isDestroyed && !/gone|crash|closed|context|detached|Session/i.test(String(error)))
        throw error
    })
  }

  #heard({ method, params }: DevToolsEvent): void {
    switch (method) {
      case 'Fetch.requestPaused':
        void this.#answer(params as PausedRequest)
        return
      case 'Runtime.executionContextCreated':
        this.#worldMade((params as { context: WorldContext }).context)
        return
      case 'Runtime.executionContextsCleared':
        this.#world = 0
        return
      case 'Runtime.bindingCalled':
        this.#messageFrom(params as { name: string; payload: string; executionContextId: number })
        return
      case 'Page.frameNavigated':
        this.#committed((params as { frame: CommittedFrame }).frame)
        return
      case 'Page.navigatedWithinDocument':
        this.#movedWithin(params as { frameId: string; url: string })
        return
      case 'Page.loadEventFired':
        this.emit('did-finish-load')
        return
      case 'Page.windowOpen':
        this.#windowAsked((params as { url: string }).url)
        return
      case 'Runtime.exceptionThrown':
      case 'Runtime.consoleAPICalled':
      case 'Log.entryAdded': {
        const fault = faultOf(params as ReportParams)
        if (fault !== null) this.faults.push(fault)
        return
      }
      case 'Inspector.targetCrashed':
        this.#world = 0
        this.emit('render-process-gone', eventWith({}), { reason: 'crashed', exitCode: 133 })
    }
  }

  #worldMade(context: WorldContext): void {
    if (context.name === preloadWorld && context.auxData.frameId === this.#frameId) this.#world = context.id
  }

  #messageFrom({
    name,
    payload,
    executionContextId,
  }: {
    name: string
    payload: string
    executionContextId: number
  }) {
    if (name !== sendBinding || executionContextId !== this.#world) return
    const { title, channel, args = [] } = JSON.parse(payload) as FromPreload
    if (title !== undefined) {
      this.titled(title)
      return
    }
    if (channel === undefined) return
    ipcMain.emit(channel, { sender: this.proxy(), senderFrame: this.mainFrame }, ...args)
  }

  /** This object as main knows it. */
  proxy(): WebContents {
    this.#proxy ??= strict<WebContents>('webContents', this)
    return this.#proxy
  }
  #proxy: WebContents | null = null

  #committed(frame: CommittedFrame): void {
    if (frame.parentId !== undefined) return
    this.mainFrame.url = toMain(frame.url)
    this.emit('did-navigate', eventWith({}), this.mainFrame.url, 200, 'OK')
  }

  #movedWithin({ frameId, url }: { frameId: string; url: string }): void {
    if (frameId !== this.#frameId) return
    this.mainFrame.url = toMain(url)
    this.emit(
      'did-start-navigation',
      eventWith({ url: toMain(url), isMainFrame: true, isSameDocument: true }),
    )
  }

  #windowAsked(url: string): void {
    const answer = this.#openHandler?.({ url: toMain(url) }) ?? { action: 'allow' }
    if (answer.action !== 'deny') throw new Error('The stand-in for Electron opens no second window.')
    this.refusedWindows.push(toMain(url))
  }

  async #answer({ requestId, request, resourceType, frameId }: PausedRequest): Promise<void> {
    const url = toMain(request.url)
    if (resourceType === 'Document' && !this.#mayNavigate(url, frameId === this.#frameId)) {
      this.#quietly('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      return
    }
    const answer = await answerRequest({ url, method: request.method, resourceType })
    if (answer === 'blocked' || answer === 'no network') {
      const errorReason = answer === 'blocked' ? 'BlockedByClient' : 'NameNotResolved'
      this.#quietly('Fetch.failRequest', { requestId, errorReason })
      return
    }
    this.#quietly('Fetch.fulfillRequest', {
      requestId,
      responseCode: answer.status,
      responseHeaders: [...answer.headers].map(([name, value]) => ({ name, value })),
      body: Buffer.from(await answer.arrayBuffer()).toString('base64'),
    })
  }

  /** In Electron's order: a navigation has started by the time that main is asked for it. */
  #mayNavigate(url: string, isMainFrame: boolean): boolean {
    this.emit('did-start-navigation', eventWith({ url, isMainFrame, isSameDocument: false }))
    if (isMainFrame && this.#isAskedByMain) {
      this.#isAskedByMain = false
      return true
    }
    const details = eventWith({ url, isMainFrame, isSameDocument: false })
    this.emit('will-frame-navigate', details)
    if (isMainFrame) this.emit('will-navigate', details, url)
    return !details.defaultPrevented
  }

  /** The page began a download: main may refuse it, and must. */
  downloadBegan(url: string): void {
    const event = eventWith({})
    defaultSession.emit(
      'will-download',
      event,
      strict('DownloadItem', { getURL: () => toMain(url) }),
      this.proxy(),
    )
    if (!event.defaultPrevented) throw new Error('The stand-in for Electron downloads nothing.')
  }
}

interface WorldContext {
  readonly name: string
  readonly id: number
  readonly auxData: { readonly frameId: string }
}

interface CommittedFrame {
  readonly url: string
  readonly parentId?: string
}

interface ReportParams {
  readonly exceptionDetails?: {
    readonly text: string
    readonly exception?: { readonly description?: string }
  }
  readonly type?: string
  readonly args?: readonly { readonly value?: unknown; readonly description?: string }[]
  readonly entry?: { readonly level: string; readonly text: string; readonly url?: string }
}

function faultOf({ exceptionDetails, type, args, entry }: ReportParams): string | null {
  if (exceptionDetails !== undefined)
    return `uncaught: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`
  if (type === 'error') return `console: ${(args ?? []).map(arg => arg.value ?? arg.description).join(' ')}`
  if (entry?.level === 'error') return `log: ${entry.text} ${entry.url ?? ''}`
  return null
}

interface FromPreload {
  readonly title?: string
  readonly channel?: string
  readonly args?: readonly unknown[]
}

interface Page {
  readonly chromium: Chromium
  readonly session: string
}

interface PausedRequest {
  readonly requestId: string
  readonly request: { readonly url: string; readonly method: string }
  readonly resourceType: string
  readonly frameId: string
}
