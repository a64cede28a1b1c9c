/** Copies of files from and to containers of a real control plane, and what may go wrong on the way. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isAppError } from '../../shared/errors/index.ts'
import type { Transfer } from '../../shared/ipc/index.ts'
import type { OpenStream } from '../client/index.ts'
import { type Cluster, type FaultProxy, startCluster, startProxy } from '../cluster/harness/index.ts'
import { figure } from './figures.ts'
import { eventually, openFiles } from './leftovers.ts'
import { type Running, startProduct } from './running.ts'

let cluster: Cluster
let proxy: FaultProxy
let product: Running
let context: string
/** Of this test alone: what is “in the container” and what is “on this machine” are folders of it. */
let folder: string
let list: OpenStream<'transfers.list'>

/** CI copies less than the soak does. */
const largest = 1_000_000 * Number(process.env.GATEHOUSE_COPY_MEGABYTES ?? 8)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfers-'))
  await Promise.all(['there', 'here', 'bare', 'slow'].map(name => mkdir(join(folder, name))))
  await writePrograms()
  cluster = await startCluster()
  proxy = await startProxy(cluster)
  await cluster.apply(JSON.stringify(pod()))
  product = await startProduct({ kubeconfig: proxy.kubeconfig })
  context = (await product.ready()).id
  list = product.client.open('transfers.list', {})
  const running = await cluster.kubectl(['wait', 'pod/files', '--for=condition=Ready', '--timeout=60s'])
  expect(running).toMatchObject({ code: 0 })
})
afterAll(async () => {
  await product?.stop()
  await proxy?.stop()
  await cluster?.stop()
  await rm(folder, { recursive: true, force: true })
})

const here = (name: string): string => join(folder, 'here', name)
const there = (name: string): string => join(folder, 'there', name)

/** Three containers: as usual, without tar, and with a tar that is held midway, and goes on when it is let go. */
function pod(): object {
  const container = (name: string, path?: string) => ({
    name,
    image: 'i:1',
    ...(path === undefined ? {} : { env: [{ name: 'PATH', value: path }] }),
  })
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'files', namespace: 'default' },
    spec: {
      containers: [
        container('usual'),
        container('bare', join(folder, 'bare')),
        container('slow', `${join(folder, 'slow')}:${process.env.PATH}`),
      ],
    },
  }
}

async function writePrograms(): Promise<void> {
  const path = (name: string): string => execFileSync('which', [name]).toString().trim()
  for (const name of ['sh', 'cat', 'mkdir', 'mv', 'rm', 'chmod', 'sleep'])
    await symlink(path(name), join(folder, 'bare', name))
  const slowTar = join(folder, 'slow', 'tar')
  const script = `#!/bin/sh
echo $$ > ${folder}/slow/pid
hold() { while [ -e ${folder}/slow/hold ]; do sleep 0.1; done; cat; }
case "$1" in
c*) ${path('tar')} "$@" | { head -c 3000000; hold; } ;;
*) { head -c 300000; hold; } | ${path('tar')} "$@" ;;
esac
`
  await writeFile(slowTar, script)
  await chmod(slowTar, 0o755)
}

const place = (container = 'usual') => ({ context, namespace: 'default', pod: 'files', container })

async function start(
  direction: Transfer['direction'],
  paths: { readonly source: string; readonly destination: string },
  { container, mayOverwrite = false }: { readonly container?: string; readonly mayOverwrite?: boolean } = {},
): Promise<string> {
  const wish = { ...place(container), direction, ...paths, mayOverwrite }
  return (await product.client.call('transfers.start', wish)).id
}

const stateOf = (id: string): Transfer | undefined => list.value?.transfers.find(each => each.id === id)

async function until(id: string, claim: (transfer: Transfer) => boolean): Promise<Transfer> {
  const { transfers } = await list.until(
    value => value.transfers.some(each => each.id === id && claim(each)),
    100_000,
  )
  return transfers.find(each => each.id === id) as Transfer
}

const ended = (id: string): Promise<Transfer> => until(id, ({ phase }) => phase !== 'running')

