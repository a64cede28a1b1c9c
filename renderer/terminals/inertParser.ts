import type { IFunctionIdentifier, Terminal } from '@xterm/xterm'

/**
 * Output is what a process wrote, or what somebody made it write, and a terminal answers some of it
 * as if the user had typed. All that could carry a text back, ask for the clipboard or change what
 * is around the screen is swallowed. Answered are the two that shells and line editors wait for, with
 * values that nobody chooses: where the cursor is, and what kind of terminal this is (VT100).
 * See ECMA-48, and xterm's ctlseqs for the private ones.
 */
export function makeInert(terminal: Terminal, answer: (text: string) => void): void {
  for (const code of swallowedOsc) terminal.parser.registerOscHandler(code, () => true)
  for (const id of swallowedCsi) terminal.parser.registerCsiHandler(id, () => true)
  for (const id of swallowedDcs) terminal.parser.registerDcsHandler(id, () => true)
  terminal.parser.registerCsiHandler({ final: 'c' }, ([first]) => {
    if (first === 0 || first === undefined) answer('\u001b[?1;2c')
    return true
  })
  const position = (prefix: string) => (params: (number | number[])[]) => {
    const { cursorX, cursorY } = terminal.buffer.active
    if (params[0] === 6) answer(`\u001b[${prefix}${cursorY + 1};${Math.min(cursorX + 1, terminal.cols)}R`)
    return true
  }
  terminal.parser.registerCsiHandler({ final: 'n' }, position(''))
  terminal.parser.registerCsiHandler({ prefix: '?', final: 'n' }, position('?'))
}

/** Titles and icon names, colours and questions for them, and the clipboard. Hyperlinks (8) stay. */
const swallowedOsc = [0, 1, 2, 4, 5, 10, 11, 12, 13, 14, 17, 19, 52, 104, 105, 110, 111, 112] as const

const swallowedCsi: readonly IFunctionIdentifier[] = [
  // Device attributes of the second and third kind, and the version.
  { prefix: '>', final: 'c' },
  { prefix: '=', final: 'c' },
  { prefix: '>', final: 'q' },
  // The window: its size, place, title and the stack of titles.
  { final: 't' },
  // Questions for modes.
  { intermediates: '$', final: 'p' },
  { prefix: '?', intermediates: '$', final: 'p' },
]

/** Questions for settings (DECRQSS) and for capabilities (XTGETTCAP). */
const swallowedDcs: readonly IFunctionIdentifier[] = [
  { intermediates: '$', final: 'q' },
  { intermediates: '+', final: 'q' },
]
