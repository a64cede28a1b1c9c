import type { HostCommand } from '../../../shared/ipc/index.ts'

/** Items that the system knows by itself. */
export type MenuRole =
  | 'about'
  | 'services'
  | 'hide'
  | 'hideOthers'
  | 'unhide'
  | 'quit'
  | 'undo'
  | 'redo'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'delete'
  | 'selectAll'
  | 'resetZoom'
  | 'zoomIn'
  | 'zoomOut'
  | 'togglefullscreen'
  | 'minimize'
  | 'zoom'
  | 'front'
  | 'close'
  | 'reload'
  | 'toggleDevTools'

export type MenuEntry =
  | { readonly type: 'separator' }
  /** With the keys of the system unless `accelerator` names others. */
  | { readonly type: 'role'; readonly role: MenuRole; readonly accelerator?: string }
  /** Carried out by the page; its id is the command. */
  | {
      readonly type: 'command'
      readonly command: HostCommand
      readonly label: string
      readonly accelerator?: string
      /** The page listens for these keys itself: the menu only shows them. */
      readonly isKeyOfPage?: boolean
      /** One of several of which one holds. */
      readonly isChoice?: boolean
    }
  | { readonly type: 'logFolder'; readonly label: string }
  | { readonly type: 'submenu'; readonly label: string; readonly entries: readonly MenuEntry[] }

export interface MenuSituation {
  readonly platform: NodeJS.Platform
  readonly productName: string
  /** Reload and developer tools are for development. */
  readonly isPackaged: boolean
}

const separator: MenuEntry = { type: 'separator' }
const role = (name: MenuRole): MenuEntry => ({ type: 'role', role: name })
const command = (
  name: HostCommand,
  label: string,
  more: { readonly accelerator?: string; readonly isKeyOfPage?: boolean; readonly isChoice?: boolean } = {},
): MenuEntry => ({ type: 'command', command: name, label, ...more })
const submenu = (label: string, entries: readonly MenuEntry[]): MenuEntry => ({
  type: 'submenu',
  label,
  entries,
})

const closeWindow: MenuEntry = { type: 'role', role: 'close', accelerator: 'Shift+Cmd+W' }
const settings = command('settings', 'Settings…', { accelerator: 'CmdOrCtrl+,' })

/** The application menu as each system has it. Every item does something or is shown as disabled. */
export function applicationMenu(situation: MenuSituation): readonly MenuEntry[] {
  const isMac = situation.platform === 'darwin'
  return [
    ...(isMac ? [submenu(situation.productName, macApplication)] : []),
    submenu('File', fileEntries(isMac)),
    submenu('Edit', editEntries),
    submenu('View', viewEntries(situation.isPackaged)),
    submenu('Go', goEntries(isMac)),
    submenu(
      'Window',
      isMac ? [role('minimize'), role('zoom'), separator, role('front')] : [role('minimize')],
    ),
    submenu('Help', helpEntries(isMac)),
  ]
}

const macApplication: readonly MenuEntry[] = [
  role('about'),
  separator,
  settings,
  separator,
  role('services'),
  separator,
  role('hide'),
  role('hideOthers'),
  role('unhide'),
  separator,
  role('quit'),
]

function fileEntries(isMac: boolean): readonly MenuEntry[] {
  return [
    command('openKubeconfig', 'Open Kubeconfig…', { accelerator: 'CmdOrCtrl+Shift+O' }),
    command('openDump', 'Open YAML or a Dump…', { accelerator: 'CmdOrCtrl+O' }),
    separator,
    command('contexts', 'All Contexts', { accelerator: 'CmdOrCtrl+Shift+C' }),
    command('copyLink', 'Copy Link to This View'),
    separator,
    command('closeTab', 'Close Tab', { accelerator: 'CmdOrCtrl+W', isKeyOfPage: true }),
    // Its own keys would be those of closing a tab.
    ...(isMac ? [closeWindow] : [separator, settings, separator, role('quit')]),
  ]
}

const editEntries: readonly MenuEntry[] = [
  role('undo'),
  role('redo'),
  separator,
  role('cut'),
  role('copy'),
  role('paste'),
  role('delete'),
  separator,
  role('selectAll'),
]

function viewEntries(isPackaged: boolean): readonly MenuEntry[] {
  return [
    command('palette', 'Command Palette…', { accelerator: 'CmdOrCtrl+K', isKeyOfPage: true }),
    separator,
    submenu('Theme', [
      command('themeSystem', 'Follow the System', { isChoice: true }),
      command('themeLight', 'Light', { isChoice: true }),
      command('themeDark', 'Dark', { isChoice: true }),
    ]),
    separator,
    role('resetZoom'),
    role('zoomIn'),
    role('zoomOut'),
    separator,
    role('togglefullscreen'),
    ...(isPackaged ? [] : [separator, role('reload'), role('toggleDevTools')]),
  ]
}

function goEntries(isMac: boolean): readonly MenuEntry[] {
  return [
    command(
      'back',
      'Back',
      isMac ? { accelerator: 'Cmd+[' } : { accelerator: 'Alt+Left', isKeyOfPage: true },
    ),
    command(
      'forward',
      'Forward',
      isMac ? { accelerator: 'Cmd+]' } : { accelerator: 'Alt+Right', isKeyOfPage: true },
    ),
    separator,
    command('nextTab', 'Next Tab', { accelerator: 'Ctrl+Tab' }),
    command('previousTab', 'Previous Tab', { accelerator: 'Ctrl+Shift+Tab' }),
  ]
}

function helpEntries(isMac: boolean): readonly MenuEntry[] {
  return [
    command('shortcuts', 'Keyboard Shortcuts'),
    { type: 'logFolder', label: 'Show the Log Folder' },
    ...(isMac ? [] : [separator, role('about')]),
  ]
}
