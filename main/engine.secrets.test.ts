import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEngine, type Engine } from './engine.ts'

/**
 * A credential is planted in every place where one can live, the engine is used until each of them
 * could have got into a message, and then the log and the bundles are searched for all of them in
 * every spelling.
 */
const markers = new Map<string, string>()

function plant(place: string, more = ''): string {
  const marker = `Pl4nt${randomBytes(9).toString('hex')}${more}`
  markers.set(place, marker)
  return marker
}

/** Spellings of a marker; of base64, the part that does not depend on its surroundings. */
function spellings(marker: string): readonly string[] {
  const bytes = Buffer.from(marker)
  const base64 = [0, 1, 2].map(offset => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes])
    return padded
      .subarray(0, padded.length - (padded.length % 3))
      .toString('base64')
      .slice(offset === 0 ? 0 : 4)
  })
  const json = JSON.stringify(marker).slice(1, -1)
  return [
    marker,
    json,
    JSON.stringify(json).slice(1, -1),
    encodeURIComponent(marker),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...base64,
    ...base64.map(text => text.replaceAll('+', '-').replaceAll('/', '_')),
    // The half of it, where a text was cut in the middle.
    marker.slice(0, 20),
  ]
}

const jwt = (payload: object, signature: string) =>
  [{ alg: 'RS256' }, payload].map(part => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.') +
  `.${signature}`

let folder: string
let engine: Engine
let server: Server
let address: string

const sessionCookie = plant('cookie')
const secretData = plant('Secret data')
const secretText = plant('Secret stringData')
const lastApplied = plant('last-applied annotation')
const refreshed = plant('refreshed refresh token')
const refreshedId = jwt({ exp: 1e10, note: 'x' }, plant('refreshed id token'))

const secretObject = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    name: 'db',
    namespace: 'shop',
    uid: '1',
    annotations: {
      'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({ data: { p: lastApplied } }),
    },
  },
  data: { password: Buffer.from(secretData).toString('base64') },
  stringData: { password: secretText },
}

/** Quotes all that it was sent in its errors, in every spelling, and lets nobody in. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const url = request.url ?? ''
  response.setHeader('set-cookie', `session=${sessionCookie}; Path=/`)
  if (url.includes('openid-configuration'))
    return void response.end(
      JSON.stringify({ issuer: `${address}${url.split('/.well')[0]}`, token_endpoint: `${address}/token` }),
    )
  if (url.startsWith('/token')) {
    if (body.includes('works'))
      return void response.end(JSON.stringify({ id_token: refreshedId, refresh_token: refreshed }))
    response.writeHead(400)
    return void response.end(
      JSON.stringify({ error_description: `no: ${body} of ${request.headers.authorization}` }),
    )
  }
  if (url.startsWith('/open/')) return void open(url, response)
  const { authorization = '' } = request.headers
  const sent = authorization.replace(/^\S+ /, '')
  const decoded = Buffer.from(sent, 'base64').toString('utf8')
  const quoted = [sent, decoded, decoded.replace(/^[^:]*:/, '')].flatMap(text => [
    text,
    encodeURIComponent(text),
    Buffer.from(text).toString('hex'),
    Buffer.from(text).toString('base64'),
    JSON.stringify(text),
  ])
  const message = `refused ${authorization}, that is ${quoted.join(' and ')}; cookie: a=b; session=${sessionCookie}`
  const text = JSON.stringify({
    kind: 'Status',
    message,
    reason: 'InternalError',
    code: 500,
    details: { causes: [{ message: `quoted ${sent}` }] },
  })
  // In two parts, with the credential torn apart.
  const middle = text.indexOf(sent) + 4
  response.writeHead(500, { 'content-type': 'application/json' })
  response.write(text.slice(0, middle))
  setTimeout(() => response.end(text.slice(middle)), 20)
}

/** A server that lets in: with Secrets, and errors that quote them. */
function open(url: string, response: ServerResponse): unknown {
  const json = (status: number, value: unknown): unknown => {
    response.writeHead(status, { 'content-type': 'application/json' })
    return response.end(JSON.stringify(value))
  }
  const path = url.replace('/open', '').split('?')[0]
  if (path === '/version') return json(200, { gitVersion: 'v1.36.3' })
  if (path === '/api')
    return json(200, {
      apiVersion: 'apidiscovery.k8s.io/v2',
      kind: 'APIGroupDiscoveryList',
      items: [
        {
          metadata: { name: '' },
          versions: [
            {
              version: 'v1',
              resources: [
                {
                  resource: 'secrets',
                  responseKind: { group: '', version: 'v1', kind: 'Secret' },
                  scope: 'Namespaced',
                  singularResource: 'secret',
                  verbs: ['get', 'list', 'watch'],
                },
              ],
            },
          ],
        },
      ],
    })
  if (path === '/apis')
    return json(200, { apiVersion: 'apidiscovery.k8s.io/v2', kind: 'APIGroupDiscoveryList', items: [] })
  if (path?.endsWith('/secrets/db')) return json(200, secretObject)
  if (path?.endsWith('/secrets') && url.includes('watch'))
    return json(422, {
      kind: 'Status',
      code: 422,
      reason: 'Invalid',
      message: `Secret "db" is invalid: data[password]: Invalid value: "${secretData}": no, and ${JSON.stringify(secretObject)}`,
    })
  if (path?.endsWith('/secrets')) return json(500, secretObject)
  return json(404, { kind: 'Status', code: 404, message: 'not found' })
}

