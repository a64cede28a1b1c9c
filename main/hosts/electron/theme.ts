import { type BrowserWindow, nativeTheme } from 'electron'
import type { ReadonlyObservable } from '../../../shared/flow/index.ts'
import type { Settings } from '../../../shared/ipc/index.ts'

/** The ground of the page in each theme, as in renderer/ui/tokens.css: no flash before the first paint. */
const ground = { dark: '#0e1115', light: '#f4f6f8' } as const

export function groundColour(): string {
  return nativeTheme.shouldUseDarkColors ? ground.dark : ground.light
}

/** Keeps menus, dialogs and the window's ground in the theme that is chosen in the settings. */
export function followTheme(
  settings: ReadonlyObservable<Settings>,
  window: () => BrowserWindow | null,
): void {
  nativeTheme.themeSource = settings.get().theme
  settings.subscribe(({ theme }) => {
    if (theme !== nativeTheme.themeSource) nativeTheme.themeSource = theme
  })
  nativeTheme.on('updated', () => window()?.setBackgroundColor(groundColour()))
}
