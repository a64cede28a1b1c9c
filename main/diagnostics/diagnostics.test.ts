import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '../../shared/flow/index.ts'
import { createDiagnostics, createLog, redact, redactText } from './index.ts'
import { rotatingFile } from './rotation.ts'

const key = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}).privateKey
const jwt = `${Buffer.from('{"alg":"RS256"}').toString('base64url')}.${Buffer.from('{"sub":"x"}').toString('base64url')}.c2lnbmF0dXJl`
const planted = 'pl4nted-s3cret-value'

const secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    name: 'db',
    annotations: {
      'kubectl.kubernetes.io/last-applied-configuration': `{"kind":"Secret","data":{"p":"${planted}"}}`,
    },
  },
  data: { password: planted, other: planted },
  stringData: { x: planted },
}

const cases: readonly (readonly [string, string, Record<string, unknown>?])[] = [
  ['a bearer header in text', `sent Authorization: Bearer ${planted}`],
  ['a basic header in text', `authorization: Basic ${planted}`],
  ['a header field', 'request', { headers: { Authorization: `Bearer ${planted}` } }],
  ['a token of any spelling', 'x', { idToken: planted, 'refresh-token': planted, access_token: planted }],
  ['a password field', 'x', { user: { password: planted } }],
  ['a token in an address', `GET /x?token=${planted}&a=b`],
  ['credentials of a proxy address', `via http://me:${planted}@proxy:3128/`],
  ['a Secret object', 'x', { object: secret }],
  ['Secrets in a list', 'x', { items: [secret, [secret]] }],
  ['a Secret as JSON text', JSON.stringify(secret)],
  ['a Secret as escaped JSON text', JSON.stringify(JSON.stringify(secret))],
  ['a Secret as YAML', `kind: Secret\nmetadata:\n  name: a\ndata:\n  a: ${planted}\n  b: ${planted}\n`],
  ['an error with a cause', 'x', { error: new Error('a', { cause: new Error(`token: ${planted}`) }) }],
  ['a client key of a kubeconfig', `client-key-data: ${planted}`],
  ['a SecretList', 'x', { list: { kind: 'SecretList', items: [{ data: { a: planted } }] } }],
  [
    'a SecretList as JSON text',
    JSON.stringify({ kind: 'SecretList', items: [{ metadata: {}, data: { a: `a{${planted}` } }] }),
  ],
  [
    'a SecretList as YAML',
    `kind: SecretList\nitems:\n- data:\n    a: ${planted}\n  metadata: {}\n- stringData:\n    b: ${planted}`,
  ],
  [
    'a block scalar of a Secret, behind an empty line',
    `kind: Secret\nstringData:\n  a: |\n    line\n\n    ${planted}\ntype: Opaque`,
  ],
  ['a quoted password of several words', `password: "my ${planted} phrase"`],
  ['a quoted password with a quote in it', `clientSecret: "a\\"${planted}"`],
  ['a password with marks', `{"password":"ab,${planted};c}"}`],
  ['the same, escaped', JSON.stringify(`{"password":"ab, ${planted};c}"}`)],
  ['a password of several words as YAML', `user:\n  password: my ${planted} phrase`],
  ['a bare password with a comma', `password=ab,${planted} x`],
  ['a password behind marks in a connection string', `Server=a;Password=ab;${planted};Database=x`],
  ['an address whose password has an at sign', `https://user:p@${planted}@host/x`],
  ['an address whose password has a slash', `https://user:p/${planted}@host/x`],
  ['a header of a gateway', `X-Auth-Token: ${planted.slice(0, 8)} ${planted}`],
  ['headers of gateways', 'x', { headers: { 'X-Auth-Token': planted, 'x-api-key': planted } }],
  ['a variable', `DB_PASS=${planted} PGPASSWORD='a ${planted}' DB_PWD="${planted}"`],
  ['variables', 'x', { env: { DB_PASS: planted, DB_PASSWORD: planted, webhookToken: planted } }],
  ['a token of Slack', `xoxb-123456789012-${planted}`],
  ['a refused value in single quotes', `Invalid value: '${planted}'`],
  ['kubeconfig fields', 'x', { user: { 'client-key-data': planted, clientKeyData: planted } }],
]

test.each(cases.map(([name, message, fields]) => ({ name, message, fields })))(
  '$name does not reach the log',
  ({ message, fields }) => {
    const lines: string[] = []
    createLog({ write: line => void lines.push(line) }).info(message, fields)
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toContain(planted)
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 30 })
  },
)

test.each([
  ['PEM', key],
  ['escaped PEM', JSON.stringify({ a: key })],
  ['base64 of PEM', Buffer.from(key).toString('base64')],
  ['JWT', `found ${jwt} here`],
])('a private key or token as %s is taken out of text', (_name, text) => {
  const result = redactText(text)
  expect(result).toContain('[redacted]')
  expect(result).not.toContain(key.split('\n')[1])
  expect(result).not.toContain(jwt)
})

test.each([
  'list pods in namespace shop: connection refused (127.0.0.1:6443), 5 tokens',
  'GET https://registry.example:5000/v2/app@sha256:1 failed, then https://host/a@b',
  'PWD=/home/me BYPASS=1 COMPASS=north',
  'unexpected token: "}" at 5',
  '{"token":"","name":"shop","password":"","n":1}',
  'kind: Service\ndata:\n  a: b\n',
])('ordinary text stays as it is: %s', text => {
  expect(redactText(text)).toBe(text)
})

