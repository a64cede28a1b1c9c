import { execFileSync } from 'node:child_process'
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
async function open(
  files: readonly string[] = [],
  extra?: Observable<readonly ContextEntry[]>,
): Promise<Kubeconfig> {
  const kubeconfig = await createKubeconfig({
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

function pipe(name: string): string {
  execFileSync('/usr/bin/env', ['mkfifo', at(name)])
  return at(name)
}

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

test('without KUBECONFIG the default file is read; missing, it is listed as such', async () => {
  const kubeconfig = await open()
  expect(kubeconfig.list.get().files).toMatchObject([
    { path: at('.kube/config'), from: 'default', contexts: 0, problem: { kind: 'gone' } },
  ])
  write('.kube/config', config({}))
  await kubeconfig.reload()
  expect(named(kubeconfig, 'a')).toMatchObject({ server: 'https://c.test', signIn: { type: 'token' } })
})

test('files are islands: repeated names keep their own clusters and users', async () => {
  const files = ['one', 'two', 'three'].map(name =>
    write(name, config({ name: 'kubernetes-admin@kubernetes', user: `{token: ${name}}` })),
  )
  const kubeconfig = await open(files)
  const list = contexts(kubeconfig)
  expect(list).toHaveLength(3)
  expect(new Set(list.map(({ id }) => id)).size).toBe(3)
  const tokens = list.map(({ id }) => kubeconfig.resolve(id).authentication)
  expect(tokens).toEqual(['one', 'two', 'three'].map(token => ({ type: 'token', token })))
  expect(list.every(({ borrowed, needsConsent }) => borrowed.length === 0 && !needsConsent)).toBe(true)
})

test('what a file lacks comes from another of KUBECONFIG, told, and after a consent', async () => {
  const a = write(
    'a',
    'contexts:\n- {name: x, context: {cluster: c, user: u}}\nclusters:\n- {name: c, cluster: {server: "https://a.test"}}\n',
  )
  const b = write('b', 'users:\n- {name: u, user: {token: of-b}}\n')
  const kubeconfig = await open([a, b])
  const entry = named(kubeconfig, 'x')
  expect(entry.borrowed).toEqual([`user "u" comes from ${b}`])
  expect(entry.needsConsent).toBe(true)
  expect(entry.consentQuestion).toContain(b)
  expect(() => kubeconfig.resolve(entry.id)).toThrow(/Agree to it once/)
  settings.change({ consents: [entry.id] })
  expect(named(kubeconfig, 'x').needsConsent).toBe(false)
  expect(kubeconfig.resolve(entry.id).authentication).toEqual({ type: 'token', token: 'of-b' })
})

test('cluster and user borrowed from one file go together without a question', async () => {
  const a = write('a', 'contexts:\n- {name: x, context: {cluster: c, user: u}}\n')
  const b = write('b', config({ name: 'y' }))
  expect(named(await open([a, b]), 'x')).toMatchObject({
    needsConsent: false,
    borrowed: [expect.anything(), expect.anything()],
  })
})

test('added files lend nothing and borrow nothing', async () => {
  const a = write('a', config({}))
  settings.change({
    kubeconfigPaths: [write('added', 'contexts:\n- {name: x, context: {cluster: c, user: u}}\n')],
  })
  expect(named(await open([a]), 'x').problem?.message).toMatch(/names the cluster "c", which is not in/)
})

test('relative paths start at the file that holds the entry', async () => {
  const cluster = '{server: "https://c.test", certificate-authority: certs/ca.crt}'
  const a = write(
    'deep/a',
    `contexts:\n- {name: x, context: {cluster: c, user: u}}\nclusters:\n- {name: c, cluster: ${cluster}}\n`,
  )
  const b = write(
    'other/b',
    'users:\n- {name: u, user: {tokenFile: ../t, client-certificate: c.crt, client-key: ./c.key}}\n',
  )
  const kubeconfig = await open([a, b])
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
])('an entry with %s stays in the list with the reason', async (_what, options, message) => {
  const kubeconfig = await open([write('broken', config(options))])
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
])('a context %s stays in the list with the reason', async (_what, context, message) => {
  const text = `contexts:\n- ${context}\nclusters:\n- {name: c, cluster: {server: "https://c"}}\nusers:\n- {name: u, user: {}}\n`
  expect(contexts(await open([write('f', text)]))[0]?.problem?.message).toMatch(message)
})

test('a repeated context is listed twice, the second as a problem', async () => {
  const twice =
    'contexts:\n- {name: a, context: {cluster: c}}\n- {name: a, context: {cluster: c}}\nclusters:\n- {name: c, cluster: {server: "https://c"}}\n'
  const [first, second] = contexts(await open([write('f', twice)]))
  expect(first?.problem).toBeUndefined()
  expect(second?.problem?.message).toMatch(/more than once.*line 3/)
  expect(second?.id).not.toBe(first?.id)
})

test.each(['arn:aws:eks:eu:1:cluster/a', 'team/a', '🚀 prod', 'a#b', '%23', '..', 'kind-ä'])(
  'a context called %s is found by its id',
  async name => {
    const kubeconfig = await open([write('with # and %', config({ name: JSON.stringify(name) }))])
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
])('a user %j signs in by %j', async (user, signIn) => {
  expect(named(await open([write('f', config({ user }))]), 'a')).toMatchObject({ signIn })
})

test('everything about an exec plugin is kept', async () => {
  const user = `{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: ./bin/p, args: [--on, "no", 1], env: [{name: A, value: "on"}, {name: B, value: ""}], interactiveMode: Always, installHint: get it, provideClusterInfo: true}}`
  const cluster = `{server: "https://c.test/", tls-server-name: n, proxy-url: "http://p:1", certificate-authority: ca, extensions: [{name: client.authentication.k8s.io/exec, extension: {audience: x}}]}`
  const kubeconfig = await open([write('sub/f', config({ user, cluster }))])
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
])('a server given as %s', async (_how, cluster, server) => {
  expect(named(await open([write('f', config({ cluster }))]), 'a')).toMatchObject({ server })
})

test('the current context is the one that kubectl would use', async () => {
  const a = write('a', config({ name: 'x' }))
  const b = write('b', `current-context: x\n${config({ name: 'x' })}`)
  const current = contexts(await open([a, b])).filter(({ isCurrent }) => isCurrent)
  expect(current).toMatchObject([{ source: a }])
})

test.each([
  ['is told', 'current-context: gone\n', { missingCurrent: 'gone' }],
  ['that is there is not missing', 'current-context: x\n', {}],
  ['that nobody names is not missing', '', {}],
])('a current context %s', async (_what, text, expected) => {
  const {
    contexts: _contexts,
    files: _files,
    ...rest
  } = (await open([write('a', `${text}${config({ name: 'x' })}`)])).list.get()
  expect(rest).toEqual(expected)
})

test('an unreadable file stays listed with its reason, the others are used', async () => {
  const bad = write('bad', 'contexts: [\n- {name: a')
  const kubeconfig = await open([bad, write('good', config({})), at('missing'), home])
  expect(contexts(kubeconfig)).toHaveLength(1)
  expect(kubeconfig.list.get().files).toMatchObject([
    { path: bad, problem: { message: expect.stringMatching(/^Line \d+, column \d+: /) } },
    { path: at('good') },
    { problem: { kind: 'gone' } },
    { problem: { message: expect.stringContaining('folder') } },
  ])
})

test('a folder lists its kubeconfigs and passes over the rest', async () => {
  write('folder/a.yaml', config({}))
  write('folder/b', config({ name: 'b' }))
  write('folder/notes.txt', 'hello: there\n')
  write('folder/.hidden', config({ name: 'hidden' }))
  write('folder/broken.yaml', 'contexts: [\n')
  mkdirSync(at('folder/cache'))
  const kubeconfig = await open()
  await kubeconfig.addPath('~/folder')
  expect(contexts(kubeconfig).map(({ name }) => name)).toEqual(['a', 'b'])
  expect(kubeconfig.list.get().files.map(file => path.basename(file.path))).toEqual([
    'config',
    'a.yaml',
    'b',
    'broken.yaml',
  ])
  await kubeconfig.removePath(at('folder'))
  expect(contexts(kubeconfig)).toEqual([])
})

test.each([
  ['what is not there', () => '/no/such/file', /does not exist/],
  ['a device', () => '/dev/null', /not a regular file/],
  ['a pipe that nobody writes to', () => pipe('pipe'), /not a regular file/],
  [
    'a file that answers only now and then',
    () => '/proc/kmsg',
    /cannot be read|may not be read|does not exist/,
  ],
  ['a file that may not be read', () => '/proc/self/mem', /cannot be read|does not exist/],
])('%s is not added, and not remembered', async (_what, place, message) => {
  const kubeconfig = await open()
  await expect(kubeconfig.addPath(place())).rejects.toThrow(message)
  expect(settings.value.get().kubeconfigPaths).toEqual([])
})

test('remembered paths that would block their reader keep nobody from the others', async () => {
  settings.change({ kubeconfigPaths: ['/proc/kmsg', pipe('pipe'), '/dev/zero', '/dev/tty'] })
  const kubeconfig = await open([write('good', config({}))])
  expect(contexts(kubeconfig)).toHaveLength(1)
  expect(kubeconfig.list.get().files.filter(({ problem }) => problem !== undefined)).toHaveLength(4)
})

test('a path is listed by the time it is added', async () => {
  const kubeconfig = await open()
  await kubeconfig.addPath(write('f', config({})))
  expect(contexts(kubeconfig)).toHaveLength(1)
})

test('a file reached by two ways is listed once', async () => {
  const file = write('f', config({}))
  symlinkSync(file, at('link'))
  settings.change({ kubeconfigPaths: [at('link')] })
  expect(contexts(await open([file]))).toHaveLength(1)
})

test('pasted text is kept for its owner alone and can be removed', async () => {
  const kubeconfig = await open()
  await kubeconfig.paste(config({}))
  await kubeconfig.paste(config({}))
  const [entry] = contexts(kubeconfig)
  expect(contexts(kubeconfig)).toHaveLength(1)
  expect(statSync(entry!.source).mode & 0o777).toBe(0o600)
  expect(statSync(path.dirname(entry!.source)).mode & 0o777).toBe(0o700)
  await expect(kubeconfig.paste('a: [')).rejects.toThrow(/pasted text .*Line 1, column \d+/)
  await expect(kubeconfig.paste('hello')).rejects.toThrow(/not a kubeconfig/)
  await kubeconfig.removePath(entry!.source)
  expect(contexts(kubeconfig)).toEqual([])
  expect(existsSync(entry!.source)).toBe(false)
})

test('a program that pasted text names runs only after a consent', async () => {
  const exec = '{exec: {command: evil, apiVersion: client.authentication.k8s.io/v1}}'
  const kubeconfig = await open([write('own', config({ user: exec }))])
  await kubeconfig.paste(config({ name: 'pasted', user: exec }))
  expect(named(kubeconfig, 'a').needsConsent).toBe(false)
  expect(named(kubeconfig, 'pasted')).toMatchObject({
    needsConsent: true,
    consentQuestion: expect.stringContaining('evil'),
  })
})

test('settings are folded in, also for entries that come from elsewhere', async () => {
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
  const kubeconfig = await open([write('f', config({ name: 'prod-eu' }))], extra)
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
  const kubeconfig = await open([file])
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
  const kubeconfig = await open([at('x/y/z')])
  write('x/y/z', config({}))
  await expect.poll(() => contexts(kubeconfig).length, soon).toBe(1)
})

test('the target of a link is watched too', async () => {
  const target = write('real/target', config({ name: 'one' }))
  symlinkSync(target, at('link'))
  const kubeconfig = await open([at('link')])
  writeFileSync(target, config({ name: 'two' }))
  await expect.poll(() => contexts(kubeconfig)[0]?.name, soon).toBe('two')
})

test('a new file in an added folder is listed', async () => {
  mkdirSync(at('folder'))
  settings.change({ kubeconfigPaths: [at('folder')] })
  const kubeconfig = await open()
  write('folder/new', config({}))
  await expect.poll(() => contexts(kubeconfig).length, soon).toBe(1)
})

test('a list that is as it was is not told again', async () => {
  const file = write('f', config({}))
  const kubeconfig = await open([file])
  let told = 0
  kubeconfig.list.subscribe(() => told++)
  settings.change({ theme: 'dark' })
  writeFileSync(file, `# a comment\n${config({})}`)
  await kubeconfig.reload()
  expect(told).toBe(0)
})

test('reading changes nothing on disk', async () => {
  const file = write('folder/f', config({}))
  chmodSync(file, 0o400)
  await open([file])
  expect(readdirSync(at('folder'))).toEqual(['f'])
})
