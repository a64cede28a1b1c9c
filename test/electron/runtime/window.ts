import { toBrowser } from './addresses.ts'
import type { Chromium } from './chromium.ts'
import { WebContents } from './contents.ts'
import { isGranted } from './network.ts'
import { eventWith, KnownEvents, strict } from './strict.ts'
import { nativeTheme, screen } from './system.ts'

interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface WindowOptions extends Partial<Bounds> {
  readonly show?: boolean
  readonly title?: string
  readonly minWidth?: number
  readonly minHeight?: number
  readonly backgroundColor?: string
  readonly webPreferences: Readonly<Record<string, unknown>> & { readonly preload: string }
}

const events = [
  'close',
  'closed',
  'maximize',
  'move',
  'ready-to-show',
  'resize',
  'responsive',
  'unmaximize',
  'unresponsive',
]

/** Electron's names of permissions and those of the DevTools protocol. */
const permissions: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['clipboard-read', { name: 'clipboard-read' }],
  ['clipboard-sanitized-write', { name: 'clipboard-write', allowWithoutSanitization: false }],
  ['geolocation', { name: 'geolocation' }],
  ['media', { name: 'camera' }],
  ['media', { name: 'microphone' }],
  ['midi', { name: 'midi' }],
  ['notifications', { name: 'notifications' }],
  ['persistent-storage', { name: 'persistent-storage' }],
  ['screen-wake-lock', { name: 'screen-wake-lock' }],
]

const required = { sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false }

/** What the windows need from the app around them. */
export interface Surroundings {
  readonly chromium: Chromium
  created(contents: WebContents): void
  closed(): void
}

let surroundings: Surroundings | null = null
const windows = new Set<BrowserWindow>()

export function setSurroundings(of: Surroundings): void {
  surroundings = of
}

export function allWindows(): readonly BrowserWindow[] {
  return [...windows]
}

/** A window is a page of the headless browser with bounds of its own. */
export class BrowserWindow extends KnownEvents {
  readonly #options: WindowOptions
  #bounds: Bounds
  #isMaximised = false
  #isMinimised = false
  #isFullScreen = false
  #isShown: boolean
  #isDestroyed = false
  #title: string
  #colour: string
  #isFocused = false
  #target = ''
  readonly #contents = new WebContents()
  readonly #url = Promise.withResolvers<string>()

