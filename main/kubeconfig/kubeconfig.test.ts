import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Observable, systemClock } from '../../shared/flow/index.ts'
import type { ContextEntry } from '../../shared/ipc/index.ts'
import { createSettings, type SettingsStore } from '../settings/index.ts'
import { createKubeconfig, type Kubeconfig } from './index.ts'

let home: string
let settings: SettingsStore
const opened: Kubeconfig[] = []

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'kubeconfig-'))
  settings = createSettings(path.join(home, 'data', 'settings.json'), { clock: systemClock })
})
afterEach(() => {
  for (const kubeconfig of opened.splice(0)) kubeconfig.close()
  rmSync(home, { recursive: true, force: true })
})

const at = (name: string) => path.join(home, name)
function write(name: string, text: string): string {
  mkdirSync(path.dirname(at(name)), { recursive: true })
  writeFileSync(at(name), text)
  return at(name)
}
function open(files: readonly string[] = [], extra?: Observable<readonly ContextEntry[]>): Kubeconfig {
  const kubeconfig = createKubeconfig({
    settings,
    clock: systemClock,
    env: files.length === 0 ? {} : { KUBECONFIG: files.join(path.delimiter) },
    home,
    dataFolder: at('data'),
    ...(extra && { extra }),
  })
  opened.push(kubeconfig)
  return kubeconfig
}
const contexts = (kubeconfig: Kubeconfig) => kubeconfig.list.get().contexts
const named = (kubeconfig: Kubeconfig, name: string) =>
  contexts(kubeconfig).find(entry => entry.name === name)!

/** One context with its cluster and user, in flow style. */
function config(options: {
  readonly name?: string
  readonly cluster?: string
  readonly user?: string
  readonly more?: string
}): string {
  const { name = 'a', cluster = '{server: "https://c.test"}', user = '{token: t}', more = '' } = options
  return `contexts:\n- {name: ${name}, context: {cluster: c, user: u}}\nclusters:\n- {name: c, cluster: ${cluster}}\nusers:\n- {name: u, user: ${user}}\n${more}`
}

test('without KUBECONFIG the default file is read; missing, it is listed as such', () => {
  const kubeconfig = open()
  expect(kubeconfig.list.get().files).toMatchObject([
    { path: at('.kube/config'), from: 'default', contexts: 0, problem: { kind: 'gone' } },
  ])
  write('.kube/config', config({}))
  kubeconfig.reload()
  expect(named(kubeconfig, 'a')).toMatchObject({ server: 'https://c.test', signIn: { type: 'token' } })
})

test('files are islands: repeated names keep their own clusters and users', () => {
  const files = ['one', 'two', 'three'].map(name =>
    write(name, config({ name: 'kubernetes-admin@kubernetes', user: `{token: ${name}}` })),
  )
  const kubeconfig = open(files)
  const list = contexts(kubeconfig)
  expect(list).toHaveLength(3)
  expect(new Set(list.map(({ id }) => id)).size).toBe(3)
  const tokens = list.map(({ id }) => kubeconfig.resolve(id).authentication)
  expect(tokens).toEqual(['one', 'two', 'three'].map(token => ({ type: 'token', token })))
  expect(list.every(({ borrowed, needsConsent }) => borrowed.length === 0 && !needsConsent)).toBe(true)
})

test('what a file lacks comes from another of KUBECONFIG, told, and after a consent', () => {
  const a = write(
    'a',
    'contexts:\n- {name: x, context: {cluster: c, user: u}}\nclusters:\n- {name: c, cluster: {server: "https://a.test"}}\n',
  )
  const b = write('b', 'users:\n- {name: u, user: {token: of-b}}\n')
  const kubeconfig = open([a, b])
  const entry = named(kubeconfig, 'x')
  expect(entry.borrowed).toEqual([`user "u" comes from ${b}`])
  expect(entry.needsConsent).toBe(true)
  expect(entry.consentQuestion).toContain(b)
  expect(() => kubeconfig.resolve(entry.id)).toThrow(/Agree to it once/)
  settings.change({ consents: [entry.id] })
  expect(named(kubeconfig, 'x').needsConsent).toBe(false)
  expect(kubeconfig.resolve(entry.id).authentication).toEqual({ type: 'token', token: 'of-b' })
})

