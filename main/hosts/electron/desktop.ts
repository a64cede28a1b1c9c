import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app, type BrowserWindow, dialog } from 'electron'
import { type ReadonlyObservable, systemClock } from '../../../shared/flow/index.ts'
import type { EngineHandlers, Handlers, Settings } from '../../../shared/ipc/index.ts'
import type { RouterLog } from '../../ipc/index.ts'
import { paced, wakePace } from '../pace.ts'
import { closeBeforeQuit } from './closing.ts'
import { Handover } from './handover.ts'
import { becomeOnlyInstance } from './instance.ts'
import { lockDown } from './lock.ts'
import { showMenuBar } from './menuBar.ts'
import { pickPaths } from './pick.ts'
import { followPower } from './power.ts'
import { registerScheme, servePage } from './protocol.ts'
import { hostHandlers, RequestQueue } from './requests.ts'
import { followTheme } from './theme.ts'
import { connectWindow } from './transport.ts'
import { fail, reportUncaught, watchPage } from './trouble.ts'
import { bringForward, openWindow } from './window.ts'

/** The part of the engine that the desktop host needs. */
export interface DesktopEngine {
  readonly handlers: EngineHandlers
  readonly log: RouterLog
  readonly settings: ReadonlyObservable<Settings>
  /** Whether a forward of ours listens on a port of this machine. */
  isForwarded(port: number): boolean
  wake(): void
  close(): Promise<void>
}

export interface DesktopOptions {
  /** Folder of the built product, with `renderer` and `preload` in it. */
  readonly dist: string
  /** Gatehouse's own folder. */
  readonly folder: string
  /** Builds the engine once the app is ready. */
  readonly engine: (version: string) => Promise<DesktopEngine>
}

/** Runs the desktop application until it quits. */
export function runDesktop(options: DesktopOptions): void {
  let engine: DesktopEngine | null = null
  let window: BrowserWindow | null = null
  reportUncaught(() => engine?.log ?? null)
  prepare(options.folder)
  const requests = new RequestQueue()
  const handover = new Handover({
    clock: systemClock,
    ask: request => requests.add(request),
    refuse: reason => void app.whenReady().then(() => sayRefusal(reason)),
  })
  const show = (): void => {
    if (window !== null) bringForward(window)
  }
  if (!becomeOnlyInstance(handed => handover.take(handed), show)) {
    app.exit(0)
    return
  }
  app.on('window-all-closed', () => app.quit())
  void app
    .whenReady()
    .then(async () => {
      servePage(join(options.dist, 'renderer'))
      lockDown(app, port => engine?.isForwarded(port) === true)
      engine = await options.engine(app.getVersion())
      window = start(options, engine, requests)
      window.once('closed', () => {
        window = null
      })
      app.on('activate', show)
    })
    .catch(fail)
}

/** What must be settled before the app is ready. */
function prepare(folder: string): void {
  app.setName('Gatehouse')
  app.setAppUserModelId('dev.gatehouse.app')
  // Chromium's own files stand beside ours, not among them.
  const profile = join(folder, 'browser')
  mkdirSync(profile, { recursive: true, mode: 0o700 })
  app.setPath('userData', profile)
  app.enableSandbox()
  registerScheme()
}

function start(options: DesktopOptions, engine: DesktopEngine, requests: RequestQueue): BrowserWindow {
  const { log, settings } = engine
  let window: BrowserWindow | null = null
  const wake = paced(() => engine.wake(), wakePace, systemClock)
  const menuBar = showMenuBar({
    settings,
    logFile: join(options.folder, 'gatehouse.log'),
    run: command => requests.add({ type: 'command', command }),
  })
  const handlers: Handlers = {
    ...engine.handlers,
    ...hostHandlers(requests, {
      pickPaths: (title, what) => pickPaths(window, title, what),
      offered: commands => menuBar.offer(commands),
      online: wake.ask,
    }),
  }
  followPower(wake.ask)
  followTheme(settings, () => window)
  closeBeforeQuit(() => {
    wake.stop()
    return engine.close()
  }, log)
  const opened = openWindow({
    preload: join(options.dist, 'preload', 'index.cjs'),
    stateFile: join(options.folder, 'window.json'),
    log,
  })
  window = opened
  opened.once('closed', () => {
    window = null
  })
  watchPage(opened, log)
  connectWindow(opened, handlers, log, () => {
    menuBar.offer([])
    requests.dropCommands()
  })
  return opened
}

function sayRefusal(reason: string): void {
  void dialog.showMessageBox({
    type: 'warning',
    title: 'Gatehouse',
    message: 'Gatehouse cannot open that',
    detail: reason,
    buttons: ['Close'],
    noLink: true,
  })
}