  constructor(options: WindowOptions) {
    super('BrowserWindow', events)
    for (const [name, value] of Object.entries(required)) {
      if (options.webPreferences[name] !== value)
        throw new Error(`The stand-in for Electron has no window without ${name}: ${value}.`)
    }
    this.#options = options
    const area = screen.getPrimaryDisplay().workArea
    const { width = 800, height = 600 } = options
    const x = options.x ?? area.x + Math.round((area.width - width) / 2)
    const y = options.y ?? area.y + Math.round((area.height - height) / 2)
    this.#bounds = { x, y, width, height }
    this.#isShown = options.show ?? true
    this.#title = options.title ?? ''
    this.#colour = options.backgroundColor ?? '#ffffff'
    windows.add(this)
    const around = surroundings
    if (around === null) throw new Error('Windows are opened after the app is ready.')
    this.#contents.titled = title => this.pageTitled(title)
    around.created(this.#contents.proxy())
    this.#opening = this.#open(around)
    this.#opening.catch(error => {
      setImmediate(() => {
        throw error
      })
    })
    // biome-ignore lint/correctness/noConstructorReturn: main sees the object with loud edges
    return strict<BrowserWindow>('BrowserWindow', this)
  }
  readonly #opening: Promise<void>

  static getAllWindows(): readonly BrowserWindow[] {
    return allWindows()
  }

  async #open({ chromium }: Surroundings): Promise<void> {
    const { targetId } = await chromium.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
    })
    this.#target = targetId
    const { sessionId } = await chromium.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    })
    const contents = this.#contents
    contents.attach(chromium, sessionId, targetId)
    await contents.prepare(this.#options.webPreferences.preload)
    await this.#resizePage()
    await this.#setTheme()
    nativeTheme.on('updated', () => void this.#setTheme())
    contents.once('did-finish-load', () => this.emit('ready-to-show'))
    const url = await this.#url.promise
    await this.#setPermissions(chromium, url)
    await contents.loadURL(url)
  }

  get webContents(): WebContents {
    return this.#contents.proxy()
  }

  get target(): string {
    return this.#target
  }

  async loadURL(url: string): Promise<void> {
    this.#url.resolve(url)
    await this.#opening
  }

  async #setPermissions(chromium: Chromium, url: string): Promise<void> {
    const { origin } = new URL(toBrowser(url))
    for (const [name, permission] of permissions) {
      const setting = (await isGranted(name, origin)) ? 'granted' : 'denied'
      await chromium.send('Browser.setPermission', { origin, permission, setting })
    }
  }

  async #setTheme(): Promise<void> {
    if (this.#isDestroyed) return
    const value = nativeTheme.shouldUseDarkColors ? 'dark' : 'light'
    await this.#contents.command('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value }],
    })
  }

  async #resizePage(): Promise<void> {
    const { width, height } = this.getBounds()
    await this.#contents.command('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    })
  }

  getBounds(): Bounds {
    return this.#isMaximised ? screen.getDisplayMatching(this.#bounds).workArea : this.#bounds
  }

  getNormalBounds(): Bounds {
    return this.#bounds
  }

  setBounds(bounds: Partial<Bounds>): void {
    const before = this.#bounds
    const wanted = { ...before, ...bounds }
    this.#bounds = {
      ...wanted,
      width: Math.max(wanted.width, this.#options.minWidth ?? 0),
      height: Math.max(wanted.height, this.#options.minHeight ?? 0),
    }
    if (before.width !== this.#bounds.width || before.height !== this.#bounds.height) this.emit('resize')
    if (before.x !== this.#bounds.x || before.y !== this.#bounds.y) this.emit('move')
    void this.#resizePage()
  }

  maximize(): void {
    this.#isMaximised = true
    this.emit('maximize')
    this.emit('resize')
    void this.#resizePage()
  }

  unmaximize(): void {
    this.#isMaximised = false
    this.emit('unmaximize')
    this.emit('resize')
    void this.#resizePage()
  }

  isMaximized(): boolean {
    return this.#isMaximised
  }

  minimize(): void {
    this.#isMinimised = true
  }

  restore(): void {
    this.#isMinimised = false
  }

  isMinimized(): boolean {
    return this.#isMinimised
  }

  setFullScreen(isFullScreen: boolean): void {
    this.#isFullScreen = isFullScreen
  }

  isFullScreen(): boolean {
    return this.#isFullScreen
  }

  show(): void {
    this.#isShown = true
  }

  focus(): void {
    this.#isFocused = true
  }

  blur(): void {
    this.#isFocused = false
  }

  isFocused(): boolean {
    return this.#isFocused
  }

  isVisible(): boolean {
    return this.#isShown
  }

  getTitle(): string {
    return this.#title
  }

  /** Electron takes the title of the page unless main prevents it. */
  pageTitled(title: string): void {
    const event = eventWith({})
    this.#contents.emit('page-title-updated', event, title)
    if (!event.defaultPrevented) this.#title = title
  }

  setBackgroundColor(colour: string): void {
    this.#colour = colour
  }

  getBackgroundColor(): string {
    return this.#colour
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  close(): void {
    if (this.#isDestroyed) return
    const event = eventWith({})
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }

  destroy(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    for (const window of windows) if (window.#target === this.#target) windows.delete(window)
    this.#contents.destroy()
    void surroundings?.chromium.send('Target.closeTarget', { targetId: this.#target }).catch(() => undefined)
    this.emit('closed')
    surroundings?.closed()
  }
}
