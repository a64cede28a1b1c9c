import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SessionState } from '../shared/ipc/index.ts'
import { createEngine, type Engine } from './engine.ts'

let home: string
let engine: Engine

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'gatehouse-engine-'))
  engine = await start()
})
afterEach(async () => {
  await engine.close()
  await rm(home, { recursive: true, force: true })
})

function start(): Promise<Engine> {
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: home,
    KUBECONFIG: path.join(home, 'none'),
    PATH: process.env.PATH,
  }
  return createEngine({ host: 'serve', version: 'test', env })
}

async function write(name: string, content: string): Promise<string> {
  const file = path.join(home, 'dumps', name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content)
  return file
}

const call = async (
  method: 'contexts.open' | 'contexts.close' | 'contexts.retry' | 'snapshots.remove',
  context: string,
) => {
  await engine.handlers[method]({ context }, new AbortController().signal)
}
const add = async (...paths: string[]): Promise<string> =>
  (await engine.handlers['snapshots.add']({ paths }, new AbortController().signal)).context

const stateOf = (context: string): SessionState | undefined =>
  engine.contexts.sessions.get().find(session => session.context === context)
const statusOf = (context: string) => engine.dumps.list.get().find(dump => dump.context === context)?.status

async function until(claim: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1000 && !claim(); tries++) await new Promise(resolve => setTimeout(resolve, 10))
  expect(claim()).toBe(true)
}

const configMap = (name: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'a' },
    data: { x: 'x'.repeat(500) },
  })

it('opening a dump returns at once, connects while it is read, and lists like any context', async () => {
  const context = await add(await write('a.json', configMap('one')))
  expect(engine.kubeconfig.find(context)).toMatchObject({ name: 'a.json', origin: 'snapshot' })
  await call('contexts.open', context)
  expect(stateOf(context)?.phase).toBe('connecting')
  await until(() => stateOf(context)?.phase === 'ready')
  expect(stateOf(context)).toMatchObject({ serverVersion: 'dump' })
  const api = engine.contexts.get(context)
  await until(() => api.discovery.get().readAt > 0)
  expect((await api.list({ group: '', version: 'v1', resource: 'configmaps' })).items).toMatchObject([
    { metadata: { name: 'one' } },
  ])
  await call('contexts.close', context)
  expect([stateOf(context), statusOf(context)]).toEqual([undefined, { phase: 'closed' }])
})

it('closing while it is read ends the reading; opening again reads what is there then', async () => {
  const file = await write('a.json', configMap('one').repeat(50_000))
  const context = await add(file)
  await call('contexts.open', context)
  await until(() => statusOf(context)?.phase === 'reading')
  await call('contexts.close', context)
  expect([stateOf(context), statusOf(context)]).toEqual([undefined, { phase: 'closed' }])
  await write('a.json', configMap('two'))
  await call('contexts.open', context)
  await until(() => statusOf(context)?.phase === 'ready')
  expect(statusOf(context)).toMatchObject({ objects: 1 })
})

it('a dump that cannot be read is out of reach with the reason, and a retry reads it again', async () => {
  const context = await add(await write('a.json', 'nothing'))
  await call('contexts.open', context)
  await until(() => stateOf(context)?.phase === 'unreachable')
  expect(stateOf(context)?.reason?.message).toContain('nothing to show in a.json')
  await write('a.json', configMap('one'))
  await call('contexts.retry', context)
  await until(() => stateOf(context)?.phase === 'ready')
})

it('dumps are remembered until they are removed, which closes them', async () => {
  const context = await add(await write('a.json', configMap('one')))
  await engine.close()
  engine = await start()
  expect(engine.dumps.list.get()).toMatchObject([{ context, status: { phase: 'closed' } }])
  await call('contexts.open', context)
  await until(() => stateOf(context)?.phase === 'ready')
  await call('snapshots.remove', context)
  expect([stateOf(context), engine.kubeconfig.find(context), engine.dumps.list.get()]).toEqual([
    undefined,
    null,
    [],
  ])
  await engine.close()
  engine = await start()
  expect(engine.dumps.list.get()).toEqual([])
})

const corpus = path.join(
  process.env.GATEHOUSE_SHARED ?? path.join(import.meta.dirname, '../../shared'),
  'corpus',
)

it.skipIf(!existsSync(corpus))(
  'the policies and webhooks of the corpus are explained as those of a cluster are (skipped where it is not there)',
  async () => {
    const context = await add(corpus)
    await call('contexts.open', context)
    await until(() => stateOf(context)?.phase === 'ready')
    const policies = engine.handlers['admission.policies']({ context }, () => undefined)
    const webhooks = engine.handlers['admission.webhooks']({ context }, () => undefined)
    let text = ''
    await until(() => {
      const [first, second] = [policies.take(), webhooks.take()]
      text += first === undefined ? '' : JSON.stringify(first)
      text += second === undefined ? '' : JSON.stringify(second)
      return [
        'authorino-restrict-spec-fields',
        'default-pod-security-configurable',
        'cert-manager-webhook',
        'aws-load-balancer-webhook',
      ].every(name => text.includes(name))
    })
    policies.close()
    webhooks.close()
  },
)
