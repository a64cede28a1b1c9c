import { expect, test } from 'vitest'
import { type ContextEntry, defaultSettings } from '../../shared/ipc/index.ts'
import { foldSettings } from './list.ts'

const entry = (id: string, name: string): ContextEntry => ({
  id,
  name,
  source: id,
  origin: 'kubeconfig',
  cluster: '',
  server: '',
  user: '',
  signIn: { type: 'none' },
  namespace: '',
  isCurrent: false,
  isProtected: false,
  colour: 0,
  borrowed: [],
  needsConsent: false,
})
const coloursOf = (entries: readonly ContextEntry[], settings = defaultSettings) =>
  new Map(foldSettings(entries, settings).map(({ id, colour }) => [id, colour]))

test('contexts of one name have colours of their own, whichever comes first', () => {
  const twins = Array.from({ length: 12 }, (_, index) => entry(`file-${index}`, 'team'))
  const colours = coloursOf(twins)
  expect(new Set(colours.values()).size).toBe(12)
  expect([...colours.values()].every(colour => colour >= 0 && colour < 12)).toBe(true)
  expect(coloursOf(twins.toReversed())).toEqual(colours)
})

test('a colour that was chosen stays, and a name that is there once keeps the colour of its name', () => {
  const alone = coloursOf([entry('a', 'team')]).get('a')
  expect(coloursOf([entry('a', 'team'), entry('b', 'other')]).get('a')).toBe(alone)
  const settings = { ...defaultSettings, colours: { b: 3 } }
  expect(coloursOf([entry('a', 'team'), entry('b', 'team')], settings)).toEqual(
    new Map([
      ['a', alone],
      ['b', 3],
    ]),
  )
})