async function copied(...wish: Parameters<typeof start>): Promise<Transfer> {
  const transfer = await ended(await start(...wish))
  expect(transfer).toMatchObject({ phase: 'done', refused: [] })
  return transfer
}

const failureOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return isAppError(error) ? error.body : error
}

/** Files, links and rights of two trees, told by programs of the system. */
function expectEqual(a: string, b: string): void {
  expect(execFileSync('diff', ['-r', '--no-dereference', a, b]).toString()).toBe('')
  const rights = (top: string) =>
    execFileSync('find', ['.', '-printf', '%p %m %y %l\n'], { cwd: top }).toString().split('\n').sort()
  expect(rights(b)).toEqual(rights(a))
}

const oddNames = [
  'two words',
  'new\nline',
  '-rf',
  '$(touch x)`y`',
  'zażółć 🦉',
  'quote\'"',
  '.hidden',
  'n'.repeat(200),
]

async function writeTree(top: string): Promise<void> {
  await mkdir(join(top, 'deep/er/est'), { recursive: true })
  for (const name of oddNames) await writeFile(join(top, name), `content of ${name}`)
  await writeFile(join(top, 'empty'), '')
  await mkdir(join(top, 'empty folder'))
  await writeFile(join(top, 'deep/er/est/tool'), '#!/bin/sh\n', { mode: 0o755 })
  await writeFile(join(top, 'deep/private'), 'x', { mode: 0o600 })
  await writeFile(join(top, 'big'), Buffer.alloc(largest, 'all work and no play '))
  await writeFile(join(top, 'sparse'), '')
  await truncate(join(top, 'sparse'), 5_000_000)
  await symlink('../big', join(top, 'deep/link'))
  await symlink('nothing', join(top, 'dangling'))
}

it('a tree goes into a container and comes back byte for byte, with its rights and links', async () => {
  await writeTree(here('tree'))
  const sent = await copied('toContainer', { source: here('tree'), destination: there('tree') })
  expectEqual(here('tree'), there('tree'))
  const fetched = await copied('fromContainer', { source: there('tree'), destination: here('back') })
  expectEqual(here('tree'), here('back'))
  expect(fetched.bytes).toBe(sent.bytes)
  expect([sent.totalBytes, fetched.files]).toEqual([sent.bytes, sent.files])
  const seconds = ((sent.endedAt ?? 0) - sent.startedAt + (fetched.endedAt ?? 0) - fetched.startedAt) / 1000
  figure('transfers.bytes', sent.bytes + fetched.bytes, 'bytes', 'equal both ways')
  figure('transfers.rate', Math.round((sent.bytes + fetched.bytes) / seconds / 1e6), 'MB/s', 'report')
  expect(readdirSync(join(folder, 'there'))).toEqual(['tree'])
})

it('a folder of a container is listed, whatever its names', async () => {
  const found = await product.client.call('transfers.folder', { ...place(), path: there('tree/') })
  expect(found.files.map(({ name }) => name).sort()).toEqual(readdirSync(here('tree')).sort())
  const byName = new Map(found.files.map(file => [file.name, file]))
  expect(byName.get('big')).toMatchObject({ type: 'file', size: largest })
  expect(byName.get('dangling')).toMatchObject({ type: 'link', target: 'nothing' })
  expect(byName.get('deep')).toMatchObject({ type: 'folder' })
  const wrong = await failureOf(
    product.client.call('transfers.folder', { ...place(), path: there('nothing') }),
  )
  expect(wrong).toMatchObject({ kind: 'gone', message: expect.stringContaining('It does not exist') })
})

