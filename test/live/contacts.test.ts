/** Who is contacted, and when: nobody before a context is opened, and then its own server alone. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type Cluster, startCluster } from '../cluster/harness/index.ts'
import { figure } from './figures.ts'
import { isLive, type Running, startProduct, viewOf } from './running.ts'

const files = 20
const perFile = 25

let cluster: Cluster
let product: Running
let folder: string
let runs: string
/** Accepts connections, counts them, and never says a word. */
let silent: Server
let contacts = 0
const heldOpen = new Set<Socket>()

beforeAll(async () => {
  cluster = await startCluster()
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-contacts-'))
  runs = join(folder, 'runs')
  await writeFile(runs, '')
  silent = createServer(socket => {
    contacts++
    heldOpen.add(socket.resume())
    socket.on('close', () => heldOpen.delete(socket))
    socket.on('error', () => undefined)
  })
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  await writePlugin('plugin', `printf '%s' '${credential}'`)
  await writePlugin('hanging', 'sleep 600')
  const paths = await Promise.all(Array.from({ length: files }, (_, index) => writeFileOf(index)))
  product = await startProduct({ kubeconfig: paths.join(':') })
})
afterAll(async () => {
  await product?.stop()
  await cluster?.stop()
  silent?.close()
  await rm(folder, { recursive: true, force: true })
})

const credential = JSON.stringify({
  apiVersion: 'client.authentication.k8s.io/v1',
  kind: 'ExecCredential',
  status: { token: 'admin-token' },
})

/** An exec plugin that notes each of its runs with the name it was given. */
async function writePlugin(name: string, body: string): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\necho "$1" >> '${runs}'\n${body}\n`, { mode: 0o755 })
}

const exec = (plugin: string, name: string): object => ({
  exec: {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: join(folder, plugin),
    args: [name],
    interactiveMode: 'Never',
  },
})

const kubeconfig = (
  entries: readonly { readonly name: string; readonly server: object; readonly user: object }[],
): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: entries.map(({ name, server }) => ({ name, cluster: server })),
    users: entries.map(({ name, user }) => ({ name, user })),
    contexts: entries.map(({ name }) => ({ name, context: { cluster: name, user: name } })),
  })

const silentServer = (): object => ({
  server: `https://127.0.0.1:${(silent.address() as { readonly port: number }).port}`,
})
const realServer = (): object => ({ server: cluster.server, 'certificate-authority': cluster.caFile })

/** Contexts that lead to the silent server; the first file has those that the tests open. */
async function writeFileOf(index: number): Promise<string> {
  const special = [
    { name: 'real', server: realServer(), user: exec('plugin', 'real') },
    { name: 'second', server: realServer(), user: exec('plugin', 'second') },
    { name: 'refusing', server: { server: 'https://127.0.0.1:1' }, user: exec('plugin', 'refusing') },
    { name: 'hanging', server: realServer(), user: exec('hanging', 'hanging') },
  ]
  const plain = Array.from({ length: perFile - (index === 0 ? special.length : 0) }, (_, number) => {
    const name = `silent-${index}-${number}`
    return { name, server: silentServer(), user: exec('plugin', name) }
  })
  const path = join(folder, `config-${index}`)
  await writeFile(path, kubeconfig(index === 0 ? [...special, ...plain] : plain))
  return path
}

const runsSoFar = async (): Promise<readonly string[]> =>
  (await readFile(runs, 'utf8')).split('\n').filter(line => line !== '')

const wait = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds))

const idOf = (name: string): string => product.contexts.find(context => context.name === name)!.id

it('lists 500 contexts of 20 files, contacts none of their servers and runs none of their plugins', async () => {
  const list = await product.client
    .open('contexts.list', {})
    .until(({ contexts }) => contexts.length >= files * perFile)
  const own = list.contexts.filter(({ origin }) => origin === 'kubeconfig')
  figure('contexts.listed', own.length, 'contexts', String(files * perFile))
  expect(own.length).toBe(files * perFile)
  expect(own.filter(({ problem, needsConsent }) => problem !== undefined || needsConsent)).toEqual([])
  await wait(2000)
  figure('contacts.before', contacts, 'connections', '0')
  figure('plugins.before', (await runsSoFar()).length, 'runs', '0')
  expect([contacts, await runsSoFar()]).toEqual([0, []])
})

