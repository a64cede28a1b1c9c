import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../shared/flow/index.ts'
import type { ExecPlugin, OidcProvider, ResolvedContext } from '../kubeconfig/index.ts'
import { createSettings, type SettingsStore } from '../settings/index.ts'
import {
  Authority,
  contextTo,
  json,
  openTo,
  reading,
  stateWhen,
  TestClock,
  TestServer,
} from './fixture/index.ts'
import { createPluginPath } from './loginShell.ts'
import type { OpenedSession } from './types.ts'

let folder: string
let settings: SettingsStore
let server: TestServer
const servers: TestServer[] = []
const sessions: OpenedSession[] = []

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'credential-'))
  settings = createSettings(path.join(folder, 'settings.json'), { clock: systemClock })
  server = await new TestServer().listen()
  servers.push(server)
})
afterEach(async () => {
  for (const session of sessions.splice(0)) session.close()
  for (const one of servers.splice(0)) await one.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (name: string) => path.join(folder, name)
type Options = Partial<Parameters<typeof openTo>[1]>
function open(more: Partial<ResolvedContext>, options: Options = {}): OpenedSession {
  const session = openTo(contextTo(`http://127.0.0.1:${server.port}`, more), { settings, ...options })
  sessions.push(session)
  return session
}
const sent = () => server.seen.map(({ headers }) => headers.authorization)
const get = async (session: OpenedSession) => (await session.request(reading('/version'))).text()

/** Only these tokens are let in. */
function acceptOnly(...tokens: readonly string[]): void {
  server.answer = ({ headers }, response) =>
    !tokens.some(accepted => headers.authorization === `Bearer ${accepted}`) &&
    json(response, 401, { kind: 'Status' })
}

/** A plugin that notes each run and then does as the script says. */
function plugin(script: string, more: Partial<ExecPlugin> = {}): Partial<ResolvedContext> {
  const command = at('plugin')
  writeFileSync(command, `#!/bin/sh\necho run >> ${at('runs')}\n${script}\n`)
  chmodSync(command, 0o755)
  const exec: ExecPlugin = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command,
    args: [],
    env: [],
    installHint: '',
    provideClusterInfo: false,
    interactiveMode: 'IfAvailable',
    clusterInfo: {},
    ...more,
  }
  return { authentication: { type: 'exec', plugin: exec } }
}
const runs = () => {
  try {
    return readFileSync(at('runs'), 'utf8').trim().split('\n').length
  } catch {
    return 0
  }
}
const credential = (status: string) =>
  `echo '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":${status}}'`

test('basic credentials are sent as UTF-8', async () => {
  await stateWhen(open({ authentication: { type: 'basic', username: 'jürgen', password: 'a:b' } }))
  expect(sent()[0]).toBe(`Basic ${Buffer.from('jürgen:a:b').toString('base64')}`)
})

test('a token file is read again within the minute', async () => {
  writeFileSync(at('token'), 'one\n')
  const clock = new TestClock()
  const session = open({ authentication: { type: 'tokenFile', file: at('token'), fallback: '' } }, { clock })
  await stateWhen(session)
  writeFileSync(at('token'), 'two\n')
  await get(session)
  clock.pass(60_000)
  await get(session)
  expect(sent()[0]).toBe('Bearer one')
  expect(sent().at(-1)).toBe('Bearer two')
})

test('a refused token is read again at once, and the request repeated', async () => {
  writeFileSync(at('token'), 'one')
  const session = open({ authentication: { type: 'tokenFile', file: at('token'), fallback: '' } })
  await stateWhen(session, ({ userName }) => userName !== undefined)
  acceptOnly('two')
  writeFileSync(at('token'), 'two')
  await get(session)
  expect(sent().slice(-2)).toEqual(['Bearer one', 'Bearer two'])
  expect(session.state.get().phase).toBe('ready')
})

test('a session that was refused comes back by itself when the token file changes', async () => {
  writeFileSync(at('token'), 'one')
  acceptOnly('two')
  const clock = new TestClock(50)
  const session = open({ authentication: { type: 'tokenFile', file: at('token'), fallback: '' } }, { clock })
  expect((await stateWhen(session)).phase).toBe('loginNeeded')
  writeFileSync(at('token'), 'two')
  await stateWhen(session, ({ phase }) => phase === 'ready')
})

test('a token file that is missing is told with its path, unless a token stands beside it', async () => {
  const file = at('missing')
  const state = await stateWhen(open({ authentication: { type: 'tokenFile', file, fallback: '' } }))
  expect(state.reason).toMatchObject({ kind: 'badConfig', message: expect.stringContaining(file) })
  await stateWhen(open({ authentication: { type: 'tokenFile', file, fallback: 'given' } }))
  expect(sent()[0]).toBe('Bearer given')
})

test('a plugin runs once for many requests', async () => {
  const session = open(plugin(credential('{"token":"t"}')))
  await Promise.all([stateWhen(session), ...Array.from({ length: 20 }, () => get(session))])
  expect(runs()).toBe(1)
  expect(new Set(sent())).toEqual(new Set(['Bearer t']))
})

test('a plugin runs again when its credential is about to expire', async () => {
  const clock = new TestClock()
  const soon = new Date(Date.now() + 60_000).toISOString()
  const session = open(plugin(credential(`{"token":"t","expirationTimestamp":"${soon}"}`)), { clock })
  await stateWhen(session, ({ userName }) => userName !== undefined)
  expect(runs()).toBe(1)
  clock.pass(55_000)
  await get(session)
  expect(runs()).toBe(2)
})

test('a plugin runs again once when its token is refused, for all who were refused', async () => {
  const script = `n=$(wc -l < ${at('runs')} | tr -d ' ')\n${credential('{"token":"t\'$n\'"}')}`
  const session = open(plugin(script))
  await stateWhen(session, ({ userName }) => userName !== undefined)
  acceptOnly('t2')
  await Promise.all(Array.from({ length: 10 }, () => get(session)))
  expect(runs()).toBe(2)
  acceptOnly('none')
  await expect(get(session)).rejects.toMatchObject({ body: { kind: 'loginNeeded' } })
  expect(session.state.get().phase).toBe('loginNeeded')
  const after = runs()
  session.wake()
  await expect(get(session)).rejects.toMatchObject({ body: { kind: 'loginNeeded' } })
  expect(runs()).toBe(after)
})

test('a plugin is told of the cluster when it wants to be, and of its own environment', async () => {
  writeFileSync(at('ca'), 'PEM')
  const more = plugin(
    `printf '%s' "$KUBERNETES_EXEC_INFO" > ${at('info')}\necho "$A-$1" > ${at('env')}\n${credential('{"token":"t"}')}`,
    {
      args: ['x y'],
      env: [{ name: 'A', value: 'b c' }],
      provideClusterInfo: true,
      clusterInfo: { server: 'https://c', 'certificate-authority': at('ca'), config: { audience: 'z' } },
    },
  )
  await stateWhen(open({ ...more, tls: { serverName: '', insecure: false } }))
  expect(readFileSync(at('env'), 'utf8')).toBe('b c-x y\n')
  expect(JSON.parse(readFileSync(at('info'), 'utf8'))).toEqual({
    apiVersion: 'client.authentication.k8s.io/v1',
    kind: 'ExecCredential',
    spec: { interactive: false, cluster: { server: 'https://c', config: { audience: 'z' } } },
  })
})

test.each([
  ['fails', 'echo "no access for you" >&2; exit 3', {}, /plugin ended with exit code 3/, /no access for you/],
  ['prints nothing', 'true', {}, /printed nothing/, null],
  ['prints no JSON', 'echo hello', {}, /no JSON/, null],
  ['prints another kind', 'echo "{\\"kind\\":\\"Pod\\"}"', {}, /printed a Pod/, null],
  [
    'prints another version',
    credential('{"token":"t"}').replace('/v1', '/v1beta1'),
    {},
    /v1beta1 instead of/,
    null,
  ],
  ['prints an empty status', credential('{}'), {}, /neither a token/, null],
  ['prints half a pair', credential('{"clientCertificateData":"x"}'), {}, /half/, null],
  ['insists on a terminal', 'true', { interactiveMode: 'Always' }, /insists on a terminal/, null],
  [
    'is not there',
    'true',
    { command: 'no-such-plugin', installHint: 'Get it at example.com' },
    /no-such-plugin.*was not found/,
    /Get it at example\.com/,
  ],
  ['is killed', 'kill -9 $$', {}, /ended by SIGKILL/, null],
] as const)('a plugin that %s is told so', async (_what, script, more, message, cause) => {
  const { phase, reason } = await stateWhen(open(plugin(script, more)))
  expect(phase).toBe('loginNeeded')
  expect(reason?.message).toMatch(message)
  if (cause) expect(reason?.causes?.join('\n')).toMatch(cause)
  expect(server.seen).toEqual([])
})

test('tokens that a failing plugin prints are not passed on', async () => {
  const jwt = `eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl`
  const { reason } = await stateWhen(open(plugin(`echo "token: ${jwt}" >&2; exit 1`)))
  expect(JSON.stringify(reason)).not.toContain(jwt)
})

test('a plugin that hangs is stopped with all that it started', async () => {
  const script = `sleep 300 & echo $! > ${at('child')}; echo waiting >&2; wait`
  const { reason } = await stateWhen(open(plugin(script), { execTimeout: 500 }))
  expect(reason?.message).toMatch(/did not end within/)
  expect(reason?.causes).toEqual(['waiting'])
  const child = Number(readFileSync(at('child'), 'utf8'))
  await expect.poll(() => isRunning(child)).toBe(false)
})

test('closing a session stops the plugin it waits for', async () => {
  const session = open(plugin(`echo $$ > ${at('pid')}; sleep 300`))
  await expect.poll(runs).toBe(1)
  await expect.poll(() => readFileSync(at('pid'), 'utf8')).not.toBe('')
  const pid = Number(readFileSync(at('pid'), 'utf8'))
  session.close()
  await expect.poll(() => isRunning(pid)).toBe(false)
})

/** A process that ended but was not waited for yet counts as ended. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

test('a client certificate that a plugin gives is used for the connection', async () => {
  const authority = new Authority()
  const pair = authority.issue('IP:127.0.0.1')
  const jane = authority.issue('', { subject: '/CN=jane' })
  const secure = await new TestServer({ ...pair, ca: authority.pair.cert }).listen()
  servers.push(secure)
  writeFileSync(
    at('out'),
    JSON.stringify({
      apiVersion: 'client.authentication.k8s.io/v1',
      kind: 'ExecCredential',
      status: { clientCertificateData: jane.cert, clientKeyData: jane.key },
    }),
  )
  const session = open({
    ...plugin(`cat ${at('out')}`),
    server: `https://127.0.0.1:${secure.port}`,
    tls: {
      authority: { type: 'data', base64: Buffer.from(authority.pair.cert).toString('base64') },
      serverName: '',
      insecure: false,
    },
  })
  expect((await stateWhen(session)).phase).toBe('ready')
  expect(secure.seen[0]).toMatchObject({ client: 'jane' })
  expect(secure.seen[0]?.headers.authorization).toBeUndefined()
  authority.remove()
})

test("plugins get the login shell's PATH before our own; a shell that hangs costs nothing but time", async () => {
  mkdirSync(at('tools'))
  const shell = at('shell')
  const env = { PATH: '/usr/bin:/bin', SHELL: shell }
  writeFileSync(
    shell,
    `#!/bin/sh\nPATH=${at('tools')}:/usr/bin:/bin; export PATH\necho noise\nshift 3\neval "$1"\n`,
  )
  chmodSync(shell, 0o755)
  expect(await createPluginPath(env, systemClock)()).toBe(`${at('tools')}:/usr/bin:/bin`)
  writeFileSync(shell, '#!/bin/sh\nsleep 100\n')
  expect(await createPluginPath(env, new TestClock(20))()).toBe('/usr/bin:/bin')
  expect(await createPluginPath({ PATH: '/bin' }, systemClock)()).toBe('/bin')
})

const token = (expiresIn: number, id: string) =>
  `${Buffer.from('{}').toString('base64url')}.${Buffer.from(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + expiresIn, id })).toString('base64url')}.x`

async function issuer(authority: Authority): Promise<{ readonly server: TestServer; readonly url: string }> {
  const one = await new TestServer(authority.issue('IP:127.0.0.1')).listen()
  servers.push(one)
  const url = `https://127.0.0.1:${one.port}`
  one.answer = (seen, response) => {
    if (seen.url === '/.well-known/openid-configuration')
      return json(response, 200, { issuer: url, token_endpoint: `${url}/token` })
    if (seen.url !== '/token') return false
    const form = new URLSearchParams(seen.body)
    if (form.get('client_secret') !== 's') return json(response, 401, { error: 'invalid_client' })
    if (form.get('refresh_token') !== 'r')
      return json(response, 400, { error: 'invalid_grant', error_description: 'session ended' })
    return json(response, 200, { id_token: token(3600, 'new'), refresh_token: 'r2' })
  }
  return { server: one, url }
}

test('an id token is used as it is while it lasts, and renewed by issuer and CA of the kubeconfig', async () => {
  const authority = new Authority()
  const idp = await issuer(authority)
  const provider: OidcProvider = {
    issuer: idp.url,
    clientId: 'c',
    clientSecret: 's',
    idToken: token(3600, 'old'),
    refreshToken: 'r',
    extraScopes: '',
    authority: { type: 'data', base64: Buffer.from(authority.pair.cert).toString('base64') },
  }
  await stateWhen(open({ authentication: { type: 'oidc', provider } }))
  expect(idp.server.connections).toBe(0)
  const session = open({
    authentication: { type: 'oidc', provider: { ...provider, idToken: token(-5, 'old') } },
  })
  expect((await stateWhen(session)).phase).toBe('ready')
  await Promise.all([get(session), get(session)])
  expect(idp.server.to('/token')).toHaveLength(2) // by header, then in the form
  expect(sent().at(-1)).toContain(token(3600, 'new').split('.')[1]?.slice(0, 8))
  const dead = open({
    authentication: {
      type: 'oidc',
      provider: { ...provider, idToken: token(-5, 'x'), refreshToken: 'dead' },
    },
  })
  expect((await stateWhen(dead)).reason).toMatchObject({
    kind: 'loginNeeded',
    message: expect.stringContaining('session ended'),
  })
  const untrusted = open({
    authentication: {
      type: 'oidc',
      provider: {
        issuer: idp.url,
        clientId: 'c',
        clientSecret: 's',
        idToken: token(-5, 'x'),
        refreshToken: 'r',
        extraScopes: '',
      },
    },
  })
  expect((await stateWhen(untrusted)).reason?.message).toMatch(/could not be renewed/)
  authority.remove()
})

test('an expired id token without means to renew it is told', async () => {
  const provider: OidcProvider = {
    issuer: '',
    clientId: '',
    clientSecret: '',
    idToken: token(-5, 'x'),
    refreshToken: '',
    extraScopes: '',
  }
  const { reason } = await stateWhen(open({ authentication: { type: 'oidc', provider } }))
  expect(reason).toMatchObject({ kind: 'loginNeeded', message: expect.stringMatching(/has expired/) })
})
