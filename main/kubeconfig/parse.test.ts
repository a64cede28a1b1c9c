import { expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { decodeText } from './decode.ts'
import { parseKubeconfig } from './parse.ts'
import { readRegular } from './regular.ts'
import { atOnce } from './turns.ts'

const plain = `apiVersion: v1
kind: Config
current-context: a
contexts:
- context:
    cluster: c
    user: u
  name: a
clusters:
- cluster:
    server: https://example.test:6443
  name: c
users:
- name: u
  user:
    token: t
`
const names = (text: string) => parseKubeconfig(text).contexts.map(({ name }) => name)

test.each([
  ['as written', plain],
  ['CRLF', plain.replaceAll('\n', '\r\n')],
  ['with a document start', `---\n${plain}`],
  ['with comments and blank lines', plain.replaceAll('\n', '\n# c\n\n')],
  ['JSON', JSON.stringify(parseYaml(plain), null, 2)],
  [
    'KYAML',
    `---\n{\n  apiVersion: "v1",\n  kind: "Config",\n  contexts: [{\n    name: "a",\n    context: {cluster: "c", user: "u"},\n  }],\n}\n`,
  ],
  [
    'with anchors and a merge',
    `x: &x\n  cluster: c\ncontexts:\n- name: a\n  context:\n    <<: *x\n    user: u\n`,
  ],
])('a kubeconfig %s is read', (_how, text) => {
  const parsed = parseKubeconfig(text)
  expect(parsed.problem).toBeUndefined()
  expect(parsed.contexts).toMatchObject([{ name: 'a', fields: { cluster: 'c', user: 'u' } }])
})

test.each([
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${plain}`)],
  ['UTF-16 little endian with a mark', Buffer.from(`\uFEFF${plain}`, 'utf16le')],
  ['UTF-16 big endian with a mark', Buffer.from(`\uFEFF${plain}`, 'utf16le').swap16()],
  ['UTF-16 little endian without a mark', Buffer.from(plain, 'utf16le')],
  ['UTF-16 big endian without a mark', Buffer.from(plain, 'utf16le').swap16()],
])('%s is decoded', (_how, bytes) => {
  expect(names(decodeText(bytes))).toEqual(['a'])
})

test('names are what was written, not what YAML makes of them', () => {
  const written = [
    'no',
    'on',
    '0123',
    '1.10',
    '1e3',
    'null',
    '~',
    'arn:aws:eks:eu:1:cluster/a',
    'föö/ß',
    '🚀',
    'true',
  ]
  const text = `contexts:\n${written.map(name => `- name: ${name}\n  context: {cluster: c}\n`).join('')}`
  expect(names(text)).toEqual(written)
})

test.each([
  ['a tab as indentation', 'contexts:\n\t- name: a\n', /^Line 2, column 1: .*tab/],
  ['an open flow', 'contexts: [\n- name: a\n', /^Line \d+, column \d+/],
  ['a repeated key', 'contexts:\n- name: a\n  name: b\n', /^Line 3, column 3: .*twice/],
])('%s is told with line and column', (_what, text, message) => {
  const { problem, contexts, isKubeconfig } = parseKubeconfig(text)
  expect(problem?.message).toMatch(message)
  expect(contexts).toEqual([])
  expect(isKubeconfig).toBe(true)
})

const planted = 'pl4nted-s3cret'
test.each([
  ['an alias without an anchor', `users:\n- name: u\n  user:\n    password: *${planted}\n`],
  ['an alias with an anchor', `users:\n- user: &a *${planted}\n`],
  ['a value that looks like an anchor', `users:\n- user: {password: &${planted} &b x}\n`],
  ['a value that looks like a tag', `users:\n- user:\n    password: !${planted}!x y\n`],
  ['a tag that is not closed', `users:\n- user:\n    password: !<${planted} y\n`],
  ['a directive', `%${planted}\n---\nusers: []\n`],
  ['an escape', `users:\n- user:\n    password: "\\${planted}"\n`],
  ['a value with a colon', `users:\n- user:\n    password: ${planted}: x\n`],
  ['a value that begins with an at sign', `users:\n- user:\n    password: @${planted}\n`],
  ['a value that begins with a grave accent', `users:\n- user:\n    password: \`${planted}\n`],
  ['a value that begins with a percent sign', `users:\n- user:\n    password: %${planted}\n`],
  ['quotes that do not end', `users:\n- user:\n    password: "${planted}\n`],
  ['text after quotes', `users:\n- user:\n    password: "a" ${planted}\n`],
  ['a line without a colon', `users:\n- user:\n    password: a\n    ${planted}\n    x: y\n`],
  ['a bracket that does not end', `users: [{user: {password: ${planted}}\n`],
  ['a bracket too many', `users: []]${planted}\n`],
  ['a repeated key', `users:\n- ${planted}: 1\n  ${planted}: 2\n`],
  ['a block mark', `users:\n- user:\n    password: |${planted}\n`],
  ['JSON with a fault', `{"users": [{"user": {"password": "${planted}" x}}]}`],
  ['a text alone', planted],
  ['a second document', `users: []\n---\n${planted}: x\n`],
])('%s: the message is short and quotes nothing of the file', (_what, text) => {
  const { problem } = parseKubeconfig(text)
  expect(problem?.message ?? 'none').not.toContain('nted-s3c')
  expect(JSON.stringify(problem ?? '').length).toBeLessThan(200)
})

