import { expect, it } from 'vitest'
import { oneObject, readManifest } from './manifest.ts'

const readOneObject = (text: string) => oneObject(readManifest(text))

const invalid = (message: unknown, line?: number, column?: number) => ({
  type: 'invalid',
  problem: {
    error: { kind: 'invalid', message },
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  },
})

it('reads documents, lists and JSON, and says where each begins', () => {
  const read = readManifest(
    'kind: A\n---\n# nothing\n---\nkind: B\n---\n{"kind": "XList", "items": [{"kind": "C"}]}\n',
  )
  expect(read).toEqual({
    type: 'objects',
    objects: [
      { object: { kind: 'A' }, line: 1 },
      { object: { kind: 'B' }, line: 5 },
      { object: { kind: 'C' }, line: 7 },
    ],
  })
})

it('reads scalars as the tools of Kubernetes do', () => {
  const read = readOneObject('a: yes\nb: 0644\nc: 22:22\nd: 2001-01-01\ne: "off"\n')
  expect(read).toMatchObject({ object: { a: true, b: 420, c: '22:22', d: '2001-01-01', e: 'off' } })
})

it.each([
  ['a: 1\nb: 2\na: 3\n', invalid(expect.stringContaining('same key'), 3, 1)],
  [
    'a:\n  b: [\n',
    { type: 'invalid', problem: { line: 3, error: { message: expect.stringContaining('not valid YAML') } } },
  ],
  ['- a\n', invalid(expect.stringContaining('no object'), 1, 1)],
  ['', invalid('There is no object in this text.')],
  ['a: 1\n---\nb: 1\n', invalid(expect.stringContaining('2 objects'), 3, 1)],
  [`a: ${'['.repeat(100_000)}`, { type: 'invalid' }],
  [`a: ${'['.repeat(5000)}${']'.repeat(5000)}`, { type: 'invalid' }],
  ['a: &a [*a]\n', { type: 'invalid' }],
  ['a: 1\nb: "x\0y"\n', invalid('Control characters are not allowed.', 2, 6)],
  ['{"a": "\u007f"}', invalid('Control characters are not allowed.', 1, 8)],
])('%#: refuses what is no single object, with its place', (text, expected) => {
  expect(readOneObject(text)).toMatchObject(expected)
})

it('refuses aliases that multiply', () => {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
  for (let at = 1; at < 12; at++)
    lines.push(
      `a${at}: &a${at} [${Array(10)
        .fill(`*a${at - 1}`)
        .join(', ')}]`,
    )
  expect(readManifest(lines.join('\n'))).toMatchObject(invalid(expect.stringContaining('aliases')))
})

it('takes merge keys that occur twice, and finds a key that does at any depth', () => {
  expect(readOneObject('a: &a {x: 1}\nb:\n  <<: *a\n  z: 2\n')).toMatchObject({
    object: { b: { x: 1, z: 2 } },
  })
  expect(readOneObject('a:\n- b:\n    c: 1\n    d: 2\n    c: 3\n')).toMatchObject(
    invalid(expect.stringContaining('same key'), 5, 5),
  )
})