test('cluster and user borrowed from one file go together without a question', () => {
  const a = write('a', 'contexts:\n- {name: x, context: {cluster: c, user: u}}\n')
  const b = write('b', config({ name: 'y' }))
  expect(named(open([a, b]), 'x')).toMatchObject({
    needsConsent: false,
    borrowed: [expect.anything(), expect.anything()],
  })
})

test('added files lend nothing and borrow nothing', () => {
  const a = write('a', config({}))
  settings.change({
    kubeconfigPaths: [write('added', 'contexts:\n- {name: x, context: {cluster: c, user: u}}\n')],
  })
  expect(named(open([a]), 'x').problem?.message).toMatch(/names the cluster "c", which is not in/)
})

test('relative paths start at the file that holds the entry', () => {
  const cluster = '{server: "https://c.test", certificate-authority: certs/ca.crt}'
  const a = write(
    'deep/a',
    `contexts:\n- {name: x, context: {cluster: c, user: u}}\nclusters:\n- {name: c, cluster: ${cluster}}\n`,
  )
  const b = write(
    'other/b',
    'users:\n- {name: u, user: {tokenFile: ../t, client-certificate: c.crt, client-key: ./c.key}}\n',
  )
  const kubeconfig = open([a, b])
  settings.change({ consents: [named(kubeconfig, 'x').id] })
  expect(kubeconfig.resolve(named(kubeconfig, 'x').id)).toMatchObject({
    tls: { authority: { type: 'file', path: at('deep/certs/ca.crt'), written: 'certs/ca.crt' } },
    authentication: { type: 'tokenFile', file: at('t') },
    clientCertificate: { certificate: { path: at('other/c.crt') }, key: { path: at('other/c.key') } },
  })
})

test.each([
  [
    'insecure with a CA',
    { cluster: '{server: "https://c", insecure-skip-tls-verify: true, certificate-authority: x}' },
    /cluster "c" of .*broken.* contradict/,
  ],
  [
    'insecure in YAML 1.1 with a CA',
    { cluster: '{server: "https://c", insecure-skip-tls-verify: yes, certificate-authority-data: eA==}' },
    /contradict/,
  ],
  ['no server', { cluster: '{}' }, /names no server/],
  ['a server that is no address', { cluster: '{server: "https://a b"}' }, /no address/],
  ['a server of another scheme', { cluster: '{server: "ftp://a"}' }, /neither http nor https/],
  ['a proxy of another scheme', { cluster: '{server: "https://c", proxy-url: "ftp://p"}' }, /proxy-url/],
  [
    'a certificate without its key',
    { user: '{client-certificate-data: eA==}' },
    /certificate without its key/,
  ],
  [
    'exec without a command',
    { user: '{exec: {apiVersion: client.authentication.k8s.io/v1}}' },
    /without a command/,
  ],
  [
    'exec of an old version',
    { user: '{exec: {command: x, apiVersion: client.authentication.k8s.io/v1alpha1}}' },
    /v1alpha1/,
  ],
  ['exec and auth-provider', { user: '{exec: {command: x}, auth-provider: {name: oidc}}' }, /only one/],
  ['a removed auth-provider', { user: '{auth-provider: {name: gcp}}' }, /"gcp".*1\.26/],
  ['impersonated groups without a user', { user: '{token: t, as-groups: [g]}' }, /without a user/],
  [
    'a user that occurs twice',
    { more: '- {name: u, user: {token: other}}\n' },
    /user "u" occurs more than once.*lines/,
  ],
])('an entry with %s stays in the list with the reason', (_what, options, message) => {
  const kubeconfig = open([write('broken', config(options))])
  const entry = named(kubeconfig, 'a')
  expect(entry.problem?.message).toMatch(message)
  expect(() => kubeconfig.resolve(entry.id)).toThrow(message)
})

