/** Tokens for lines that are told apart, in the order in which they are taken. */
const lineTokens = [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 6].map(number => `--context-${number}`)

export function lineToken(index: number): string {
  return lineTokens[index % lineTokens.length] ?? '--accent'
}

/** The colour of a token as it is at an element now: a canvas knows no custom properties. */
export function colourOf(element: HTMLElement, token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** Calls when the theme changes, by the user's choice or the system's. The answer ends it. */
export function onThemeChange(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  system.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', changed)
  }
}
