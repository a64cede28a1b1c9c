import { KnownEvents, strict } from './strict.ts'

interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
interface Display {
  readonly bounds: Rectangle
  readonly workArea: Rectangle
}

/** Displays of the machine, the primary one first; a test may plug and unplug them by the environment. */
function displays(): readonly Display[] {
  const areas: readonly Rectangle[] = JSON.parse(
    process.env.STAND_IN_DISPLAYS ?? '[{"x":0,"y":0,"width":1920,"height":1080}]',
  )
  return areas.map(bounds => ({ bounds, workArea: { ...bounds, height: bounds.height - 40 } }))
}

const primary = (): Display => {
  const [first] = displays()
  if (first === undefined) throw new Error('The stand-in for Electron needs a display.')
  return first
}

export const screen = strict('screen', {
  getPrimaryDisplay: primary,
  getAllDisplays: displays,
  getDisplayMatching: (bounds: Rectangle) =>
    displays().find(
      ({ bounds: { x, y, width, height } }) =>
        bounds.x >= x && bounds.x < x + width && bounds.y >= y && bounds.y < y + height,
    ) ?? primary(),
})

type ThemeSource = 'system' | 'light' | 'dark'

class NativeTheme extends KnownEvents {
  #source: ThemeSource = 'system'

  constructor() {
    super('nativeTheme', ['updated'])
  }

  get themeSource(): ThemeSource {
    return this.#source
  }

  set themeSource(source: ThemeSource) {
    this.#source = source
    this.emit('updated')
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'system' ? process.env.STAND_IN_THEME === 'dark' : this.#source === 'dark'
  }
}

export const nativeTheme: NativeTheme = strict('nativeTheme', new NativeTheme())

export const powerMonitor = strict(
  'powerMonitor',
  new KnownEvents('powerMonitor', ['suspend', 'resume', 'lock-screen', 'unlock-screen']),
)

const nobody = (what: string) => (): never => {
  throw new Error(`No test answers ${what}.`)
}

/** A test puts its own functions here, as it does with the real Electron. */
export const dialog = strict('dialog', {
  showMessageBox: nobody('dialog.showMessageBox'),
  showOpenDialog: nobody('dialog.showOpenDialog'),
  showErrorBox: (title: string, content: string) => console.error(`${title}: ${content}`),
})

export const shell = strict('shell', {
  openExternal: nobody('shell.openExternal'),
  showItemInFolder: nobody('shell.showItemInFolder'),
})
