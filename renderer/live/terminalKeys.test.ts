import { expect, it, test } from 'vitest'
import { shortcutGroups } from './shortcuts.ts'
import { isHeardInTerminals, keysInTerminals } from './terminalKeys.ts'

const event = (part: Partial<KeyboardEvent>) =>
  ({
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isTrusted: true,
    ...part,
  }) as KeyboardEvent

it.each([
  ['the palette’s usual key kills a line', { key: 'k', code: 'KeyK', ctrlKey: true }, false],
  ['interrupting stays with the program', { key: 'c', code: 'KeyC', ctrlKey: true }, false],
  ['Esc stays with the program', { key: 'Escape' }, false],
  ['F6 stays with the program', { key: 'F6' }, false],
  ['letters stay with the program', { key: 'j' }, false],
  ['one way out', { key: 'ArrowUp', ctrlKey: true, shiftKey: true }, true],
  ['the dock', { key: 'j', code: 'KeyJ', ctrlKey: true }, true],
  ['the palette, with Shift', { key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true }, true],
  ['another context', { key: '3', ctrlKey: true }, true],
  ['whatever is held with ⌘', { key: 'k', code: 'KeyK', metaKey: true }, true],
])('in a terminal: %s', (_what, key, isHeard) => expect(isHeardInTerminals(event(key))).toBe(isHeard))

test('every key that leaves a terminal stands on the sheet of shortcuts', () => {
  const shown = shortcutGroups.flatMap(({ shortcuts }) => shortcuts.flatMap(({ keys }) => keys))
  for (const key of keysInTerminals)
    expect(/^Mod \d$/.test(key) ? shown.includes('Mod 1 … 9') : shown.includes(key)).toBe(true)
})
