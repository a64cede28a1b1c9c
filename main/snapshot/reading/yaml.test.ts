import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { parseDocument, stringify } from 'yaml'
import { sampleObjects } from '../sample/index.ts'
import { parseYaml, readWholeYaml } from './parseYaml.ts'
import { readRegularYaml } from './regularYaml.ts'
import { plainScalar } from './scalars.ts'

const regular = [
  'a: 1\nb:\n  c: x y\n  d: "e\\n\\u00e9"\nf: []\ng: {}\nh:\ni: ~\n',
  'a:\n- b: 1\n  c: 2\n- d\n-\n- - e\n  - f\n- "x: y"\nz: 1\n',
  'a:\n    - b:\n        - c\n    - d: |-\n        x\n          y\n\n      e: |+\n        z\n\nf: g\n',
  "a: 'it''s\n  long'\nb: goes\n  on\n  here\nc: d\n",
  'k:{"name":"x"}:\n  f:a: {}\n  .: {}\n"y": 1\n\'n\': 2\n',
  'a: |2\n    b\n   c\nd: http://x:80/y#z\ne: -x\nf: --a=b\n',
  '- a: 1\n  b:\n  - c\n',
  'a: |\n\n  b\n\n\n  c\n# end\n',
]

it.each(regular)('reads as the whole reader does: %j', text => {
  const value = readRegularYaml(text)
  expect(value).toEqual(whole(text))
  expect(value).toBeDefined()
})

it.each([
  'a: &x 1\nb: *x\n',
  'a: !!str 1\n',
  'a: b # comment\n',
  'a: >\n  b\n',
  'a: [b]\n',
  'a: {b: c}\n',
  'a: 1\na: 2\n',
  'a: b: c\n',
  'a:\n\tb: c\n',
  '<<: {a: 1}\n',
  'on: 1\n',
  '__proto__: 1\n',
  'a: "b\n  c"\n',
  "a: 'b\n",
  'a: 1\n  b: 2\n',
  'a:\n  - b\n c: 1\n',
  '? a\n: b\n',
  'a: |\n  b',
  '%YAML 1.1\n',
])('leaves to the whole reader: %j', text => {
  expect(readRegularYaml(text)).toBeUndefined()
})

const scalars =
  '0644 -07 089 0o17 0x1F 0b101 1_000 1_0_ 1e3 1.5 .5 5. -1 +2 . .inf -.INF .nan yes no on off y n Y N yEs true TRUE tRue null NULL ~ 2001-01-01 2001-01-01T00:00:00Z 1:30 1.2.3 v1 -x 0 00 -0 08 1_ _1 012345678901234567890 1e 12e03 0.0.0.0'.split(
    ' ',
  )

it.each(scalars)('the plain scalar %s is the same in both readers', text => {
  expect(plainScalar(text)).toEqual((whole(`a: ${text}\n`) as { a: unknown }).a)
})

it.each([
  ['yes', true],
  ['Off', false],
  ['0644', 420],
  ['1_000', 1000],
  ['2001-01-01', '2001-01-01'],
  ['1:30', '1:30'],
  ['089', 89],
])('%s is %j, as the API server reads it', (text, value) => {
  expect(plainScalar(text)).toBe(value)
})

it('reads the sample cluster as it was written, with and without long lines folded', () => {
  for (const object of sampleObjects(Date.UTC(2026, 0, 1)))
    for (const lineWidth of [0, 40]) {
      const text = stringify(object, { version: '1.1', lineWidth, aliasDuplicateObjects: false })
      const value = readRegularYaml(text)
      if (value !== undefined) expect(value).toEqual(object)
      expect(parseYaml(text)).toEqual({ ok: true, value: object })
    }
})

const corpus = path.join(
  process.env.GATEHOUSE_SHARED ?? path.join(import.meta.dirname, '../../../../shared'),
  'corpus',
)

it.skipIf(!existsSync(corpus))(
  'reads every document of the corpus as the whole reader does (skipped where it is not there)',
  () => {
    let quick = 0
    for (const entry of readdirSync(corpus, { withFileTypes: true, recursive: true })) {
      if (!entry.isFile() || !entry.name.endsWith('.yaml')) continue
      for (const text of readFileSync(path.join(entry.parentPath, entry.name), 'utf8').split(
        /^(?:---|\.\.\.).*\n/m,
      )) {
        const value = readRegularYaml(text)
        if (value === undefined) continue
        quick++
        expect(value, entry.name).toEqual(whole(text))
      }
    }
    expect(quick).toBeGreaterThan(20)
  },
)

it.each([
  ['a: 1\nb: 2\na: 3\n', 3, 'The same key occurs twice in one mapping.'],
  [
    'a: {{ .Values.x }}\nb: c: d\n',
    expect.any(Number),
    'This is a template, not YAML: render it first, with `helm template` for instance.',
  ],
  ['a:\n  b: [\n', expect.any(Number), expect.stringMatching(/^This is not valid YAML: /)],
])('%j cannot be read, and line %s and the reason are told', (text, line, message) => {
  expect(parseYaml(text)).toEqual({ ok: false, line, message })
})

it('aliases that multiply are refused', () => {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
  for (let index = 1; index < 12; index++)
    lines.push(
      `a${index}: &a${index} [${Array(10)
        .fill(`*a${index - 1}`)
        .join(', ')}]`,
    )
  expect(parseYaml(lines.join('\n'))).toMatchObject({
    ok: false,
    message: expect.stringContaining('aliases'),
  })
})

it('nesting that no stack holds is refused', () => {
  const parsed = parseYaml(`a: ${'['.repeat(100_000)}`)
  expect(parsed.ok).toBe(false)
})

it('keys that a prototype has are fields like any other', () => {
  const parsed = parseYaml('constructor: {a: 1}\n"__proto__": {b: 1}\n')
  if (!parsed.ok) throw new Error(parsed.message)
  expect(Object.getPrototypeOf(parsed.value)).toBe(Object.prototype)
  expect(JSON.stringify(parsed.value)).toBe('{"constructor":{"a":1},"__proto__":{"b":1}}')
})

function whole(text: string): unknown {
  const parsed = readWholeYaml(text)
  if (!parsed.ok) throw new Error(`${parsed.message}: ${text.slice(0, 200)} ${parseDocument(text).errors}`)
  return parsed.value
}
