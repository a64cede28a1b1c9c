import { app, BrowserWindow, screen } from 'electron'
import { systemClock, type Timer } from '../../../shared/flow/index.ts'
import type { RouterLog } from '../../ipc/index.ts'
import { leastSize, placeOf } from './bounds.ts'
import { appOrigin } from './origin.ts'
import { readWindowState, writeWindowState } from './stateFile.ts'
import { groundColour } from './theme.ts'

export interface WindowOptions {
  /** File of the preload script. */
  readonly preload: string
  /** File that remembers where the window was. */
  readonly stateFile: string
  readonly log: RouterLog
}

/** A window that is being dragged is written down once it rests, after so many milliseconds. */
const restTime = 400

/** Opens the window where it was left; it shows itself once the first paint is there. */
export function openWindow({ preload, stateFile, log }: WindowOptions): BrowserWindow {
  const displays = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()]
  const { isMaximised, ...place } = placeOf(
    readWindowState(stateFile),
    displays.map(({ workArea }) => workArea),
  )
  const window = new BrowserWindow({
    ...place,
    minWidth: leastSize.width,
    minHeight: leastSize.height,
    show: false,
    title: 'Gatehouse',
    backgroundColor: groundColour(),
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  })
  window.once('ready-to-show', () => {
    if (isMaximised) window.maximize()
    window.show()
  })
  rememberPlace(window, stateFile, log)
  void window.loadURL(`${appOrigin}/index.html`)
  return window
}

function rememberPlace(window: BrowserWindow, file: string, log: RouterLog): void {
  let timer: Timer | null = null
  const write = (): void => {
    timer?.cancel()
    timer = null
    if (window.isDestroyed() || window.isFullScreen()) return
    try {
      writeWindowState(file, { bounds: window.getNormalBounds(), isMaximised: window.isMaximized() })
    } catch (error) {
      log.error('the place of the window could not be written down', { error: String(error) })
    }
  }
  const soon = (): void => {
    timer ??= systemClock.after(restTime, write)
  }
  window.on('resize', soon)
  window.on('move', soon)
  window.on('maximize', soon)
  window.on('unmaximize', soon)
  window.on('close', write)
}

/** Brings the window before the person, wherever it was. */
export function bringForward(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
