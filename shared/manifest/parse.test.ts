import { expect, it } from 'vitest'
import { decodeText, encodeText, expandLists, jsonOf, type ManifestProblem, parseManifest } from './index.ts'

/** Field 9 of the reports: as PowerShell, Windows editors and old tools write it. */
const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n'

const firstValue = (text: string): unknown => parseManifest(text).documents[0]?.value
const told = (text: string): readonly Pick<ManifestProblem, 'severity' | 'line' | 'column' | 'message'>[] =>
  parseManifest(text).problems.filter(
    ({ message }) => !/^The field (apiVersion|kind) is missing/.test(message),
  )

/** Expected values are what sigs.k8s.io/yaml 1.6 makes of the same text. */
it.each([
  ['a: yes', '{"a":true}'],
  ['a: "no"', '{"a":"no"}'],
  ['a: n\nb: Off\nc: ON', '{"a":false,"b":false,"c":true}'],
  ['on: 1', '{"true":1}'],
  ['a: 0644\nb: 0o644\nc: "0644"\nd: 08\ne: -07', '{"a":420,"b":420,"c":"0644","d":8,"e":-7}'],
  ['a: 0x1F\nb: 0b101\nc: 1_000\nd: 0_8', '{"a":31,"b":5,"c":1000,"d":8}'],
  ['a: 9223372036854775807\nb: -9223372036854775808', '{"a":9223372036854775807,"b":-9223372036854775808}'],
  ['a: 18446744073709551615\nb: 18446744073709551616', '{"a":18446744073709551615,"b":18446744073709552000}'],
  ['a: 9007199254740993', '{"a":9007199254740993}'],
  ['a: 1e3\nb: .5\nc: 5.\nd: 1e400', '{"a":1000,"b":0.5,"c":5,"d":"1e400"}'],
  ['a: 2001-01-01\nb: 1:30\nc: 1.2.3', '{"a":"2001-01-01","b":"1:30","c":"1.2.3"}'],
  ['a: ~\nb:\nc: Null', '{"a":null,"b":null,"c":null}'],
  ['a: !!str 5\nb: !!int "5"\nc: !foo 5', '{"a":"5","b":5,"c":"5"}'],
  ['a: !!binary aGk=', '{"a":"hi"}'],
  ['a: 1\n<<: {a: 2, b: 3}', '{"a":2,"b":3}'],
  ['<<: {a: 2, b: 3}\na: 1', '{"a":1,"b":3}'],
  [
    'x: &x {a: 1}\nw: &w {a: 2, c: 3}\nz: {<<: [*x, *w]}',
    '{"x":{"a":1},"w":{"a":2,"c":3},"z":{"a":1,"c":3}}',
  ],
  ['a: &x 1\nb: &x 2\nc: *x', '{"a":1,"b":2,"c":2}'],
  ['a: |\n  x\n  \ty\n', '{"a":"x\\n\\ty\\n"}'],
  ['{\n\t"a": 1\n}', '{"a":1}'],
  ['\ufeffa: 1', '{"a":1}'],
  ['a: |\r\n  x\r\n  y\r\n', '{"a":"x\\ny\\n"}'],
  ['.hidden: ""\n"": x', '{".hidden":"","":"x"}'],
  ['__proto__: {a: 1}\nconstructor: 1', '{"__proto__":{"a":1},"constructor":1}'],
])('%j is %s, as the API server reads it', (text, json) => {
  expect(told(`${text}\n`).filter(({ severity }) => severity === 'error')).toEqual([])
  expect(jsonOf(sorted(firstValue(`${text}\n`)))).toBe(jsonOf(sorted(JSON.parse(json, keepDigits))))
})

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source ?? ''
  return typeof value === 'number' &&
    /^-?\d{16,19}$|^1844674407370955161\d$/.test(source) &&
    !Number.isSafeInteger(value)
    ? BigInt(source)
    : value
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, field]) => [name, sorted(field)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

it.each([
  ['a: no', 'note', 1, 4, /reads no as false.*other tools read a text/],
  ['on: 1', 'warning', 1, 1, /key on as the key "true"/],
  ['a: 0644', 'note', 1, 4, /reads 0644 as 420/],
  ['a: 08', 'warning', 1, 4, /begins like an octal number/],
  [
    'a:\n  b: 1\n  c: 2\n  b: 3',
    'error',
    4,
    3,
    /key b stands twice in this mapping: in line 2 and in line 4/,
  ],
  ['a:\n\tb: c', 'error', 2, 1, /tab stands here/],
  ['-\ta', 'error', 1, 2, /tab stands here/],
  ['a: |\n \tx', 'error', 2, 2, /tab stands here/],
  ['a: "x" // c', 'error', 1, 8, /a comment begins with #/],
  ['a: b: c', 'error', 1, 4, /put a text that holds a colon in quotes/],
  ['a: [1\nb: 2', 'error', 2, 1, /not valid YAML/],
  ['a: {{ .Values.x }}\nb: c: d', 'error', 2, 4, /template, not YAML/],
  ['a: *x', 'error', 1, 4, /No anchor &x/],
  ['a: &a [*a]', 'error', 1, 8, /contains itself/],
  ['<<: 5', 'error', 1, 5, /can be merged/],
  ['? [a]\n: b', 'error', 1, 3, /has to be a text/],
  ['a: !!int x', 'error', 1, 4, /no !!int/],
  ['a: !!binary "?"', 'error', 1, 4, /no base64/],
  ['a: !!binary /v8A', 'error', 1, 4, /no text/],
  ['a: .nan', 'error', 1, 4, /no number that JSON has/],
  ['a: x\rb: y', 'error', 1, 5, /carriage return/],
  ['a: \u0001', 'error', 1, 4, /control character/],
  ['%YAML 1.2\n---\na: 1', 'error', 1, 1, /YAML 1.1/],
  ['- a', 'error', 1, 1, /This document is a list/],
  ['a: 1\n...\nb: 2', 'warning', 3, 1, /passed over/],
] as const)('%j: %s in line %i, column %i', (text, severity, line, column, message) => {
  expect(told(`${text}\n`)).toContainEqual(
    expect.objectContaining({ severity, line, column, message: expect.stringMatching(message) }),
  )
})

it.each([
  ['labels:\n    a: yes', 'error', /label a has to be a text; yes is read as a truth/],
  ['labels:\n    a: 1', 'error', /label a has to be a text; 1 is read as a number. Write "1"/],
  ['annotations: {bool: true}', 'error', /annotation bool has to be a text/],
  ['annotations: {list: [a]}', 'error', /annotation list has to be a text; it is a list/],
  ['annotations: {foo: x, bar: }', 'note', /annotation bar has no value/],
  ['labels: {"": x}', 'error', /key of the label is empty/],
] as const)('metadata with %j: %s', (fields, severity, message) => {
  expect(told(`${head}  ${fields}\n`)).toContainEqual(
    expect.objectContaining({ severity, message: expect.stringMatching(message) }),
  )
})

it('a label without a value is an empty text, and its siblings stay', () => {
  const text = `${head}  labels:\n    a: x\n    b:\n    node-role.kubernetes.io/worker: ""\n`
  expect(parseManifest(text).documents[0]?.object?.metadata.labels).toEqual({
    a: 'x',
    b: '',
    'node-role.kubernetes.io/worker': '',
  })
})

it.each([
  [
    'an alias bomb',
    [
      'a0: &a0 [x, x, x, x, x, x, x, x, x]',
      ...Array.from(
        { length: 10 },
        (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join(', ')}]`,
      ),
    ].join('\n'),
  ],
  [
    'a chain of 2,000 merges',
    [
      'a0: &a0 {k: 1}',
      ...Array.from({ length: 2000 }, (_, at) => `a${at + 1}: &a${at + 1} {<<: *a${at}, k${at}: 1}`),
    ].join('\n'),
  ],
  ['nesting that no stack holds', `a: ${'['.repeat(100_000)}`],
  ['nesting in blocks', Array.from({ length: 5000 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')],
])('%s is refused, and in a moment', (_what, text) => {
  const { documents, problems } = parseManifest(text)
  expect(problems.some(({ severity }) => severity === 'error')).toBe(true)
  expect(documents[0]?.object ?? null).toBeNull()
})

it('documents of a stream: empty ones and null are passed over, Lists are opened', () => {
  const item = (name: string): string => `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}}}`
  const text = `# first\n---\n---\nnull\n---\n${head}---\napiVersion: v1\nkind: List\nitems: [${item('b')}, ${item('c')}]\n`
  const { documents, problems } = parseManifest(text)
  expect(problems).toEqual([])
  expect(documents.map(({ isEmpty }) => isEmpty)).toEqual(
    [true, true, true, false, false].slice(-documents.length),
  )
  expect(expandLists(documents).map(({ object, path }) => [object.metadata.name, path])).toEqual([
    ['a', []],
    ['b', ['items', 0]],
    ['c', ['items', 1]],
  ])
})

it.each([
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x61, 0x3a, 0x20, 0x31]],
  ['UTF-16 LE with a mark', [0xff, 0xfe, 0x61, 0, 0x3a, 0, 0x20, 0, 0x31, 0]],
  ['UTF-16 BE with a mark', [0xfe, 0xff, 0, 0x61, 0, 0x3a, 0, 0x20, 0, 0x31]],
  ['UTF-16 LE without', [0x61, 0, 0x3a, 0, 0x20, 0, 0x31, 0]],
])('%s is read, and written in the same form', (_name, bytes) => {
  const { text, encoding } = decodeText(Uint8Array.from(bytes))
  expect(text).toBe('a: 1')
  expect([...encodeText(text, encoding)]).toEqual(bytes)
})

it('what is typed twice a line apart is told once for each, and never without bound', () => {
  const text = Array.from({ length: 5000 }, (_, at) => `k${at}: yes`).join('\n')
  expect(parseManifest(text).problems.length).toBeLessThan(500)
})
