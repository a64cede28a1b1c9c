/**
 * The module `electron` of the stand-in: the part of Electron's API that our bundles use, on a
 * real headless Chromium. What it lacks throws. README.md says what is like the real one.
 */
import { app } from './app.ts'
import { ipcMain } from './contents.ts'
import { answerTests } from './control.ts'
import { Menu } from './menu.ts'
import { protocol, session } from './network.ts'
import { strict } from './strict.ts'
import { dialog, nativeTheme, powerMonitor, screen, shell } from './system.ts'
import { BrowserWindow as Window } from './window.ts'

const BrowserWindow = strict('BrowserWindow', Window)

answerTests({
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
})

export {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
}
