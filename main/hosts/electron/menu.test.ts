import { describe, expect, it } from 'vitest'
import { hostCommands } from '../../../shared/ipc/index.ts'
import { applicationMenu, type MenuEntry } from './menu.ts'

const menuOn = (platform: NodeJS.Platform, isPackaged = true) =>
  applicationMenu({ platform, isPackaged, productName: 'Gatehouse' })

const flat = (entries: readonly MenuEntry[]): readonly MenuEntry[] =>
  entries.flatMap(entry => (entry.type === 'submenu' ? flat(entry.entries) : [entry]))

/** Keys that Electron gives to roles by itself. */
const systemKeys = new Map([
  ['undo', 'CmdOrCtrl+Z'],
  ['redo', 'CmdOrCtrl+Shift+Z'],
  ['cut', 'CmdOrCtrl+X'],
  ['copy', 'CmdOrCtrl+C'],
  ['paste', 'CmdOrCtrl+V'],
  ['selectAll', 'CmdOrCtrl+A'],
  ['reload', 'CmdOrCtrl+R'],
  ['toggleDevTools', 'CmdOrCtrl+Shift+I'],
  ['resetZoom', 'CmdOrCtrl+0'],
  ['zoomIn', 'CmdOrCtrl+Plus'],
  ['zoomOut', 'CmdOrCtrl+-'],
  ['togglefullscreen', 'F11'],
  ['minimize', 'CmdOrCtrl+M'],
  ['close', 'CmdOrCtrl+W'],
  ['quit', 'CmdOrCtrl+Q'],
  ['hide', 'CmdOrCtrl+H'],
])

function keysOf(entry: MenuEntry): readonly string[] {
  if (entry.type !== 'command' && entry.type !== 'role') return []
  const keys = entry.accelerator ?? (entry.type === 'role' ? systemKeys.get(entry.role) : undefined)
  return keys === undefined
    ? []
    : [
        keys
          .replace(/CmdOrCtrl|Cmd/, 'Mod')
          .split('+')
          .sort()
          .join('+'),
      ]
}

const rolesOf = (entries: readonly MenuEntry[]) =>
  flat(entries).flatMap(entry => (entry.type === 'role' ? [entry.role] : []))

describe.each(['darwin', 'win32', 'linux'] as const)('on %s', platform => {
  it('every command is in the menu once', () => {
    const commands = flat(menuOn(platform)).flatMap(entry =>
      entry.type === 'command' ? [entry.command] : [],
    )
    expect([...commands].sort()).toEqual([...hostCommands].sort())
  })

  it('no keys stand for two things, those of the system included', () => {
    const keys = flat(menuOn(platform, false)).flatMap(keysOf)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('text can be edited by the menu, and the program ended', () => {
    expect(rolesOf(menuOn(platform))).toEqual(
      expect.arrayContaining(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll', 'quit', 'about']),
    )
  })

  it('reload and developer tools are for development', () => {
    expect(rolesOf(menuOn(platform))).not.toContain('toggleDevTools')
    expect(rolesOf(menuOn(platform))).not.toContain('reload')
    expect(rolesOf(menuOn(platform, false))).toEqual(expect.arrayContaining(['reload', 'toggleDevTools']))
  })
})

it('macOS has the menu of the application first, with what belongs there', () => {
  const first = menuOn('darwin')[0]
  expect(first).toMatchObject({ type: 'submenu', label: 'Gatehouse' })
  expect(rolesOf(first?.type === 'submenu' ? first.entries : [])).toEqual(
    expect.arrayContaining(['about', 'services', 'hide', 'hideOthers', 'unhide', 'quit']),
  )
  expect(rolesOf(menuOn('linux'))).not.toContain('services')
})
