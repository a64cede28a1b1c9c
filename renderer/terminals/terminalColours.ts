import type { ITheme } from '@xterm/xterm'

/** Names of the library and tokens of the page. */
const tokens = {
  background: 'surface',
  foreground: 'text-1',
  cursor: 'accent',
  cursorAccent: 'surface',
  selectionBackground: 'terminal-selection',
  selectionInactiveBackground: 'terminal-selection',
  scrollbarSliderBackground: 'control',
  scrollbarSliderHoverBackground: 'line-strong',
  scrollbarSliderActiveBackground: 'line-strong',
  overviewRulerBorder: 'surface',
  black: 'ansi-0',
  red: 'ansi-1',
  green: 'ansi-2',
  yellow: 'ansi-3',
  blue: 'ansi-4',
  magenta: 'ansi-5',
  cyan: 'ansi-6',
  white: 'ansi-7',
  brightBlack: 'ansi-8',
  brightRed: 'ansi-9',
  brightGreen: 'ansi-10',
  brightYellow: 'ansi-11',
  brightBlue: 'ansi-12',
  brightMagenta: 'ansi-13',
  brightCyan: 'ansi-14',
  brightWhite: 'ansi-15',
} as const satisfies Partial<Record<keyof ITheme, string>>

/** The page's colours as they are now, by an element of the page. */
export function terminalColours(place: HTMLElement): ITheme {
  const probe = document.createElement('span')
  place.append(probe)
  const theme = Object.fromEntries(
    Object.entries(tokens).map(([name, token]) => [name, colourOf(probe, `var(--${token})`)]),
  )
  probe.remove()
  return theme
}

/** Colours of marks on what was found. */
export function searchColours(place: HTMLElement): {
  readonly found: string
  readonly current: string
} {
  const probe = document.createElement('span')
  place.append(probe)
  const colours = { found: hexOf(probe, 'var(--warning-wash)'), current: hexOf(probe, 'var(--warning)') }
  probe.remove()
  return colours
}

/** A token holds both themes: only what an element gets of it is a colour. */
function colourOf(probe: HTMLElement, value: string): string {
  probe.style.color = value
  return getComputedStyle(probe).color
}

function hexOf(probe: HTMLElement, value: string): string {
  const [red = 0, green = 0, blue = 0] = (colourOf(probe, value).match(/[\d.]+/g) ?? []).map(Number)
  return `#${[red, green, blue].map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** Calls back when the page's colours became others; until the answer is called. */
export function followColours(listener: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  dark.addEventListener('change', listener)
  return () => {
    observer.disconnect()
    dark.removeEventListener('change', listener)
  }
}
