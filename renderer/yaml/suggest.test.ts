import { expect, it } from 'vitest'
import { type Lines, placeOfLine } from './outline.ts'
import { hintAt, suggestionsAt } from './suggest.ts'

const schema = {
  root: 'Deployment',
  schemas: {
    Deployment: {
      type: 'object',
      properties: {
        apiVersion: { type: 'string' },
        kind: { type: 'string' },
        spec: { $ref: '#/components/schemas/Spec' },
      },
    },
    Spec: {
      type: 'object',
      required: ['selector'],
      properties: {
        replicas: { type: 'integer', format: 'int32', description: 'How many pods are wanted.', default: 1 },
        paused: { type: 'boolean' },
        selector: { type: 'object', properties: { matchLabels: { type: 'object' } } },
        containers: { type: 'array', items: { $ref: '#/components/schemas/Container' } },
      },
    },
    Container: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string' },
        imagePullPolicy: { type: 'string', enum: ['Always', 'IfNotPresent', 'Never'] },
        args: { type: 'array', items: { type: 'string' } },
      },
    },
  },
}

const known = (apiVersion: string, kind: string) =>
  apiVersion === 'apps/v1' && kind === 'Deployment' ? schema : null

/** Lines of a text, and the place of the `|` in it. */
function at(text: string): { readonly lines: Lines; readonly number: number; readonly column: number } {
  const before = text.slice(0, text.indexOf('|'))
  const lines = text.replace('|', '').split('\n')
  return {
    lines: { count: lines.length, line: number => lines[number - 1] ?? '' },
    number: before.split('\n').length,
    column: before.length - before.lastIndexOf('\n') - 1,
  }
}

const head = 'apiVersion: apps/v1\nkind: Deployment\n'

it.each([
  [`${head}spec:\n  |`, ['selector', 'replicas', 'paused', 'containers']],
  [`${head}spec:\n  replicas: 1\n  pa|`, ['selector', 'paused', 'containers']],
  [`${head}spec:\n  containers:\n  - |`, ['name', 'imagePullPolicy', 'args']],
  [`${head}spec:\n  containers:\n    - name: a\n      |\n    - args: []\n`, ['imagePullPolicy', 'args']],
  [
    `${head}spec:\n  containers:\n  - name: a\n    args:\n    - x\n  - |\n`,
    ['name', 'imagePullPolicy', 'args'],
  ],
  [`${head}spec:\n  paused: |`, ['true', 'false']],
  [`${head}spec:\n  containers:\n  - imagePullPolicy: If|`, ['Always', 'IfNotPresent', 'Never']],
  ['a: 1\n|', ['apiVersion', 'kind', 'metadata', 'spec']],
  [`${head}---\n|`, ['apiVersion', 'kind', 'metadata', 'spec']],
  [`|\n${head}spec:\n`, []],
])('%j offers %j', (text, labels) => {
  const { lines, number, column } = at(text)
  const found = suggestionsAt(lines, number, column, known)
  const sorted = [...(found?.options ?? [])].sort((a, b) => b.rank - a.rank)
  expect(sorted.map(({ label }) => label)).toEqual(labels)
})

it.each([`${head}spec:\n  # pa|`, `${head}spec: {pa|}`, `${head}spec:\n  replicas: 1|`])(
  '%j offers nothing',
  text => {
    const { lines, number, column } = at(text)
    expect(suggestionsAt(lines, number, column, known)).toBeNull()
  },
)

it('a field that holds others opens a line for them', () => {
  const { lines, number, column } = at(`${head}spec:\n  |`)
  const texts = suggestionsAt(lines, number, column, known)?.options.map(({ text }) => text)
  expect(texts).toEqual(['replicas: ', 'paused: ', 'selector:\n    ', 'containers:\n  - '])
})

it('a key is documented with its path, type and default', () => {
  const { lines, number, column } = at(`${head}spec:\n  repl|icas: 1\n`)
  expect(hintAt(lines, number, column, known)).toEqual({
    title: 'spec.replicas',
    type: 'integer (int32)',
    text: 'How many pods are wanted.\nDefault: 1',
    from: 2,
    to: 10,
  })
})

it('a place is found in a text that is no YAML yet, and in the last of many items', () => {
  const many = Array.from({ length: 20_000 }, (_, index) => `  - name: c${index}\n    args: [x]`).join('\n')
  const { lines, number, column } = at(`${head}spec:\n  containers:\n${many}\n    |x: [\n`)
  expect(placeOfLine(lines, number, column).path).toEqual(['spec', 'containers', '[]'])
})
