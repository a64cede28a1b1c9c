import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { Observable } from '../../../shared/flow/index.ts'
import type { Snapshot } from '../../../shared/ipc/index.ts'
import { configMap, configMapYaml, folderForEachTest } from '../reading/underTest.ts'
import { ask, askJson, tableForm } from '../server/testClient.ts'
import { createDumps, type Dumps, type RememberedDump } from './dumps.ts'
import { OpenDump } from './openDump.ts'

const folder = folderForEachTest()
let made: Dumps[] = []
afterEach(async () => {
  await Promise.all(made.map(dumps => dumps.closeAll()))
  made = []
})

function dumpsHere(remembered = new Observable<readonly RememberedDump[]>([])): Dumps {
  const dumps = createDumps({
    home: folder.path,
    remembered,
    remember: kept => remembered.set(kept),
    closeContext: context => dumps.close(context),
    log: text => console.error(text),
  })
  made.push(dumps)
  return dumps
}

const phaseOf = (dumps: Dumps, id: string) => dumps.list.get().find(({ context }) => context === id)?.status

async function opened(dumps: Dumps, paths: readonly string[]) {
  const id = await dumps.add(paths, { isRemembered: false })
  const target = await dumps.target(id)
  return { id, socket: target.socketPath, ready: target.ready() }
}

it('paths are listed as one context with a name of its own, read only when it is opened', async () => {
  const remembered = new Observable<readonly RememberedDump[]>([])
  const dumps = dumpsHere(remembered)
  const first = await folder.write('x/dump.yaml', 'not: read')
  const second = await folder.write('y/dump.yaml', 'not: read')
  const one = await dumps.add([first], { isRemembered: true })
  const two = await dumps.add(['~/y/dump.yaml'], { isRemembered: true })
  const both = await dumps.add([second, first], { isRemembered: false })
  expect(await dumps.add([first, second], { isRemembered: false })).toBe(both)
  expect(new Set([one, two, both]).size).toBe(3)
  expect(dumps.list.get().map(({ name, status }) => [name, status])).toEqual([
    ['dump.yaml in x', { phase: 'closed' }],
    ['dump.yaml in y', { phase: 'closed' }],
    ['dump.yaml and 1 more', { phase: 'closed' }],
  ])
  expect(dumps.entries.get()).toMatchObject([{ origin: 'snapshot', server: '', source: first }, {}, {}])
  expect(remembered.get()).toEqual([
    { id: one, paths: [first] },
    { id: two, paths: [second] },
  ])
  dumps.remove(one)
  expect(remembered.get()).toEqual([{ id: two, paths: [second] }])
  expect(dumps.list.get().map(({ name }) => name)).toEqual(['dump.yaml', 'dump.yaml and 1 more'])
  expect(
    dumpsHere(remembered)
      .list.get()
      .map(({ context }) => context),
  ).toEqual([two])
})

it('a path that is not there is refused with the path', async () => {
  await expect(dumpsHere().add([`${folder.path}/nothing`], { isRemembered: true })).rejects.toMatchObject({
    body: { kind: 'invalid', message: `${folder.path}/nothing is not there. Check how it is spelt.` },
  })
})