interface User {
  readonly name: string
  readonly user: object
  readonly cluster?: object
}

function plugin(name: string, script: string): string {
  const file = join(folder, name)
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  return file
}

function execUser(command: string, more: object = {}): object {
  return {
    exec: {
      apiVersion: 'client.authentication.k8s.io/v1',
      interactiveMode: 'Never',
      command,
      ...more,
    },
  }
}

function users(): readonly User[] {
  const stderr = plant('exec stderr')
  const garbage = plant('exec stdout that is no credential')
  const execToken = plant('exec token')
  const half = Math.floor(stderr.length / 2)
  const tokenFile = join(folder, 'token')
  writeFileSync(tokenFile, plant('token file'))
  const credential = JSON.stringify({
    apiVersion: 'client.authentication.k8s.io/v1',
    kind: 'ExecCredential',
    status: { token: execToken },
  })
  const oidc = (more: object) => ({
    'auth-provider': { name: 'oidc', config: { 'client-id': 'me', ...more } },
  })
  return [
    { name: 'token', user: { token: plant('token') } },
    { name: 'jwt', user: { token: jwt({ sub: 'me' }, plant('JWT signature')) } },
    { name: 'byTokenFile', user: { tokenFile } },
    { name: 'basic', user: { username: 'me', password: plant('password', '+/"\\ü%&=') } },
    {
      name: 'key',
      user: {
        'client-certificate-data': Buffer.from('no certificate').toString('base64'),
        'client-key-data': Buffer.from(plant('client key')).toString('base64'),
      },
    },
    {
      name: 'execFails',
      user: execUser(
        plugin(
          'fails',
          `printf %s '${stderr.slice(0, half)}' >&2; sleep 0.05; printf %s '${stderr.slice(half)}' >&2; exit 1`,
        ),
        {
          args: [
            'login',
            '--client-secret',
            plant('exec argument'),
            `--token=${plant('exec flag')}`,
            plant('exec bare argument'),
          ],
          env: [
            { name: 'SOME_TOKEN', value: plant('exec environment') },
            { name: 'PLAIN', value: plant('exec environment of a plain name') },
          ],
        },
      ),
    },
    {
      name: 'execBabbles',
      user: execUser(plugin('babbles', `echo '${garbage}'; echo "token: ${garbage}" >&2`)),
    },
    { name: 'execWorks', user: execUser(plugin('works', `echo '${credential}'`)) },
    {
      name: 'oidcFails',
      user: oidc({
        'idp-issuer-url': `${address}/issuer`,
        'client-secret': plant('OIDC client secret'),
        'id-token': jwt({ exp: 1 }, plant('OIDC id token')),
        'refresh-token': plant('OIDC refresh token'),
      }),
    },
    {
      name: 'oidcWorks',
      user: oidc({
        'idp-issuer-url': `${address}/issuer2`,
        'id-token': jwt({ exp: 1 }, plant('OIDC id token that is renewed')),
        'refresh-token': `works-${plant('OIDC refresh token that works')}`,
      }),
    },
    {
      name: 'proxy',
      user: {},
      cluster: {
        server: 'https://127.0.0.1:6',
        'proxy-url': `http://me:${plant('proxy password')}@127.0.0.1:1`,
      },
    },
    {
      name: 'address',
      user: {},
      cluster: { server: `http://me:${plant('password in the address of the server')}@127.0.0.1:1` },
    },
    {
      name: 'open',
      user: { token: plant('token of an open context') },
      cluster: { server: `${address}/open` },
    },
  ]
}

