import { describe, expect, it, test } from 'vitest'
import { chordOf, eventOf, holderOf, isReserved, keysOf, shownKeysOf, translationOf } from './keymap.ts'
import { shortcutGroups } from './shortcuts.ts'

const plain = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const all = shortcutGroups.flatMap(group => group.shortcuts)

describe('the chord of a key', () => {
  it.each([
    [{ key: 'j' }, 'j'],
    [{ key: 'G', shiftKey: true }, 'G'],
    [{ key: '?', shiftKey: true }, '?'],
    [{ key: 'k', code: 'KeyK', ctrlKey: true }, 'Mod K'],
    [{ key: 'k', code: 'KeyK', metaKey: true }, 'Mod K'],
    [{ key: '∑', code: 'KeyW', altKey: true }, 'Alt W'],
    [{ key: 'P', code: 'KeyP', ctrlKey: true, shiftKey: true }, 'Mod Shift P'],
    [{ key: ' ' }, 'Space'],
    [{ key: 'ArrowDown', shiftKey: true }, 'Shift ↓'],
    [{ key: 'Control', ctrlKey: true }, null],
  ])('%j is %s', (event, expected) => expect(chordOf({ ...plain, ...event })).toBe(expected))
})

test('no key means two things, so that any of them can be moved', () => {
  const keys = all.flatMap(({ keys: own }) => own)
  expect(keys.length).toBe(new Set(keys).size)
})

test.each(all.filter(({ id }) => id !== null).map(({ id, keys }) => [id, keys[0]!] as const))(
  'the key of %s goes through its event unchanged',
  (_id, key) => expect(chordOf({ ...plain, ...eventOf(key) } as KeyboardEvent)).toBe(key),
)

test('a moved action hears its new key, and its old one is dead', () => {
  const translation = translationOf({ yaml: ['v'], palette: [':'] })
  expect(translation.get('v')).toBe('y')
  expect(translation.get('y')).toBeNull()
  expect(translation.get('Mod K')).toBeNull()
  expect(translation.has(':')).toBe(false)
})

test('an action may take over the key of another', () => {
  const translation = translationOf({ tree: ['y'], yaml: [] })
  expect(translation.get('y')).toBe('t')
  expect(translation.get('t')).toBeNull()
})

test('hints show the keys of now', () => {
  expect([...shownKeysOf({ yaml: ['v'], tree: [] })]).toEqual([
    ['y', 'v'],
    ['t', ''],
  ])
})

test('a key that is taken names who has it; ranges count', () => {
  expect(holderOf('t', 'yaml', {})?.id).toBe('tree')
  expect(holderOf('t', 'yaml', { tree: ['x'] })).toBeNull()
  expect(holderOf('Mod 3', 'yaml', {})?.what).toBe('Go to an open context')
  expect(holderOf('4', 'yaml', {})?.id).toBeNull()
  expect(holderOf('9', 'yaml', {})).toBeNull()
  expect(holderOf('y', 'yaml', {})).toBeNull()
})

test('what browsers keep is refused', () => {
  expect(['Mod T', 'Mod W', 'F5', 'Tab'].every(isReserved)).toBe(true)
  expect(['Mod K', 't', 'Alt W'].some(isReserved)).toBe(false)
})

test('names from the prototype are no choice of keys', () => {
  expect(keysOf({ id: 'constructor', keys: ['a'], what: '' }, {})).toEqual(['a'])
})
