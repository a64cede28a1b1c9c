import { chordOf, translationOf } from './keymap.ts'
import type { Chord } from './shortcuts.ts'
import { currentSettings } from './stores.ts'

/** The keys that mean the same in a terminal as elsewhere. All others belong to the program in it. */
export const keysInTerminals: ReadonlySet<Chord> = new Set([
  'Mod J',
  'Mod Shift M',
  'Mod Shift K',
  'Mod Shift ↑',
  'Mod Shift ↓',
  'Mod Shift ←',
  'Mod Shift →',
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(digit => `Mod ${digit}`),
])

/**
 * Whether a key that is pressed in a terminal goes to the frame. On a Mac everything with ⌘ does,
 * since no program in a terminal can hear it.
 */
export function isHeardInTerminals(event: KeyboardEvent): boolean {
  if (event.metaKey) return true
  const chord = chordOf(event)
  if (chord === null || !keysInTerminals.has(chord)) return false
  // A key that was taken from its action is the program's. What was translated is no key of the keyboard.
  return !event.isTrusted || translationOf(currentSettings()?.shortcuts ?? {}).get(chord) !== null
}

/** Whether an element is the screen of a terminal, which keeps its keys. */
export function isInTerminal(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-terminal]') !== null
}
