import { expect, it } from 'vitest'
import { applyEdits, editsFor, parseManifest, placeAt, rangeOf } from './index.ts'

type Changed = Record<string, unknown> & { [name: string]: never }

/** The text after a change of its first document. */
function changed(text: string, change: (value: never) => unknown): string {
  const value = structuredClone(parseManifest(text).documents[0]?.value)
  const replaced = change(value as never)
  return applyEdits(text, editsFor(text, 0, replaced === undefined ? value : replaced))
}

const set =
  (path: string, to: unknown) =>
  (value: never): void => {
    const steps = path.split('.')
    let owner: Record<string, unknown> = value
    for (const step of steps.slice(0, -1)) owner = owner[step] as Record<string, unknown>
    const last = steps.at(-1) ?? ''
    if (to === undefined && Array.isArray(owner)) owner.splice(Number(last), 1)
    else if (to === undefined) delete owner[last]
    else owner[last] = to
  }

it.each([
  // What was written stays as it was spelled.
  ['a: 1 # why\nb: "no"\n', 'a', 2, 'a: 2 # why\nb: "no"\n'],
  ["a: 'x'\nb: 0644\n", 'a', 'no', "a: 'no'\nb: 0644\n"],
  ['a: x\n', 'a', 'no', 'a: "no"\n'],
  ['a: 0644\n', 'a', 256, 'a: 0400\n'],
  ['a: 0o644\n', 'a', 256, 'a: 0o400\n'],
  ['a: 0x1f\n', 'a', 32, 'a: 0x20\n'],
  ['a: |\n  one\n  two\n', 'a', 'one\n2\n', 'a: |\n  one\n  2\n'],
  ['a: |-\n    one\n    two # no comment\n', 'a', 'one\ntwo\n', 'a: |\n    one\n    two\n'],
  [
    'a: >-\n  some words\n  on lines\n  here\nb: 1\n',
    'a',
    'some words in lines here',
    'a: >-\n  some words\n  in lines\n  here\nb: 1\n',
  ],
  ['a: some words\n  on lines\n', 'a', 'some words on line', 'a: some words\n  on line\n'],
  ['a: x # c\n', 'a', { b: 1 }, 'a: # c\n  b: 1\n'],
  ['a: # c\n  b: 1 # d\ne: 2\n', 'a', 5, 'a: 5 # c\ne: 2\n'],
  ['a: x # c\nb: 1\n', 'a', 'one\ntwo\n', 'a: | # c\n  one\n  two\nb: 1\n'],
  ['a:\nb: 1\n', 'a', 'x', 'a: x\nb: 1\n'],
  // Fields come and go.
  ['a: 1\n# about b\nb: 2\n', 'b', undefined, 'a: 1\n# about b\n'],
  ['a: 1\nb:\n  c: 2\n  # of b\nd: 3\n', 'b', undefined, 'a: 1\nd: 3\n'],
  ['a: 1', 'b', 2, 'a: 1\nb: 2'],
  ['a: {}\n', 'a.b', 'yes', 'a:\n  b: "yes"\n'],
  ['a:\n  b: 1\n', 'a.b', undefined, 'a: {}\n'],
  ['a: {b: 1, c: 2}\n', 'a.b', undefined, 'a: {c: 2}\n'],
  ['a: {b: 1, c: 2}\n', 'a.c', undefined, 'a: {b: 1}\n'],
  ['a: {b: 1}\n', 'a.c', 'no', 'a: {b: 1, c: "no"}\n'],
  ['{\n  "a": 1,\n  "b": 2\n}\n', 'c', 'x', '{\n  "a": 1,\n  "b": 2,\n  "c": "x"\n}\n'],
  ['{\n  a: 1, # one\n  b: 2,\n}\n', 'c', [1], '{\n  a: 1, # one\n  b: 2,\n  c: [1],\n}\n'],
  ['{\n  a: 1, # one\n  b: 2,\n}\n', 'a', undefined, '{\n  b: 2,\n}\n'],
  // Items.
  ['- name: a\n  v: 1\n- name: b\n', '0.name', undefined, '- v: 1\n- name: b\n'],
  ['- name: a\n  # of v\n  v: 1\n', '0.name', undefined, '-\n  # of v\n  v: 1\n'],
  [
    '- name: a\n  v: 1 # one\n- name: b\n  v: 2\n',
    '0.name',
    'c',
    '- name: c\n  v: 1 # one\n- name: b\n  v: 2\n',
  ],
  ['x:\n- a\n- b # two\n- c\n', 'x.1', undefined, 'x:\n- a\n- c\n'],
  ['x: [a, b]\n', 'x.2', 'c', 'x: [a, b, "c"]\n'],
  ['x:\n  - a\n', 'x.1', { k: 1, l: [2] }, 'x:\n  - a\n  - k: 1\n    l:\n    - 2\n'],
  // Anchors.
  ['a: &x 1\nb: *x\n', 'b', 2, 'a: &x 1\nb: 2\n'],
  ['a: &x 1\nb: *x\n', 'a', 2, 'a: &x 2\nb: 1\n'],
  ['a: &x {k: 1}\nb: *x\nc: 3\n', 'c', 4, 'a: &x {k: 1}\nb: *x\nc: 4\n'],
  ['a: &x 1\nb: *x\n', 'a', undefined, 'b: 1\n'],
  [
    'a: &x {k: 1, l: 2}\nb:\n  <<: *x\n  m: 3\n',
    'b.k',
    5,
    'a: &x {k: 1, l: 2}\nb:\n  <<: *x\n  m: 3\n  k: 5\n',
  ],
  [
    'a: &x {k: 1, l: 2}\nb:\n  <<: *x\n  m: 3\n',
    'b.l',
    undefined,
    'a: &x {k: 1, l: 2}\nb:\n  k: 1\n  m: 3\n',
  ],
  // Line ends.
  ['a: 1\r\nb: |\r\n  x\r\n', 'b', 'x\ny\n', 'a: 1\r\nb: |\r\n  x\r\n  y\r\n'],
  ['a: 1\r\n', 'c', 2, 'a: 1\r\nc: 2\r\n'],
] as const)('%j with %s = %j', (text, path, to, expected) => {
  expect(changed(text, set(path, to))).toBe(expected)
})

