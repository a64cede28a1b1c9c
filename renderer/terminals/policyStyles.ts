import type { Terminal } from '@xterm/xterm'
import { pageNonce } from '../ui/index.ts'

/** Opens a terminal in an element; the styles that the library writes keep to the page's content security policy. */
export function openWithinPolicy(terminal: Terminal, place: HTMLElement): void {
  const create = document.createElement
  document.createElement = ((...call: Parameters<typeof create>) => {
    const element = create.apply(document, call)
    if (element instanceof HTMLStyleElement) element.nonce = pageNonce()
    return element
  }) as typeof create
  try {
    terminal.open(place)
  } finally {
    Reflect.deleteProperty(document, 'createElement')
  }
  // Colours beyond the palette go to style attributes, which the policy refuses, but not to the object model.
  const rows = (terminal as unknown as Internals)._core._renderService._renderer.value._rowFactory
  rows._addStyle = (element, style) => {
    element.style.cssText += style
  }
}

/** Of version 6.0. Where another has it elsewhere, opening throws, and the tests of the policy say so. */
interface Internals {
  readonly _core: {
    readonly _renderService: {
      readonly _renderer: {
        readonly value: {
          readonly _rowFactory: { _addStyle: (element: HTMLElement, style: string) => void }
        }
      }
    }
  }
}