test.each([
  ['without a cluster', '{name: a, context: {user: u}}', /names no cluster/],
  ['with a cluster nobody has', '{name: a, context: {cluster: zz, user: u}}', /"zz", which is not in/],
  ['with a user nobody has', '{name: a, context: {cluster: c, user: zz}}', /"zz", which is not in/],
  ['that is empty', '{name: a}', /is empty/],
  ['without a name', '{context: {cluster: c}}', /has no name/],
])('a context %s stays in the list with the reason', (_what, context, message) => {
  const text = `contexts:\n- ${context}\nclusters:\n- {name: c, cluster: {server: "https://c"}}\nusers:\n- {name: u, user: {}}\n`
  expect(contexts(open([write('f', text)]))[0]?.problem?.message).toMatch(message)
})

test('a repeated context is listed twice, the second as a problem', () => {
  const twice =
    'contexts:\n- {name: a, context: {cluster: c}}\n- {name: a, context: {cluster: c}}\nclusters:\n- {name: c, cluster: {server: "https://c"}}\n'
  const [first, second] = contexts(open([write('f', twice)]))
  expect(first?.problem).toBeUndefined()
  expect(second?.problem?.message).toMatch(/more than once.*line 3/)
  expect(second?.id).not.toBe(first?.id)
})

test.each(['arn:aws:eks:eu:1:cluster/a', 'team/a', '🚀 prod', 'a#b', '%23', '..', 'kind-ä'])(
  'a context called %s is found by its id',
  name => {
    const kubeconfig = open([write('with # and %', config({ name: JSON.stringify(name) }))])
    const [entry] = contexts(kubeconfig)
    expect(entry?.name).toBe(name)
    expect(kubeconfig.resolve(entry!.id).name).toBe(name)
  },
)

test.each([
  ['{token: t}', { type: 'token' }],
  ['{token: t, tokenFile: f}', { type: 'tokenFile' }],
  ['{username: a, password: b}', { type: 'basic' }],
  ['{client-certificate: a, client-key: b}', { type: 'clientCertificate' }],
  [
    '{exec: {command: p, apiVersion: client.authentication.k8s.io/v1, args: null, env: null}}',
    { type: 'exec', command: 'p' },
  ],
  ['{auth-provider: {name: oidc, config: {id-token: x}}}', { type: 'oidc' }],
  ['{}', { type: 'none' }],
  ['null', { type: 'none' }],
])('a user %j signs in by %j', (user, signIn) => {
  expect(named(open([write('f', config({ user }))]), 'a')).toMatchObject({ signIn })
})

test('everything about an exec plugin is kept', () => {
  const user = `{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: ./bin/p, args: [--on, "no", 1], env: [{name: A, value: "on"}, {name: B, value: ""}], interactiveMode: Always, installHint: get it, provideClusterInfo: true}}`
  const cluster = `{server: "https://c.test/", tls-server-name: n, proxy-url: "http://p:1", certificate-authority: ca, extensions: [{name: client.authentication.k8s.io/exec, extension: {audience: x}}]}`
  const kubeconfig = open([write('sub/f', config({ user, cluster }))])
  expect(kubeconfig.resolve(named(kubeconfig, 'a').id).authentication).toMatchObject({
    plugin: {
      command: at('sub/bin/p'),
      args: ['--on', 'no', '1'],
      env: [
        { name: 'A', value: 'on' },
        { name: 'B', value: '' },
      ],
      interactiveMode: 'Always',
      installHint: 'get it',
      clusterInfo: {
        server: 'https://c.test',
        'tls-server-name': 'n',
        'proxy-url': 'http://p:1',
        'certificate-authority': at('sub/ca'),
        config: { audience: 'x' },
      },
    },
  })
})

test.each([
  ['host:6443 with a CA', '{server: "host:6443", certificate-authority: x}', 'https://host:6443'],
  ['host:8080 alone', '{server: "host:8080"}', 'http://host:8080'],
  ['a path', '{server: "https://rancher.test/k8s/clusters/c-1/"}', 'https://rancher.test/k8s/clusters/c-1'],
  ['IPv6', '{server: "https://[::1]:6443"}', 'https://[::1]:6443'],
])('a server given as %s', (_how, cluster, server) => {
  expect(named(open([write('f', config({ cluster }))]), 'a')).toMatchObject({ server })
})

test('the current context is the one that kubectl would use', () => {
  const a = write('a', config({ name: 'x' }))
  const b = write('b', `current-context: x\n${config({ name: 'x' })}`)
  const current = contexts(open([a, b])).filter(({ isCurrent }) => isCurrent)
  expect(current).toMatchObject([{ source: a }])
})