it('a file goes into a folder under its own name, and over another only when allowed', async () => {
  await writeFile(here('note'), 'new')
  await writeFile(there('note'), 'old')
  const wish = { source: here('note'), destination: join(folder, 'there') }
  const refused = await ended(await start('toContainer', wish))
  expect(refused).toMatchObject({ phase: 'failed', reason: { reason: 'AlreadyExists' } })
  expect(await readFile(there('note'), 'utf8')).toBe('old')
  const done = await copied('toContainer', wish, { mayOverwrite: true })
  expect(done.destination).toBe(there('note'))
  expect(await readFile(there('note'), 'utf8')).toBe('new')

  await writeFile(here('note'), 'mine')
  const back = { source: there('note'), destination: join(folder, 'here') }
  expect((await ended(await start('fromContainer', back))).reason).toMatchObject({ reason: 'AlreadyExists' })
  await copied('fromContainer', back, { mayOverwrite: true })
  expect(await readFile(here('note'), 'utf8')).toBe('new')
})

it('a folder fills one that is there, and what else is in it stays', async () => {
  for (const [top, at] of [
    [here('set'), 'toContainer'],
    [there('set'), 'fromContainer'],
  ] as const) {
    const other = at === 'toContainer' ? there : here
    await rm(other('set'), { recursive: true, force: true })
    await mkdir(join(top, 'a'), { recursive: true })
    await writeFile(join(top, 'a/new'), at)
    await mkdir(other('set/a'), { recursive: true })
    await writeFile(other('set/a/new'), 'old')
    await writeFile(other('set/a/own'), 'stays')
    const destination = join(folder, at === 'toContainer' ? 'there' : 'here')
    await copied(at, { source: top, destination }, { mayOverwrite: true })
    expect(await readFile(other('set/a/new'), 'utf8')).toBe(at)
    expect(await readFile(other('set/a/own'), 'utf8')).toBe('stays')
  }
})

it('links out of the destination and pipes are refused by name, and the rest is copied', async () => {
  await mkdir(there('odd'))
  await symlink('/etc/passwd', there('odd/passwd'))
  await symlink('../../here', there('odd/up'))
  execFileSync('mkfifo', [there('odd/pipe')])
  await writeFile(there('odd/file'), 'fine')
  const transfer = await ended(
    await start('fromContainer', { source: there('odd'), destination: here('odd') }),
  )
  expect(transfer).toMatchObject({ phase: 'done', refusedCount: 3 })
  expect(transfer.refused.map(({ path }) => path.replace('./', '')).sort()).toEqual(['passwd', 'pipe', 'up'])
  expect(readdirSync(here('odd'))).toEqual(['file'])
})

/** A copy that is held midway, with part of it made. */
async function midway(direction: Transfer['direction']): Promise<string> {
  await writeFile(join(folder, 'slow/hold'), '')
  const source = direction === 'toContainer' ? here('large') : there('large')
  const destination = direction === 'toContainer' ? there('cut') : here('cut')
  await writeFile(source, '')
  await truncate(source, 80_000_000)
  const id = await start(direction, { source, destination }, { container: 'slow' })
  await until(id, ({ bytes }) => bytes > (direction === 'toContainer' ? 300_000 : 2_000_000))
  return id
}

/** Whether the slow tar still runs; one that ended and that nobody asked about is a zombie. */
function isRunning(): boolean {
  const status = `/proc/${readFileSync(join(folder, 'slow/pid'), 'utf8').trim()}/status`
  return existsSync(status) && !/^State:\s+Z/m.test(readFileSync(status, 'utf8'))
}

const nothingIsLeft = async (): Promise<void> => {
  const left = () =>
    ['here', 'there'].flatMap(each =>
      readdirSync(join(folder, each)).filter(name => /^cut|gatehouse/.test(name)),
    )
  await eventually(() => left().length === 0)
  expect(left()).toEqual([])
  // As anywhere, a process learns of a connection that is gone when it reads or writes.
  await rm(join(folder, 'slow/hold'))
  await eventually(() => !isRunning())
  expect(isRunning()).toBe(false)
}

it.each(['fromContainer', 'toContainer'] as const)(
  '%s: cancelled midway, nothing is left on either side',
  async way => {
    const id = await midway(way)
    await product.client.call('transfers.cancel', { id })
    expect(await ended(id)).toMatchObject({ phase: 'cancelled', reason: { kind: 'cancelled' } })
    await nothingIsLeft()
  },
)

