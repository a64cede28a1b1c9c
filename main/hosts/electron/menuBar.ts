import { app, Menu, type MenuItemConstructorOptions, shell } from 'electron'
import { assertNever } from '../../../shared/errors/index.ts'
import type { ReadonlyObservable } from '../../../shared/flow/index.ts'
import { type HostCommand, hostCommands, type Settings } from '../../../shared/ipc/index.ts'
import { applicationMenu, type MenuEntry } from './menu.ts'

export interface MenuBarOptions {
  readonly settings: ReadonlyObservable<Settings>
  readonly run: (command: HostCommand) => void
  readonly logFile: string
}

export interface MenuBar {
  /** Enables the commands that the page can carry out now, and no other. */
  offer(commands: readonly HostCommand[]): void
}

const themeCommands = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const

/** Puts the menu in its place and keeps it in step with the page and the settings. */
export function showMenuBar({ settings, run, logFile }: MenuBarOptions): MenuBar {
  const situation = { platform: process.platform, productName: app.name, isPackaged: app.isPackaged }
  const template = applicationMenu(situation).map(entry => itemOf(entry, run, logFile))
  const menu = Menu.buildFromTemplate(template)
  Menu.setApplicationMenu(menu)
  const markTheme = (): void => {
    for (const [theme, command] of Object.entries(themeCommands)) {
      const item = menu.getMenuItemById(command)
      if (item !== null) item.checked = theme === settings.get().theme
    }
  }
  markTheme()
  settings.subscribe(markTheme)
  return {
    offer: commands => {
      for (const command of hostCommands) {
        const item = menu.getMenuItemById(command)
        if (item !== null) item.enabled = commands.includes(command)
      }
    },
  }
}

function itemOf(
  entry: MenuEntry,
  run: (command: HostCommand) => void,
  logFile: string,
): MenuItemConstructorOptions {
  switch (entry.type) {
    case 'separator':
      return { type: 'separator' }
    case 'role':
      return {
        role: entry.role,
        ...(entry.accelerator === undefined ? {} : { accelerator: entry.accelerator }),
      }
    case 'submenu':
      return { label: entry.label, submenu: entry.entries.map(inner => itemOf(inner, run, logFile)) }
    case 'logFolder':
      return { label: entry.label, click: () => shell.showItemInFolder(logFile) }
    case 'command':
      return {
        id: entry.command,
        label: entry.label,
        type: entry.isChoice === true ? 'radio' : 'normal',
        enabled: false,
        ...(entry.accelerator === undefined ? {} : { accelerator: entry.accelerator }),
        registerAccelerator: entry.isKeyOfPage !== true,
        click: () => run(entry.command),
      }
    default:
      return assertNever(entry)
  }
}