test.each([
  ['is told', 'current-context: gone\n', { missingCurrent: 'gone' }],
  ['that is there is not missing', 'current-context: x\n', {}],
  ['that nobody names is not missing', '', {}],
])('a current context %s', (_what, text, expected) => {
  const {
    contexts: _contexts,
    files: _files,
    ...rest
  } = open([write('a', `${text}${config({ name: 'x' })}`)]).list.get()
  expect(rest).toEqual(expected)
})

test('an unreadable file stays listed with its reason, the others are used', () => {
  const bad = write('bad', 'contexts: [\n- {name: a')
  const kubeconfig = open([bad, write('good', config({})), at('missing'), home])
  expect(contexts(kubeconfig)).toHaveLength(1)
  expect(kubeconfig.list.get().files).toMatchObject([
    { path: bad, problem: { message: expect.stringMatching(/^Line \d+, column \d+: /) } },
    { path: at('good') },
    { problem: { kind: 'gone' } },
    { problem: { message: expect.stringContaining('folder') } },
  ])
})

test('a folder lists its kubeconfigs and passes over the rest', () => {
  write('folder/a.yaml', config({}))
  write('folder/b', config({ name: 'b' }))
  write('folder/notes.txt', 'hello: there\n')
  write('folder/.hidden', config({ name: 'hidden' }))
  write('folder/broken.yaml', 'contexts: [\n')
  mkdirSync(at('folder/cache'))
  const kubeconfig = open()
  kubeconfig.addPath('~/folder')
  expect(contexts(kubeconfig).map(({ name }) => name)).toEqual(['a', 'b'])
  expect(kubeconfig.list.get().files.map(file => path.basename(file.path))).toEqual([
    'config',
    'a.yaml',
    'b',
    'broken.yaml',
  ])
  kubeconfig.removePath(at('folder'))
  expect(contexts(kubeconfig)).toEqual([])
})

test('adding what is not there is refused', () => {
  expect(() => open().addPath('/no/such/file')).toThrow(/does not exist/)
})

test('a file reached by two ways is listed once', () => {
  const file = write('f', config({}))
  symlinkSync(file, at('link'))
  settings.change({ kubeconfigPaths: [at('link')] })
  expect(contexts(open([file]))).toHaveLength(1)
})

test('pasted text is kept for its owner alone and can be removed', () => {
  const kubeconfig = open()
  kubeconfig.paste(config({}))
  kubeconfig.paste(config({}))
  const [entry] = contexts(kubeconfig)
  expect(contexts(kubeconfig)).toHaveLength(1)
  expect(statSync(entry!.source).mode & 0o777).toBe(0o600)
  expect(statSync(path.dirname(entry!.source)).mode & 0o777).toBe(0o700)
  expect(() => kubeconfig.paste('a: [')).toThrow(/pasted text .*Line 1, column \d+/)
  expect(() => kubeconfig.paste('hello')).toThrow(/not a kubeconfig/)
  kubeconfig.removePath(entry!.source)
  expect(contexts(kubeconfig)).toEqual([])
  expect(existsSync(entry!.source)).toBe(false)
})

test('a program that pasted text names runs only after a consent', () => {
  const exec = '{exec: {command: evil, apiVersion: client.authentication.k8s.io/v1}}'
  const kubeconfig = open([write('own', config({ user: exec }))])
  kubeconfig.paste(config({ name: 'pasted', user: exec }))
  expect(named(kubeconfig, 'a').needsConsent).toBe(false)
  expect(named(kubeconfig, 'pasted')).toMatchObject({
    needsConsent: true,
    consentQuestion: expect.stringContaining('evil'),
  })
})