it('a number of 64 bits keeps all its digits', () => {
  expect(changed('a: 1\n', set('a', 12345678901234567890n))).toBe('a: 12345678901234567890\n')
})

it('items in another order take their comments along', () => {
  const text = 'x:\n- name: a # first\n# of b\n- name: b\n  v: 1\n'
  expect(changed(text, (value: Changed) => void (value.x as unknown[]).reverse())).toBe(
    'x:\n# of b\n- name: b\n  v: 1\n- name: a # first\n',
  )
})

it('an empty document takes an object, and a second one is left alone', () => {
  expect(changed('', () => ({ a: 1 }))).toBe('a: 1\n')
  const text = '# first\na: 1\n---\n# second\nb: no\n'
  expect(applyEdits(text, editsFor(text, 1, { b: true }))).toBe('# first\na: 1\n---\n# second\nb: true\n')
})

it('a text that cannot be read takes no change, and says so', () => {
  expect(() => editsFor('a: [\n', 0, { a: 1 })).toThrow(/cannot be read as YAML/)
})

it('edits go from the end to the start and touch each place once', () => {
  const text = 'a: 1\nb: 2\nc: 3\n'
  const edits = editsFor(text, 0, { a: 2, b: 2, c: 4 })
  expect(edits).toEqual([
    { from: 13, to: 14, insert: '4' },
    { from: 3, to: 4, insert: '2' },
  ])
})

it('paths and places lead to each other', () => {
  const text = 'a: &x\n  b:\n  - c: 1 # one\n  - c: 2\nd:\n  <<: *x\n  "e f": {g: h}\n'
  for (const path of [['a'], ['a', 'b'], ['a', 'b', 1], ['a', 'b', 1, 'c'], ['d', 'e f', 'g']]) {
    const range = rangeOf(text, 0, path)
    expect(placeAt(text, range?.valueTo ?? 0)?.path.slice(0, path.length), path.join('.')).toEqual(path)
  }
  expect(rangeOf(text, 0, ['a', 'b', 1, 'c'])).toMatchObject({ line: 4, column: 5 })
  expect(rangeOf(text, 0, ['d', 'b', 0])).toMatchObject({ line: 3 })
  expect(rangeOf(text, 0, ['d', 'nothing'])).toBeNull()
  expect(placeAt(text, text.indexOf('e f'))).toEqual({ document: 0, path: ['d', 'e f'], on: 'key' })
  expect(placeAt(text, text.indexOf('h}'))).toEqual({ document: 0, path: ['d', 'e f', 'g'], on: 'value' })
})