test('ordinary values stay as they are', () => {
  const value = { kind: 'ConfigMap', data: { a: 'b' }, n: 1, none: null, list: [true], secret: { name: 'x' } }
  expect(redact(value)).toEqual(value)
  expect(redact({ kind: 'ConfigMapList', items: [{ data: { a: 'b' } }] })).toEqual({
    kind: 'ConfigMapList',
    items: [{ data: { a: 'b' } }],
  })
})

test('what stands beside a credential stays', () => {
  expect(redactText('{"user":"a","password":"b c","n":1}')).toBe('{"user":"a","password":"[redacted]","n":1}')
  expect(redactText('kind: SecretList\nitems:\n- data:\n    a: x\n  metadata:\n    name: y')).toBe(
    'kind: SecretList\nitems:\n- data: [redacted]\n  metadata:\n    name: y',
  )
  expect(redactText('https://me:pw@host:1/x?password=a&b=c')).toBe(
    'https://[redacted]@host:1/x?password=[redacted]&b=c',
  )
})

test('cycles and bytes do not break the log', () => {
  const cycle: Record<string, unknown> = { bytes: new Uint8Array(3), big: 5n }
  cycle.self = cycle
  const lines: string[] = []
  createLog({ write: line => void lines.push(line) }).warn('x', cycle)
  expect(lines[0]).toContain('[3 bytes]')
})

test('the file is for its owner alone and rotates by size, keeping two older ones', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'log-'))
  const file = path.join(folder, 'logs', 'gatehouse.log')
  const log = createLog(file, { maximumBytes: 500 })
  for (let i = 0; i < 60; i++) log.info(`line ${i}`)
  log.close()
  expect(readdirSync(path.dirname(file)).sort()).toEqual([
    'gatehouse.log',
    'gatehouse.log.1',
    'gatehouse.log.2',
  ])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toContain('line 59')
  rmSync(folder, { recursive: true })
})

/** Sizes and numbers of lines of the log and its older files, the log first. */
function filesOf(file: string): readonly { readonly size: number; readonly lines: number }[] {
  return [file, `${file}.1`, `${file}.2`]
    .filter(name => existsSync(name))
    .map(name => ({ size: statSync(name).size, lines: readFileSync(name, 'utf8').split('\n').length - 1 }))
}

test('long after a rotation files are still filled before the next one', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'log-'))
  const file = path.join(folder, 'gatehouse.log')
  const sink = rotatingFile(file, 1000)
  const line = `${'x'.repeat(99)}\n`
  for (let index = 0; index < 500; index++) sink.write(line)
  sink.close?.()
  const [present, ...older] = filesOf(file)
  expect(present!.lines).toBeGreaterThan(0)
  // The line that goes past the size is the last of its file.
  expect(older).toEqual([
    { size: 1100, lines: 11 },
    { size: 1100, lines: 11 },
  ])
  rmSync(folder, { recursive: true })
})

test('a log that is full at the start is rotated by the first line, once', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'log-'))
  const file = path.join(folder, 'gatehouse.log')
  writeFileSync(file, 'y'.repeat(4000))
  const sink = rotatingFile(file, 1000)
  for (let index = 0; index < 3; index++) sink.write('line\n')
  sink.close?.()
  expect(readFileSync(file, 'utf8')).toBe('line\n'.repeat(3))
  expect(statSync(`${file}.1`).size).toBe(4000)
  expect(existsSync(`${file}.2`)).toBe(false)
  rmSync(folder, { recursive: true })
})

test('a log that is reopened goes on where it was', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'log-'))
  const file = path.join(folder, 'gatehouse.log')
  for (let start = 0; start < 12; start++) {
    const sink = rotatingFile(file, 1000)
    sink.write(`${'x'.repeat(99)}\n`)
    sink.close?.()
  }
  expect(filesOf(file)).toEqual([
    { size: 100, lines: 1 },
    { size: 1100, lines: 11 },
  ])
  rmSync(folder, { recursive: true })
})

test('a log that cannot be written hurts nobody', () => {
  const log = createLog('/dev/null/gatehouse.log')
  log.info('x')
  log.close()
  expect(existsSync('/dev/null/gatehouse.log')).toBe(false)
})

test('figures are sent when they change and stop with the stream', async () => {
  let watches = 1
  let notified = 0
  const info = { version: '0', host: 'serve', node: '', platform: '', settingsFile: '', logFile: '' } as const
  const figures = () => [{ context: 'a', watches, requestsUnderWay: 0, medianMillis: null }]
  const diagnostics = createDiagnostics({ logFile: '/dev/null/x', clock: systemClock, env: {} })
  const handlers = diagnostics.handlers({
    info,
    figures,
    openWatches: () => 0,
    settings: () => ({}),
    contexts: () => [],
    files: () => [],
  })
  const state = handlers['diagnostics.figures']({}, () => notified++)
  await expect.poll(() => notified).toBe(1)
  expect(state.take()).toEqual(figures())
  expect(state.take()).toBeUndefined()
  watches = 2
  await expect.poll(() => notified, { timeout: 3000 }).toBe(2)
  state.close()
})
