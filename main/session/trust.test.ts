import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Authority, json, type Pair, TestServer } from './fixture/index.ts'
import { trustSystem } from './trust.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'trust-'))
/** Known to the system, as those of companies are. */
let company: Authority
let cluster: Authority
let pairs: { readonly company: Pair; readonly cluster: Pair }
const closing: (() => unknown)[] = []

beforeAll(() => {
  company = new Authority('company')
  cluster = new Authority('cluster')
  pairs = { company: company.issue('IP:127.0.0.1'), cluster: cluster.issue('IP:127.0.0.1') }
  writeFileSync(path.join(folder, 'system.pem'), company.pair.cert)
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
afterAll(() => {
  company.remove()
  cluster.remove()
  rmSync(folder, { recursive: true, force: true })
})

async function serve(pair: Pair): Promise<TestServer> {
  const server = await new TestServer(pair).listen()
  closing.push(() => server.close())
  return server
}

/** The first state of a context that a program of its own opens, as the first one it opens. */
async function firstState(server: TestServer, more: object): Promise<unknown> {
  const module = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href)
  const program = `
    import { contextTo, openTo, stateWhen } from ${module('./fixture/open.ts')}
    import { createSettings } from ${module('../settings/index.ts')}
    import { systemClock } from ${module('../../shared/flow/index.ts')}
    const settings = createSettings(process.argv[1], { clock: systemClock })
    const session = openTo(contextTo(process.argv[2], JSON.parse(process.argv[3])), { settings })
    console.log(JSON.stringify(await stateWhen(session)))
    session.close()`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      program,
      path.join(folder, 'settings.json'),
      `https://127.0.0.1:${server.port}`,
      JSON.stringify({
        tls: {
          authority: { type: 'data', base64: Buffer.from(cluster.pair.cert).toString('base64') },
          serverName: '',
          insecure: false,
        },
        ...more,
      }),
    ],
    { env: { PATH: process.env.PATH, SSL_CERT_FILE: path.join(folder, 'system.pem') } },
  )
  return JSON.parse(stdout)
}

test('an authority of the system is trusted for the issuer of tokens, whatever was opened before', async () => {
  const server = await serve(pairs.cluster)
  const issuer = await serve(pairs.company)
  const url = `https://127.0.0.1:${issuer.port}`
  issuer.answer = ({ url: asked }, response) =>
    asked === '/token'
      ? json(response, 200, { id_token: 'a.b.c' })
      : json(response, 200, { issuer: url, token_endpoint: `${url}/token` })
  const provider = {
    issuer: url,
    clientId: 'c',
    clientSecret: '',
    idToken: 'x',
    refreshToken: 'r',
    extraScopes: '',
  }
  expect(await firstState(server, { authentication: { type: 'oidc', provider } })).toMatchObject({
    phase: 'ready',
  })
})

test('an authority of the system is trusted for a proxy, whatever was opened before', async () => {
  const server = await serve(pairs.cluster)
  const proxy = https.createServer(pairs.company).on('connect', (request, socket) => {
    const through = net.connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      through.pipe(socket).pipe(through)
    })
    socket.on('error', () => through.destroy())
    through.on('error', () => socket.destroy())
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  closing.push(() => proxy.close())
  const { port } = proxy.address() as net.AddressInfo
  expect(await firstState(server, { proxyUrl: `https://127.0.0.1:${port}` })).toMatchObject({
    phase: 'ready',
  })
})

test('a system whose authorities cannot be had is told, and asked again the next time', async () => {
  const isAsked = vi
    .spyOn(tls, 'getCACertificates')
    .mockImplementationOnce(() => {
      throw new Error('no store')
    })
    .mockImplementation(() => [company.pair.cert])
  const isSet = vi.spyOn(tls, 'setDefaultCACertificates').mockImplementation(() => undefined)
  const told: string[] = []
  for (let count = 0; count < 3; count++) trustSystem(message => told.push(message))
  expect(told).toEqual(['The authorities that the system trusts cannot be used: no store'])
  expect(isAsked).toHaveBeenCalledTimes(3)
  expect(isSet.mock.calls).toEqual([[[company.pair.cert]]])
  vi.restoreAllMocks()
})