function kubeconfigOf(all: readonly User[]): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: all.map(({ name, cluster }) => ({ name, cluster: cluster ?? { server: address } })),
    users: all.map(({ name, user }) => ({ name, user })),
    contexts: all.map(({ name }) => ({ name, context: { cluster: name, user: name } })),
  })
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'planted-'))
  server = createServer((request, response) => void answer(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const file = join(folder, 'config')
  const broken = join(folder, 'broken')
  writeFileSync(file, kubeconfigOf(users()))
  writeFileSync(
    broken,
    `apiVersion: v1\nkind: Config\nusers:\n- name: x\n  user: {token: "${plant('broken file')}\n  a: [}\n`,
  )
  engine = await createEngine({
    host: 'serve',
    version: '0',
    env: {
      HOME: folder,
      PATH: process.env.PATH,
      KUBECONFIG: `${file}:${broken}`,
      SOME_API_TOKEN: plant('environment variable'),
    },
  })
})

afterAll(async () => {
  await engine?.close()
  await new Promise(resolve => server.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

const quiet = new AbortController().signal

async function exercise(): Promise<void> {
  const { handlers, contexts, kubeconfig } = engine
  await handlers['contexts.paste'](
    { text: kubeconfigOf([{ name: 'pasted', user: { token: plant('pasted token') } }]) },
    quiet,
  )
  const entries = kubeconfig.list.get().contexts.filter(({ origin }) => origin === 'kubeconfig')
  for (const { id, needsConsent } of entries) {
    if (needsConsent) await handlers['contexts.consent']({ context: id }, quiet)
    await contexts.open(id).catch(() => null)
  }
  await expect
    .poll(() => contexts.sessions.get().filter(({ phase }) => phase === 'connecting').length, {
      timeout: 8000,
    })
    .toBe(0)
  const open = entries.find(({ name }) => name === 'open')!.id
  await readSecrets(open)
  const pem = `-----BEGIN EC PRIVATE KEY-----\n${plant('private key in a report')}\n-----END EC PRIVATE KEY-----`
  const texts = [
    `Authorization: Bearer ${plant('bearer header in a report')}`,
    `authorization: Basic ${Buffer.from(`a:${plant('basic header in a report')}`).toString('base64')}`,
    `GET https://x/y?access_token=${plant('token in an address')}&a=b`,
    `https://me:${plant('password in an address')}@host/`,
    `https://${plant('token in place of a user')}@host/`,
    `Cookie: a=b; sid=${plant('second cookie of a header')}; c=d`,
    `set-cookie: x=${plant('set-cookie')}; HttpOnly`,
    jwt({ a: 1 }, plant('JWT in a report')),
    `run tool --password ${plant('flag in a report')} --api-key=${plant('key flag in a report')}`,
    `AWS_SECRET_ACCESS_KEY=${plant('variable in a report')}`,
    JSON.stringify({
      headers: { authorization: `Digest ${plant('digest header')}`, 'x-auth-token': plant('x-auth-token') },
    }),
    `X-Amz-Signature signed: https://s3/x?X-Amz-Signature=${plant('signed link')}`,
    `sha256~${plant('OpenShift token')}`,
    pem,
  ]
  for (const text of texts)
    await handlers['diagnostics.report']({ message: text, stack: `Error: ${text}\n  at x` }, quiet)
  engine.log.error('objects', {
    error: new Error(`token: ${plant('token in an error')}`),
    object: secretObject,
  })
}

async function readSecrets(context: string): Promise<void> {
  const { handlers } = engine
  const resource = { group: '', version: 'v1', resource: 'secrets' }
  const view = handlers['tables.view'](
    {
      sources: [{ context, resource, namespaces: [] }],
      labelSelector: '',
      fieldSelector: '',
      filter: '',
      sort: { column: 'Name', descending: false },
      window: { start: 0, count: 10 },
    },
    () => undefined,
  )
  const overview = handlers['overview.view']({ context }, () => undefined)
  await handlers['overview.tlsSecrets']({ context }, quiet).catch(() => null)
  await engine.contexts
    .get(context)
    .get({ resource, namespace: 'shop', name: 'db' })
    .catch(() => null)
  await new Promise(resolve => setTimeout(resolve, 600))
  view.close()
  overview.close()
}

/** Everything that leaves: the log on disk, the log as it is shown, and both bundles as they are written. */
async function everythingThatLeaves(): Promise<ReadonlyMap<string, string>> {
  const { handlers } = engine
  const found = new Map<string, string>()
  for (const hidesNames of [false, true]) {
    const preview = await handlers['diagnostics.prepareBundle']({ hidesNames }, quiet)
    const { path } = await handlers['diagnostics.writeBundle'](
      { id: preview.id, folder: join(folder, 'out') },
      quiet,
    )
    found.set(`bundle ${hidesNames}`, gunzipSync(readFileSync(path)).toString('latin1'))
    for (const { name } of preview.files)
      found.set(
        `${name} ${hidesNames}`,
        await handlers['diagnostics.bundleFile']({ id: preview.id, name }, quiet),
      )
  }
  const logs = join(folder, '.config', 'gatehouse')
  for (const name of readdirSync(logs).filter(each => each.includes('.log')))
    found.set(name, readFileSync(join(logs, name), 'utf8'))
  const log = handlers['diagnostics.log']({}, () => undefined)
  found.set('log view', JSON.stringify(log.take()))
  log.close()
  const [first] = engine.contexts.sessions.get()
  const timings = handlers['diagnostics.timings']({ context: first!.context }, () => undefined)
  await expect
    .poll(() => {
      const value = timings.take()
      if (value !== undefined) found.set('timings', JSON.stringify(value))
      return found.has('timings')
    })
    .toBe(true)
  timings.close()
  return found
}

test('no planted credential reaches the log, the timings or a support bundle, in any spelling', async () => {
  await exercise()
  const texts = await everythingThatLeaves()
  // What was to be logged was logged: an empty log would prove nothing.
  const log = texts.get('gatehouse.log') ?? ''
  expect(log.match(/context not reachable/g)?.length).toBeGreaterThan(8)
  expect(log).toContain('renderer')
  expect(log).toContain('refused')
  const found: string[] = []
  let looks = 0
  for (const [place, marker] of markers)
    for (const spelling of spellings(marker))
      for (const [name, text] of texts) {
        looks++
        if (text.includes(spelling)) found.push(`${place} in ${name} as ${spelling.slice(0, 40)}`)
      }
  console.log(
    `figure bundle.secrets-found ${new Set(found.map(each => each.split(' in ')[0])).size}/${markers.size} credentials must 0/${markers.size}`,
  )
  console.log(`figure bundle.searches ${looks} count must >=1000`)
  expect(found).toEqual([])
}, 30_000)

test('with names hidden, no name of a context, a cluster, a user, a server or a folder is in the bundle', async () => {
  const { handlers } = engine
  const preview = await handlers['diagnostics.prepareBundle']({ hidesNames: true }, quiet)
  for (const { name } of preview.files) {
    const text = await handlers['diagnostics.bundleFile']({ id: preview.id, name }, quiet)
    for (const hidden of [folder, 'execBabbles', 'oidcWorks', 'byTokenFile', '/db"', '/shop/'])
      expect(text, `${hidden} in ${name}`).not.toContain(hidden)
  }
  const shown = await handlers['diagnostics.prepareBundle']({ hidesNames: false }, quiet)
  expect(await handlers['diagnostics.bundleFile']({ id: shown.id, name: 'contexts.json' }, quiet)).toContain(
    'execBabbles',
  )
})