test('settings are folded in, also for entries that come from elsewhere', () => {
  const sample: ContextEntry = {
    id: 'sample',
    name: 'Sample',
    source: 'sample',
    origin: 'sample',
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
  }
  const extra = new Observable<readonly ContextEntry[]>([])
  const kubeconfig = open([write('f', config({ name: 'prod-eu' }))], extra)
  extra.set([sample])
  const { id } = named(kubeconfig, 'prod-eu')
  const before = named(kubeconfig, 'prod-eu').colour
  expect(before).toBeGreaterThanOrEqual(0)
  expect(before).toBeLessThan(12)
  settings.change({
    protectedContexts: ['prod-*', 'S?mple'],
    colours: { sample: 5 },
    lastOpened: { [id]: 7 },
  })
  expect(named(kubeconfig, 'prod-eu')).toMatchObject({ isProtected: true, lastOpened: 7, colour: before })
  expect(named(kubeconfig, 'Sample')).toMatchObject({ isProtected: true, colour: 5 })
})

const soon = { timeout: 3000, interval: 10 }

test('an edit, an atomic replacement, a removal and a return are seen live', async () => {
  const file = write('folder/f', config({ name: 'one' }))
  const kubeconfig = open([file])
  const list = () => contexts(kubeconfig).map(({ name }) => name)
  writeFileSync(file, config({ name: 'two' }))
  await expect.poll(list, soon).toEqual(['two'])
  writeFileSync(at('folder/draft'), config({ name: 'three' }))
  renameSync(at('folder/draft'), file)
  await expect.poll(list, soon).toEqual(['three'])
  writeFileSync(file, config({ name: 'four' }))
  await expect.poll(list, soon).toEqual(['four'])
  rmSync(at('folder'), { recursive: true })
  await expect.poll(list, soon).toEqual([])
  write('folder/f', config({ name: 'five' }))
  await expect.poll(list, soon).toEqual(['five'])
})

test('a file that is missing at first, folder and all, is seen when it appears', async () => {
  const kubeconfig = open([at('x/y/z')])
  write('x/y/z', config({}))
  await expect.poll(() => contexts(kubeconfig).length, soon).toBe(1)
})

test('the target of a link is watched too', async () => {
  const target = write('real/target', config({ name: 'one' }))
  symlinkSync(target, at('link'))
  const kubeconfig = open([at('link')])
  writeFileSync(target, config({ name: 'two' }))
  await expect.poll(() => contexts(kubeconfig)[0]?.name, soon).toBe('two')
})

test('a new file in an added folder is listed', async () => {
  mkdirSync(at('folder'))
  settings.change({ kubeconfigPaths: [at('folder')] })
  const kubeconfig = open()
  write('folder/new', config({}))
  await expect.poll(() => contexts(kubeconfig).length, soon).toBe(1)
})

test('a list that is as it was is not told again', async () => {
  const file = write('f', config({}))
  const kubeconfig = open([file])
  let told = 0
  kubeconfig.list.subscribe(() => told++)
  settings.change({ theme: 'dark' })
  writeFileSync(file, `# a comment\n${config({})}`)
  kubeconfig.reload()
  expect(told).toBe(0)
})

test('reading changes nothing on disk', () => {
  const file = write('folder/f', config({}))
  chmodSync(file, 0o400)
  open([file])
  expect(readdirSync(at('folder'))).toEqual(['f'])
})

test('500 contexts in 20 files are listed in well under 200 ms', () => {
  const data = Buffer.alloc(1500, 9).toString('base64')
  const files = Array.from({ length: 20 }, (_, file) => {
    const each = (make: (i: number) => string) => Array.from({ length: 25 }, (_, i) => make(i)).join('')
    return write(
      `many/${file}`,
      `apiVersion: v1\nkind: Config\nclusters:\n${each(i => `- cluster:\n    certificate-authority-data: ${data}\n    server: https://10.0.0.${i}:6443\n  name: c${i}\n`)}contexts:\n${each(i => `- context:\n    cluster: c${i}\n    user: u${i}\n  name: x${i}\n`)}users:\n${each(i => `- name: u${i}\n  user:\n    client-certificate-data: ${data}\n    client-key-data: ${data}\n`)}`,
    )
  })
  const began = performance.now()
  const kubeconfig = open(files)
  const millis = performance.now() - began
  expect(contexts(kubeconfig)).toHaveLength(500)
  expect(contexts(kubeconfig).every(({ problem }) => problem === undefined)).toBe(true)
  // Ten times what it takes on a quiet machine: the bench has the figure, this finds a slow path.
  expect(millis).toBeLessThan(1000)
})
