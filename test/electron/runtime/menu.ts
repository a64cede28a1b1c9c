import { strict } from './strict.ts'

interface Template {
  readonly id?: string
  readonly label?: string
  readonly type?: 'normal' | 'separator' | 'submenu' | 'checkbox' | 'radio'
  readonly role?: string
  readonly accelerator?: string
  readonly registerAccelerator?: boolean
  readonly enabled?: boolean
  readonly checked?: boolean
  readonly submenu?: readonly Template[]
  readonly click?: (item: MenuItem) => void
}

/** Roles of Electron 45 that an item can have. */
const roles = new Set(
  (
    'undo redo cut copy paste pasteAndMatchStyle delete selectAll reload forceReload toggleDevTools ' +
    'resetZoom zoomIn zoomOut togglefullscreen window minimize close help about services hide ' +
    'hideOthers unhide quit startSpeaking stopSpeaking zoom front appMenu fileMenu editMenu viewMenu windowMenu'
  ).split(' '),
)

const known = new Set(
  'id label type role accelerator registerAccelerator enabled checked submenu click'.split(' '),
)

class MenuItem {
  readonly id: string | undefined
  readonly label: string
  readonly type: string
  readonly role: string | undefined
  readonly accelerator: string | undefined
  readonly submenu: Menu | null
  readonly menu: Menu
  enabled: boolean
  #checked: boolean
  readonly #click: Template['click']

  constructor(template: Template, menu: Menu) {
    for (const key of Object.keys(template))
      if (!known.has(key)) throw new Error(`The stand-in for Electron knows no “${key}” of a menu item.`)
    if (template.role !== undefined && !roles.has(template.role))
      throw new Error(`Electron has no role “${template.role}”.`)
    if (template.type !== 'separator' && template.role === undefined && (template.label ?? '') === '')
      throw new Error('A menu item needs a label or a role.')
    this.id = template.id
    this.label = template.label ?? template.role ?? ''
    this.type = template.type ?? (template.submenu === undefined ? 'normal' : 'submenu')
    this.role = template.role
    this.accelerator = template.accelerator
    this.enabled = template.enabled ?? true
    this.#checked = template.checked ?? false
    this.#click = template.click
    this.menu = menu
    this.submenu = template.submenu === undefined ? null : Menu.buildFromTemplate(template.submenu)
  }

  get checked(): boolean {
    return this.#checked
  }

  /** Of the radio items of a menu one is checked. */
  set checked(isChecked: boolean) {
    if (isChecked && this.type === 'radio') for (const item of this.menu.items) item.#checked = false
    this.#checked = isChecked
  }

  click(): void {
    if (this.type === 'checkbox' || this.type === 'radio') this.checked = true
    if (this.role !== undefined)
      throw new Error(`The stand-in for Electron does not carry out the role “${this.role}”.`)
    this.#click?.(this)
  }
}

let application: Menu | null = null

class Menu {
  items: readonly MenuItem[] = []

  static buildFromTemplate(template: readonly Template[]): Menu {
    const menu = new Menu()
    menu.items = template.map(item => new MenuItem(item, menu))
    return menu
  }

  static setApplicationMenu(menu: Menu | null): void {
    application = menu
  }

  static getApplicationMenu(): Menu | null {
    return application
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      if (item.id === id) return item
      const inner = item.submenu?.getMenuItemById(id) ?? null
      if (inner !== null) return inner
    }
    return null
  }
}

const strictMenu = strict('Menu', Menu)

export { strictMenu as Menu }