it('after one context was opened, only its server was contacted and only its plugin ran, once', async () => {
  const started = performance.now()
  const { id } = await product.ready('real')
  const alone = Math.round(performance.now() - started)
  figure('contexts.open', alone, 'ms', '<= 5000')
  const view = product.client.open('tables.view', viewOf(id, { group: '', version: 'v1', resource: 'nodes' }))
  await view.until(isLive)
  view.close()
  await wait(1000)
  figure('plugins.opened', (await runsSoFar()).length, 'runs', '1')
  figure('contacts.others', contacts, 'connections', '0')
  expect(await runsSoFar()).toEqual(['real'])
  expect(contacts).toBe(0)
})

it('slow and dead contexts never delay another', async () => {
  for (const name of ['silent-3-1', 'silent-7-2', 'silent-9-9', 'refusing', 'hanging'])
    await product.client.call('contexts.open', { context: idOf(name) })
  await expect.poll(() => contacts, { timeout: 5000 }).toBeGreaterThan(0)
  const started = performance.now()
  const { id } = await product.ready('second')
  const view = product.client.open('tables.view', viewOf(id, { group: '', version: 'v1', resource: 'nodes' }))
  await view.until(isLive)
  const took = Math.round(performance.now() - started)
  figure('contexts.open.beside-dead', took, 'ms', '<= 5000')
  expect(took).toBeLessThanOrEqual(5000)
  view.close()

  const sessions = product.client.open('contexts.sessions', {})
  const states = await sessions.until(all =>
    all.some(({ context, phase }) => context === idOf('refusing') && phase === 'unreachable'),
  )
  const phaseOf = (name: string) => states.find(({ context }) => context === idOf(name))?.phase
  expect([phaseOf('hanging'), phaseOf('real'), phaseOf('second')]).toEqual(['connecting', 'ready', 'ready'])
  sessions.close()
})

it('closing contexts ends their connections and their plugins at once', async () => {
  for (const name of ['silent-3-1', 'silent-7-2', 'silent-9-9', 'refusing', 'hanging'])
    await product.client.call('contexts.close', { context: idOf(name) })
  const children = async (): Promise<string> => {
    const tasks = await readFile(`/proc/${product.app.pid}/task/${product.app.pid}/children`, 'utf8')
    return tasks.trim()
  }
  await expect.poll(() => heldOpen.size, { timeout: 2000 }).toBe(0)
  await expect.poll(children, { timeout: 2000 }).toBe('')
})

it('a context that is written to a file appears, and one that is removed disappears, unasked', async () => {
  const path = join(folder, 'config-5')
  const text = await readFile(path, 'utf8')
  const list = product.client.open('contexts.list', {})
  const named =
    (name: string) =>
    ({ contexts }: { readonly contexts: readonly { readonly name: string }[] }) =>
      contexts.some(context => context.name === name)
  await list.until(named('silent-5-0'))
  const { contexts: entries, clusters, users, ...rest } = parse(text) as Record<string, readonly object[]>
  const added = { name: 'added', context: { cluster: 'silent-5-1', user: 'silent-5-1' } }
  const started = performance.now()
  await writeFile(path, JSON.stringify({ ...rest, clusters, users, contexts: [...entries!.slice(1), added] }))
  await list.until(value => named('added')(value) && !named('silent-5-0')(value), 5000)
  figure('contexts.reload', Math.round(performance.now() - started), 'ms', '<= 5000')
  await rm(join(folder, 'config-6'))
  await list.until(value => !named('silent-6-0')(value), 5000)
  await writeFile(join(folder, 'config-6'), text.replaceAll('silent-5', 'silent-6'))
  await list.until(named('silent-6-0'), 5000)
  list.close()
})

it('an open context that is taken out of its file is told, and the others live on', async () => {
  const path = join(folder, 'config-0')
  const { contexts: entries, ...rest } = parse(await readFile(path, 'utf8')) as Record<
    string,
    readonly { readonly name: string }[]
  >
  const list = product.client.open('contexts.list', {})
  await list.until(({ contexts }) => contexts.some(({ name }) => name === 'second'))
  await writeFile(
    path,
    JSON.stringify({ ...rest, contexts: entries!.filter(({ name }) => name !== 'second') }),
  )
  await list.until(({ contexts }) => !contexts.some(({ name }) => name === 'second'), 5000)
  const view = product.client.open(
    'tables.view',
    viewOf(idOf('real'), { group: '', version: 'v1', resource: 'nodes' }),
  )
  await view.until(isLive)
  view.close()
  list.close()
})