test.each([
  ['an alias without an anchor', 'a: *b\n', /aliases .* no anchor/],
  ['a value that needs quotes', 'a: @b\n', /^Line 1, column 4: .*needs quotes/],
  ['quotes that do not end', 'a: "b\n', /^Line \d+, column \d+: .*missing/],
])('%s is told in words of ours', (_what, text, message) => {
  expect(parseKubeconfig(text).problem?.message).toMatch(message)
})

test.each([
  ['bytes of all values', 0, 1, 251],
  ['bytes that UTF-8 does not know', 128, 1, 127],
  ['bytes that begin like UTF-16', 0, 77, 256],
])('a large binary file of %s gives one short sentence', (_what, first, step, count) => {
  const bytes = Uint8Array.from({ length: 200_000 }, (_item, index) => first + ((index * step) % count))
  const { problem, isKubeconfig, contexts } = parseKubeconfig(decodeText(bytes))
  expect(problem?.message).toMatch(/^[\x20-\x7e]{10,120}$/)
  expect([isKubeconfig, contexts]).toEqual([false, []])
})

test('an alias bomb is refused quickly', () => {
  let bomb = 'a0: &a0 [x,x,x,x,x,x,x,x,x]\n'
  for (let i = 1; i < 9; i++)
    bomb += `a${i}: &a${i} [${Array(9)
      .fill(`*a${i - 1}`)
      .join(',')}]\n`
  const began = performance.now()
  const { problem } = parseKubeconfig(`${bomb}contexts: *a8\n`)
  expect(problem?.message).toMatch(/cannot be expanded/)
  expect(performance.now() - began).toBeLessThan(2000)
})

test.each([
  ['nothing', '', false],
  ['only a comment', '# x\n', false],
  ['a list', '- a\n', false],
  ['a text', 'hello there\n', false],
  ['another kind', 'kind: Pod\nmetadata: {}\n', false],
  ['lists of the wrong shape', 'contexts: 5\nclusters: {a: b}\nusers: [1, null, [2]]\n', true],
  [
    'a key called __proto__',
    '__proto__: {contexts: 1}\ncontexts:\n- {name: a, context: {__proto__: {x: 1}}}\n',
    true,
  ],
])('%s does not break the reader', (_what, text, isKubeconfig) => {
  expect(parseKubeconfig(text).isKubeconfig).toBe(isKubeconfig)
  expect(({} as Record<string, unknown>).x).toBeUndefined()
})

const tricky = [
  plain,
  'a:\n  b: c\n  d:\n  - e\n  - f: g\n    h: i\n',
  'a:\n- b:\n  - c\n  d: e\n',
  'a:\nb: c\n',
  'a: "x # y"\nb: \'it\'\n',
  'a: x # comment\n',
  'a: b\n  c\n',
  'a:\n  b: 1\n c: 2\n',
  'a: [1, 2]\n',
  'a: {}\nb: []\n',
  'a: |\n  text: x\n',
  'a: &x b\nc: *x\n',
  'a: b: c\n',
  'a: b:c\n',
  '- a\n- b\n',
  'a:\n    - b\n    - c: d\n      e: f\n',
  'a:\n- - b\n',
  'a: !!str b\n',
  'a: -x\nb: --y\nc:\n- --z\n- -\n',
  'a: "b\\n"\n',
  "a: 'b''c'\n",
  'a:\n-   b: c\n    d: e\n',
  'a: b\n...\nc: d\n',
  'a: ~\nb: null\nc:\n',
  'a: b\n---\nc: d\n',
  '"a": b\n',
  'a : b\n',
  'a: b\na: c\n',
  'a: @b\n',
  'a: `b`\n',
  'a: %b\n',
  'a: =b\n',
  'a: <<\n',
]
test.each(tricky)('the quick reader agrees with the full one or leaves it to it: %j', text => {
  const quick = atOnce(readRegular(text))
  if (quick !== null) expect(quick.root).toEqual(parseYaml(text, { schema: 'failsafe' }))
})

test('what kubectl writes takes the quick reader, and entries know their lines', () => {
  expect(readRegular(plain)).not.toBeNull()
  expect(parseKubeconfig(plain).users[0]).toMatchObject({ name: 'u', line: 14 })
  expect(parseKubeconfig(`${plain}x: {}\ny: [1]\n`).users[0]).toMatchObject({ name: 'u', line: 14 })
})

test('long base64 comes through unchanged in every style', () => {
  const data = Buffer.alloc(400, 9).toString('base64')
  const yaml = `users:\n- name: u\n  user:\n    client-key-data: ${data}\n`
  const quoted = `users:\n- name: "u"\n  user: {a: 1}\n- name: v\n  user:\n    client-key-data: "${data}"\n`
  expect(parseKubeconfig(yaml).users[0]?.fields).toEqual({ 'client-key-data': data })
  expect(parseKubeconfig(quoted).users[1]?.fields).toEqual({ 'client-key-data': data })
  expect(parseKubeconfig(JSON.stringify(parseYaml(yaml))).users[0]?.fields).toEqual({
    'client-key-data': data,
  })
})