it('what a container does not take waits on the disk, not in memory', async () => {
  const id = await midway('toContainer')
  const seen: number[] = []
  await eventually(() => {
    seen.push(stateOf(id)?.bytes ?? 0)
    // At four ticks a second the same for longer than one.
    return seen.length > 20 && seen.at(-20) === seen.at(-1)
  })
  const waiting = seen.at(-1) ?? 0
  figure('transfers.waiting', (waiting / 1e6).toFixed(1), 'MB', '< 40')
  await product.client.call('transfers.cancel', { id })
  await ended(id)
  await nothingIsLeft()
  expect(waiting).toBeLessThan(40_000_000)
})

const cuts = 3

it.each(['fromContainer', 'toContainer'] as const)(
  '%s: cut midway, it fails with the reason and leaves nothing',
  async way => {
    const files = () => openFiles(product.app.pid)
    const before = files()
    for (let time = 0; time < cuts; time++) {
      const id = await midway(way)
      await proxy.cut()
      const transfer = await ended(id)
      expect(transfer).toMatchObject({ phase: 'failed', reason: { kind: 'unreachable' } })
      await nothingIsLeft()
    }
    // Connections of the session itself come and go; one left by each copy would be more.
    await eventually(() => files() < before + cuts)
    const left = Math.max(0, Math.floor((files() - before) / cuts))
    figure('transfers.leak', left, 'open files of each copy', '0')
    expect(left).toBe(0)
  },
)

it('without tar single files go both ways, and a folder says what is missing', async () => {
  await writeFile(here('single'), Buffer.alloc(700_000, 'x'), { mode: 0o755 })
  const bare = { container: 'bare' }
  await copied('toContainer', { source: here('single'), destination: there('single one') }, bare)
  await copied('fromContainer', { source: there('single one'), destination: here('single again') }, bare)
  expect(await readFile(here('single again'))).toEqual(await readFile(here('single')))
  for (const [direction, source] of [
    ['toContainer', here('tree')],
    ['fromContainer', there('tree')],
  ] as const) {
    const wish = { source, destination: direction === 'toContainer' ? there('no') : here('no') }
    const transfer = await ended(await start(direction, wish, bare))
    expect(transfer).toMatchObject({ phase: 'failed', reason: { reason: 'NoTar' } })
  }
  const found = await product.client.call('transfers.folder', { ...place('bare'), path: there('tree') })
  expect(found.files.map(({ name }) => name).sort()).toEqual(readdirSync(here('tree')).sort())
})

it('nothing is written over settings or kubeconfigs, whatever is allowed', async () => {
  for (const destination of ['~/config/gatehouse/settings.json', '~/.kube/config', proxy.kubeconfig]) {
    await mkdir(join(product.app.dataFolder, '.kube'), { recursive: true })
    const wish = { source: there('note'), destination }
    const transfer = await ended(await start('fromContainer', wish, { mayOverwrite: true }))
    expect(transfer).toMatchObject({ phase: 'failed', reason: { kind: 'invalid' } })
    expect(transfer.reason?.message).toContain('copies leave them alone')
  }
})

it('a copy ends with its context, and says so', async () => {
  const id = await midway('fromContainer')
  await product.client.call('contexts.close', { context })
  const transfer = await ended(id)
  expect(transfer).toMatchObject({ phase: 'cancelled' })
  expect(transfer.reason?.message).toContain('The context was closed')
  await nothingIsLeft()
  await product.ready()
})

it('the sample cluster and protected contexts refuse in words', async () => {
  await product.client.call('contexts.open', { context: 'sample' })
  const sample = { ...place(), context: 'sample', path: '/' }
  expect(await failureOf(product.client.call('transfers.folder', sample))).toMatchObject({
    reason: 'NoCluster',
  })
  await product.client.call('settings.change', { protectedContexts: ['*'] })
  for (const wish of [
    product.client.call('transfers.folder', { ...place(), path: '/' }),
    start('fromContainer', { source: there('note'), destination: here('protected') }),
  ]) {
    const refused = await failureOf(wish)
    expect(refused).toMatchObject({ kind: 'invalid', reason: 'ProtectedContext' })
  }
})