it('an opened dump is an API server that changes nothing and says whose it is', async () => {
  const dumps = dumpsHere()
  const seen: Snapshot['status'][] = []
  dumps.list.subscribe(([dump]) => {
    if (dump !== undefined && dump.status.phase !== 'closed') seen.push(dump.status)
  })
  const { id, socket, ready } = await opened(dumps, [
    await folder.write(
      'd.yaml',
      `${stringify(configMap('one', { data: { a: '1' } }))}---\nbad: [\n---\n${stringify({ apiVersion: 'farm.example/v1', kind: 'Ox', metadata: { name: 'berta', namespace: 'b' } })}`,
    ),
  ])
  await ready
  expect(seen[0]).toEqual({ phase: 'reading', files: 0, objects: 0, bytes: 0, bytesTotal: null })
  expect(dumps.list.get()).toMatchObject([
    {
      context: id,
      status: {
        phase: 'ready',
        files: 1,
        objects: 2,
        kinds: 2,
        held: ['/configmaps', 'farm.example/oxes'],
        newest: 0,
      },
      problemCount: 1,
      problems: [{ file: expect.stringMatching(/d\.yaml$/), line: expect.any(Number) }],
    },
  ])
  expect(await askJson(socket, '/version')).toEqual({ major: '', minor: '', gitVersion: 'dump' })
  expect(await askJson(socket, '/api/v1/namespaces/a/configmaps/one')).toMatchObject({
    data: { a: '1' },
    metadata: { resourceVersion: '7' },
  })
  const table = await askJson<{ rows: { cells: unknown[] }[] }>(socket, '/apis/farm.example/v1/oxes', {
    accept: tableForm,
  })
  expect(table.rows.map(({ cells }) => cells[0])).toEqual(['berta'])
  const paged = await askJson<{ metadata: { continue: string } }>(socket, '/api/v1/namespaces?limit=1')
  expect(paged.metadata.continue).not.toBe('')
  // What it holds nothing of it cannot tell of, and it is no server that is alive.
  const lacking = await ask(socket, '/apis/apps/v1/statefulsets')
  expect(JSON.parse(lacking.text)).toMatchObject({ code: 404, reason: 'NotInDump' })
  expect((await ask(socket, '/livez')).status).toBe(404)
  const refused = await ask(socket, '/api/v1/namespaces/a/configmaps/one', { method: 'DELETE' })
  expect(JSON.parse(refused.text)).toMatchObject({
    code: 405,
    message: 'd.yaml is a dump: it can be read, and nothing in it can be changed',
  })
  const review = await ask(socket, '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(JSON.parse(review.text)).toMatchObject({ status: { allowed: true } })
  dumps.close(id)
  await dumps.closeAll()
  expect(existsSync(path.dirname(socket))).toBe(false)
  expect(phaseOf(dumps, id)).toEqual({ phase: 'closed' })
})

it('two dumps are open at once, and the end of one leaves the other', async () => {
  const dumps = dumpsHere()
  const first = await opened(dumps, [await folder.write('a.yaml', configMapYaml('one'))])
  const second = await opened(dumps, [await folder.write('b.yaml', configMapYaml('two'))])
  await Promise.all([first.ready, second.ready])
  dumps.close(first.id)
  expect(await askJson(second.socket, '/api/v1/configmaps')).toMatchObject({
    items: [{ metadata: { name: 'two' } }],
  })
})

it('closing in the middle of the reading ends it at once', async () => {
  const dumps = dumpsHere()
  const one = `${JSON.stringify(configMap('x', { data: { a: 'x'.repeat(2000) } }))}\n`
  const { id, socket, ready } = await opened(dumps, [await folder.write('big.json', one.repeat(50_000))])
  ready.catch(() => undefined)
  await new Promise<void>(resolve => {
    const unsubscribe = dumps.list.subscribe(([dump]) => {
      if (dump?.status.phase !== 'reading' || dump.status.objects === 0) return
      unsubscribe()
      resolve()
    })
  })
  const began = performance.now()
  dumps.close(id)
  expect(phaseOf(dumps, id)).toEqual({ phase: 'closed' })
  await expect(ready).rejects.toMatchObject({ body: { kind: 'cancelled' } })
  await dumps.closeAll()
  expect(performance.now() - began).toBeLessThan(1000)
  expect(existsSync(path.dirname(socket))).toBe(false)
})

it('what cannot be opened says why, and is read again on demand and on the next opening', async () => {
  const dumps = dumpsHere()
  const file = await folder.write('a.yaml', configMapYaml('one'))
  const { id, ready } = await opened(dumps, [await folder.write('a.yaml', '')])
  await expect(ready).rejects.toMatchObject({
    body: { kind: 'badConfig', context: id, message: expect.stringContaining('nothing to show in a.yaml') },
  })
  expect(dumps.list.get()).toMatchObject([
    { status: { phase: 'failed' }, problemCount: 1, problems: [{ file, message: 'The file is empty.' }] },
  ])
  const again = await dumps.target(id)
  await expect(again.ready()).rejects.toThrow('nothing to show')
  await folder.write('a.yaml', configMapYaml('two'))
  dumps.retry(id)
  await again.ready()
  expect(phaseOf(dumps, id)).toMatchObject({ phase: 'ready', objects: 1 })
  dumps.close(id)
  await rm(file)
  const gone = await dumps.target(id)
  await expect(gone.ready()).rejects.toThrow('nothing to show')
  expect(dumps.list.get()[0]?.problems).toEqual([
    { file, message: 'Cannot be read: it is not there any more.' },
  ])
})

it('a dump that needs more memory than there is fails with a sentence, and the program goes on', async () => {
  const one = (index: number): string => JSON.stringify(configMap(`x${index}`))
  const text = Array.from({ length: 60_000 }, (_, index) => one(index)).join('\n')
  const dump = new OpenDump({
    context: 'c',
    name: 'big.json',
    paths: [await folder.write('big.json', text)],
    log: () => undefined,
    changed: () => undefined,
    heapMegabytes: 24,
  })
  await expect(dump.ready()).rejects.toThrow('needs more memory')
  expect(dump.reading.status.phase).toBe('failed')
  await dump.end()
})

it('nothing is left in the folder of the sockets', async () => {
  const dumps = createDumps({
    home: folder.path,
    remembered: new Observable<readonly RememberedDump[]>([]),
    remember: () => undefined,
    closeContext: () => undefined,
    log: () => undefined,
    folder: folder.path,
  })
  const { ready } = await opened(dumps, [await folder.write('a.yaml', configMapYaml('one'))])
  await ready
  expect(await readdir(folder.path)).toHaveLength(2)
  await dumps.closeAll()
  expect(await readdir(folder.path)).toEqual(['a.yaml'])
})
