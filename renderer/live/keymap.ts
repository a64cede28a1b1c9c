import { type Chord, type Shortcut, shortcutGroups } from './shortcuts.ts'

/** Keys by action, in place of those it comes with: the settings' own form. */
export type ChosenKeys = Readonly<Record<string, readonly Chord[]>>

const all = shortcutGroups.flatMap(group => group.shortcuts)

/** The keys of an action as they are now. */
export function keysOf({ id, keys }: Shortcut, chosen: ChosenKeys): readonly Chord[] {
  return id !== null && Object.hasOwn(chosen, id) ? (chosen[id] ?? keys) : keys
}

/**
 * What a key that is pressed stands for: the key that the code behind the action listens to, or
 * null for one that was taken from its action. Keys that are not named mean what they always do.
 */
export function translationOf(chosen: ChosenKeys): ReadonlyMap<Chord, Chord | null> {
  const translation = new Map<Chord, Chord | null>()
  const moved = all.filter(({ id }) => id !== null && Object.hasOwn(chosen, id))
  for (const shortcut of moved) {
    const present = keysOf(shortcut, chosen)
    for (const key of shortcut.keys) if (!present.includes(key)) translation.set(key, null)
  }
  for (const shortcut of moved) {
    const [heard] = shortcut.keys
    for (const key of keysOf(shortcut, chosen))
      if (heard !== undefined && !shortcut.keys.includes(key)) translation.set(key, heard)
  }
  return translation
}

/** How a key of the code is to be shown: as the one that does the same now; empty for none. */
export function shownKeysOf(chosen: ChosenKeys): ReadonlyMap<Chord, Chord> {
  const moved = all.filter(({ id }) => id !== null && Object.hasOwn(chosen, id))
  return new Map(
    moved.flatMap(shortcut => {
      const present = keysOf(shortcut, chosen)
      return shortcut.keys.filter(key => !present.includes(key)).map(key => [key, present[0] ?? ''] as const)
    }),
  )
}

/** The action that has a key already; null when it is free for `id`. */
export function holderOf(chord: Chord, id: string, chosen: ChosenKeys): Shortcut | null {
  return all.find(other => other.id !== id && keysOf(other, chosen).some(key => covers(key, chord))) ?? null
}

/** `Mod 1 … 9` covers nine chords. */
function covers(key: Chord, chord: Chord): boolean {
  const range = /^(.*?)(\d) … (\d)$/.exec(key)
  if (range === null) return key === chord
  const [, prefix = '', first = '', last = ''] = range
  const digit = chord.slice(prefix.length)
  return chord.startsWith(prefix) && /^\d$/.test(digit) && digit >= first && digit <= last
}

/** Chords that browsers and systems keep to themselves: they would never arrive. */
export function isReserved(chord: Chord): boolean {
  return /^Mod (Shift )?[TNWQ]$|^(Mod )?F\d+$|^(Shift )?Tab$/.test(chord)
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const named: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  ' ': 'Space',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
}

/** The chord of a key event; null while only modifiers are held. */
export function chordOf(event: Pressed): Chord | null {
  const { key, code } = event
  if (['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'Dead', 'Unidentified', 'CapsLock'].includes(key))
    return null
  const isMod = event.ctrlKey || event.metaKey
  const isPlain = key.length === 1 && key !== ' '
  // With Alt a Mac types another character: the place of the key says which one is meant.
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  const text = isPlain ? (isMod || event.altKey ? (letter ?? key.toUpperCase()) : key) : (named[key] ?? key)
  const hasShift = event.shiftKey && (!isPlain || isMod || event.altKey)
  return [isMod && 'Mod', event.altKey && 'Alt', hasShift && 'Shift', text].filter(Boolean).join(' ')
}

/** The event that a key of the code's own would make. */
export function eventOf(chord: Chord): KeyboardEventInit {
  const parts = chord.split(' ')
  const text = parts.pop() ?? ''
  const key = Object.keys(named).find(name => named[name] === text) ?? text
  const isLetter = /^[A-Za-z]$/.test(text)
  const hasModifier = parts.length > 0
  return {
    key: isLetter && hasModifier ? text.toLowerCase() : key,
    code: isLetter ? `Key${text.toUpperCase()}` : '',
    ctrlKey: parts.includes('Mod'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift') || (isLetter && !hasModifier && text === text.toUpperCase()),
    bubbles: true,
    cancelable: true,
  }
}
