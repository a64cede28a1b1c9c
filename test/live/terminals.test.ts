/** Terminals on a real control plane: processes, their input, output and end, lost connections, debugging. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppErrorBody, isAppError } from '../../shared/errors/index.ts'
import type { DebugTarget, Terminal } from '../../shared/ipc/index.ts'
import { type Cluster, type FaultProxy, startCluster, startProxy } from '../cluster/harness/index.ts'
import { figure } from './figures.ts'
import { aliveIn, countable, eventually, openFiles } from './leftovers.ts'
import { follow } from './printed.ts'
import { isLive, type Running, startProduct, viewOf } from './running.ts'
import { drawn, randomBytes, type TerminalsUnderTest, terminalPods, terminalsOf } from './terminals.ts'

/** CI sends 10 MB each way; the soak sends more (test/soak/streams.ts). */
const megabytes = Number(process.env.GATEHOUSE_STREAM_MEGABYTES ?? 10)
const cuts = Number(process.env.GATEHOUSE_STREAM_CUTS ?? 8)
const seed = Number(process.env.GATEHOUSE_STREAM_SEED ?? Date.now() % 1_000_000)

let cluster: Cluster
let proxy: FaultProxy
let product: Running
let behindProxy: Running
let heap: string
let context: string
let terminals: TerminalsUnderTest

beforeAll(async () => {
  cluster = await startCluster()
  proxy = await startProxy(cluster)
  await cluster.apply(terminalPods)
  heap = join(cluster.dir, 'engine.heapsnapshot')
  product = await startProduct({ kubeconfig: cluster.kubeconfig })
  behindProxy = await startProduct({ kubeconfig: proxy.kubeconfig, env: countable(heap) })
  context = (await product.ready()).id
  terminals = terminalsOf(product.client, context)
  await cluster.kubectl([
    'wait',
    '-n',
    'terminals',
    'pod/shop',
    'pod/talker',
    '--for=condition=Ready',
    '--timeout=60s',
  ])
  await cluster.kubectl([
    'wait',
    '-n',
    'terminals',
    'pod/done',
    '--for=jsonpath={.status.phase}=Failed',
    '--timeout=60s',
  ])
})
afterAll(async () => {
  await product?.stop()
  await behindProxy?.stop()
  await proxy?.stop()
  await cluster?.stop()
})

const podKind = { group: '', version: 'v1', resource: 'pods' }
const shell = {
  kind: 'shell',
  namespace: 'terminals',
  pod: 'shop',
  container: '',
  command: [] as string[],
} as const
const run = (...command: string[]) => ({ ...shell, command })

const failure = (work: Promise<unknown>): Promise<AppErrorBody> =>
  work.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: unknown) => (isAppError(error) ? error.body : Promise.reject(error)),
  )

describe('a shell', () => {
  it('is the best there is, in the container that the pod names, and tells its exit code', async () => {
    const terminal = await terminals.open(shell)
    const opened = await terminal.when(({ phase }) => phase === 'open')
    expect(opened).toMatchObject({ container: 'second', isTty: true, canReopen: false })
    expect(['bash', 'ash', 'sh']).toContain(opened.command[0])
    await terminal.type('echo "$WHO-$((6*7))-$TERM"\n')
    await terminal.says('second-42-xterm-256color')
    await terminal.type('exit 3\n')
    expect(await terminal.over()).toMatchObject({ phase: 'ended', exitCode: 3, canReopen: true })
    expect(terminal.text()).not.toContain('7777')
    await terminal.reopen()
    const before = terminal.text().length
    await terminal.type('echo again-$((1+1))\n')
    await terminal.says('again-2')
    expect(terminal.text().length).toBeGreaterThan(before)
    expect(terminal.skipped()).toBe(0)
    await terminal.close()
    expect((await terminals.list()).some(({ id }) => id === terminal.id)).toBe(false)
  })

  it('learns the size of its terminal, at first and later', async () => {
    const terminal = await terminals.open(shell, { columns: 91, rows: 33 })
    await terminal.type('stty size\n')
    await terminal.says('33 91')
    await terminal.resize(132, 50)
    await terminal.type('stty size\n')
    await terminal.says('50 132')
    await terminal.close()
  })

  it('keeps its output for who comes later, from any offset', async () => {
    const terminal = await terminals.open(run('sh', '-c', 'seq 1 1000; sleep 1000'))
    await terminal.says('1000')
    const late = terminals.readerOf(terminal.id, 2)
    await late.says('1000')
    expect(late.text()).toBe(terminal.text().slice(2))
    await terminal.close()
  })
})

describe('what cannot be opened is told in words:', () => {
  it.each<{ what: string; target: object; shown: Partial<Terminal>; reason: string; words: RegExp }>([
    {
      what: 'no such pod',
      target: { pod: 'none' },
      shown: { phase: 'failed' },
      reason: 'NotFound',
      words: /none/,
    },
    {
      what: 'no such container',
      target: { container: 'third' },
      shown: { phase: 'failed' },
      reason: 'ContainerNotFound',
      words: /Pod shop has no container third/,
    },
    {
      what: 'a pod on no node',
      target: { pod: 'pending' },
      shown: { phase: 'failed' },
      reason: 'ContainerNotRunning',
      words: /does not run yet.*Pending/,
    },
    {
      what: 'a container that is over',
      target: { pod: 'done' },
      shown: { phase: 'failed' },
      reason: 'ContainerNotRunning',
      words: /exit code 4/,
    },
    {
      what: 'an image that is missing',
      target: { pod: 'no-image' },
      shown: { phase: 'failed' },
      reason: 'ContainerNotRunning',
      words: /is waiting: (ErrImagePull|ImagePullBackOff)/,
    },
  ])('$what', async ({ target, shown, reason, words }) => {
    const terminal = await terminals.open({ ...shell, ...target })
    const over = await terminal.over()
    expect(over).toMatchObject(shown)
    expect(over.reason?.reason).toBe(reason)
    expect(over.reason?.message).toMatch(words)
    expect((await failure(terminal.type('x'))).reason).toBe('NotOpen')
    await terminal.close()
  })

  it('no such command: the exit code of whoever looked for it', async () => {
    const terminal = await terminals.open(run('no-such-command'))
    const { phase, exitCode, reason } = await terminal.over()
    expect(phase === 'ended' ? exitCode : reason?.reason).toEqual(phase === 'ended' ? 127 : 'CommandNotFound')
    await terminal.close()
  })

  it('the sample cluster, in which nothing runs', async () => {
    const { client } = product
    const sample = 'sample'
    await client.call('contexts.open', { context: sample })
    const view = follow(heard => client.open('tables.view', viewOf(sample, podKind), heard))
    await view.stream.until(isLive)
    const found = view.receiver.window().find(({ cells }) => cells.includes('Running'))
    view.close()
    const place = { namespace: found?.namespace ?? '', pod: found?.name ?? '' }
    const terminal = await terminalsOf(client, sample).open({ ...shell, ...place })
    const { reason } = await terminal.over()
    expect([reason?.reason, reason?.message]).toEqual(['NothingRuns', expect.stringContaining('made up')])
    await terminal.close()
    await client.call('contexts.close', { context: sample })
  })
})

it('attaching takes the ends of the container’s own process', async () => {
  const terminal = await terminals.open({
    kind: 'attach',
    namespace: 'terminals',
    pod: 'talker',
    container: '',
  })
  expect(await terminal.when(({ phase }) => phase === 'open')).toMatchObject({
    kind: 'attach',
    isTty: false,
    container: 'main',
  })
  await terminal.type('hello\n')
  await terminal.says('hello')
  await terminal.close()
})

it('the input of a process is closed while its output goes on', async () => {
  const terminal = await terminals.open(run('sh', '-c', 'cat | wc -c; echo over'), { isTty: false })
  await terminal.type('x'.repeat(100_000))
  await terminal.endInput()
  expect(await terminal.over()).toMatchObject({ phase: 'ended', exitCode: 0 })
  await terminal.complete()
  expect(terminal.text().replace(/\s+/g, ' ').trim()).toBe('100000 over')
  await terminal.close()
})

it('what goes in comes out, byte for byte', { timeout: 60_000 + megabytes * 5000 }, async () => {
  const terminal = await terminals.open(run('cat'), { isTty: false })
  const [sent, got] = [createHash('sha256'), createHash('sha256')]
  let received = 0
  terminal.heard(bytes => {
    got.update(bytes)
    received += bytes.byteLength
  })
  const chunk = 128 * 1024
  const total = megabytes * 1024 * 1024
  for (let at = 0; at < total; at += chunk) {
    const bytes = randomBytes(seed + at, Math.min(chunk, total - at))
    sent.update(bytes)
    await terminal.input(bytes)
  }
  await terminal.endInput()
  expect(await terminal.over(60_000 + megabytes * 3000)).toMatchObject({ phase: 'ended', exitCode: 0 })
  await terminal.complete()
  const isEqual = sent.digest('hex') === got.digest('hex')
  figure('terminals.bytes', `${isEqual ? received / 1024 / 1024 : 0}/${megabytes}`, 'MB', 'all')
  expect([received, terminal.skipped(), isEqual]).toEqual([total, 0, true])
  await terminal.close()
})

it('a process that nobody reads is not held up, and what is too old is said to be gone', async () => {
  const terminal = await terminals.open(run('sh', '-c', 'head -c 5000000 /dev/zero; echo end'), {
    isTty: false,
    isRead: false,
  })
  await terminal.over()
  const late = terminals.readerOf(terminal.id, 0)
  await late.says('end')
  expect(late.skipped()).toBe(5_000_004 - 1024 * 1024)
  expect(late.text().length).toBe(1024 * 1024)
  await terminal.close()
})

it('connections cut at random leave a clear state, and nothing else', {
  timeout: 60_000 + cuts * 3000,
}, async () => {
  console.log(`GATEHOUSE_STREAM_SEED=${seed} makes the same cuts`)
  const random = drawn(seed)
  const { client, app } = behindProxy
  const cutOff = async (): Promise<string> => {
    const through = terminalsOf(client, (await behindProxy.ready()).id)
    const isBusy = random() < 0.5
    const terminal = await through.open(
      isBusy ? run('sh', '-c', 'while :; do seq 1 9999; done') : run('cat'),
      { isTty: random() < 0.5 },
    )
    const wait = random() * 300
    if (random() < 0.8) await terminal.when(({ phase }) => phase === 'open')
    await pause(wait)
    const writing = terminal.type('x'.repeat(random() * 300_000)).catch(() => undefined)
    const ended = terminal.over()
    // One that was still on its way comes through after the first cut.
    for (let isOver = false; !isOver; ) {
      await proxy.cut()
      isOver = await Promise.race([ended.then(() => true), pause(250).then(() => false)])
    }
    const { phase, reason, canReopen } = await ended
    await writing
    await terminal.close()
    const isClear =
      (phase === 'lost' && reason?.reason === 'OutcomeUnknown') ||
      (phase === 'failed' && reason !== undefined)
    return isClear && canReopen ? 'clear' : `${phase}: ${reason?.message}`
  }
  const release = async (): Promise<void> => {
    await client.call('contexts.close', { context: behindProxy.contexts[0]!.id })
    await eventually(async () => (await proxy.stats()).connections.open === 0)
  }
  await cutOff()
  await release()
  const before = { files: openFiles(app.pid), alive: await aliveIn(app.pid, heap) }
  const ends: string[] = []
  for (let round = 0; round < cuts; round++) ends.push(await cutOff())
  await release()
  await eventually(() => openFiles(app.pid) < before.files + cuts)
  const alive = await aliveIn(app.pid, heap)
  const left = [...alive].filter(([name, count]) => count > (before.alive.get(name) ?? 0))
  figure('terminals.cuts', `${ends.filter(end => end === 'clear').length}/${cuts}`, 'cuts', 'all')
  expect(ends).toEqual(ends.map(() => 'clear'))
  expect(left).toEqual([])
  // The engine opens files of its own too; one left by each terminal would be more.
  expect(openFiles(app.pid)).toBeLessThan(before.files + cuts)
})

it('a connection that falls silent is noticed', { timeout: 90_000 }, async () => {
  const through = terminalsOf(behindProxy.client, (await behindProxy.ready()).id)
  const terminal = await through.open(run('cat'))
  await terminal.when(({ phase }) => phase === 'open')
  await proxy.stall()
  const began = performance.now()
  const { phase, reason } = await terminal.over(60_000)
  figure('terminals.silence', Math.round((performance.now() - began) / 1000), 's', '<= 30')
  await proxy.resume()
  expect([phase, reason?.reason]).toEqual(['lost', 'OutcomeUnknown'])
  await terminal.close()
})

describe('debugging', () => {
  const size = { columns: 80, rows: 24 }
  const container: DebugTarget = {
    kind: 'container',
    namespace: 'terminals',
    pod: 'shop',
    target: 'first',
    image: 'busybox',
    profile: 'general',
    command: ['sh'],
  }
  const node: DebugTarget = {
    kind: 'node',
    namespace: 'terminals',
    node: 'node-1',
    image: 'busybox',
    profile: 'general',
    command: ['sh'],
  }
  const plan = (target: DebugTarget) => product.client.call('terminals.planDebug', { context, target })
  const podNames = async (): Promise<string> =>
    (await cluster.kubectl(['get', 'pods', '-n', 'terminals', '-o', 'name'])).stdout
  const ephemeral = async (): Promise<string> =>
    (
      await cluster.kubectl([
        'get',
        'pod',
        'shop',
        '-n',
        'terminals',
        '-o',
        'jsonpath={.spec.ephemeralContainers}',
      ])
    ).stdout

  it('a container is added to a pod once the user agreed, and a terminal is in it', async () => {
    const { id, result, object, summary, problem } = await plan(container)
    expect(problem).toBeUndefined()
    expect(summary).toMatch(/Adds container debugger-\w{5} with image busybox to pod shop/)
    for (const text of [object, result].map(each => JSON.stringify(each))) {
      expect(text).toContain('"targetContainerName":"first"')
      expect(text).toContain('SYS_PTRACE')
    }
    expect(await ephemeral(), 'planning writes nothing').toBe('')
    const opened = await product.client.call('terminals.openDebug', { plan: id, ...size })
    const terminal = terminals.readerOf(opened.id)
    await terminal.when(({ phase }) => phase === 'open')
    await terminal.type('echo inside-$((2+3))\n')
    await terminal.says('inside-5')
    expect(await ephemeral()).toContain('"targetContainerName":"first"')
    await terminal.type('exit 7\n')
    expect(await terminal.over()).toMatchObject({
      kind: 'debug',
      phase: 'ended',
      exitCode: 7,
      canReopen: false,
    })
    await terminal.close()
    expect((await failure(product.client.call('terminals.openDebug', { plan: id, ...size }))).reason).toBe(
      'NoPlan',
    )
  })

  it('a pod is created on a node once the user agreed, and removed on request', async () => {
    const before = await podNames()
    const { id, result, summary, problem } = await plan(node)
    expect(problem).toBeUndefined()
    expect(summary).toMatch(/Creates pod node-debugger-node-1-\w{5} .* file system at \/host/)
    expect(result).toMatchObject({ spec: { hostNetwork: true } })
    expect(await podNames(), 'planning writes nothing').toBe(before)
    const opened = await product.client.call('terminals.openDebug', { plan: id, ...size })
    const terminal = terminals.readerOf(opened.id)
    const { leftBehind, pod } = await terminal.when(({ phase }) => phase === 'open')
    expect(leftBehind).toBe(`Pod terminals/${pod}`)
    await terminal.type('echo inside-$((2+3))\n')
    await terminal.says('inside-5')
    await terminal.type('exit\n')
    expect(await terminal.over()).toMatchObject({ kind: 'node', phase: 'ended', leftBehind })
    await product.client.call('terminals.removeLeft', { id: terminal.id })
    expect((await terminal.when(one => one.leftBehind === undefined)).id).toBe(terminal.id)
    await cluster.kubectl(['wait', '-n', 'terminals', `pod/${pod}`, '--for=delete', '--timeout=60s'])
    expect(await podNames()).toBe(before)
    await terminal.close()
  })

  it('a pod on a node outlives its terminal, and is listed until it is removed', async () => {
    const list = product.client.open('terminals.list', {})
    const opened = await product.client.call('terminals.openDebug', { plan: (await plan(node)).id, ...size })
    const terminal = terminals.readerOf(opened.id)
    const { pod } = await terminal.when(({ phase }) => phase === 'open')
    expect(list.value?.left).toEqual([])
    await terminal.type('exit\n')
    await terminal.over()
    await terminal.close()
    const { left } = await list.until(value => value.left.length > 0)
    expect(left).toEqual([
      { id: opened.id, context, node: 'node-1', namespace: 'terminals', pod, isCertain: true },
    ])
    expect(await podNames()).toContain(pod)
    await product.client.call('terminals.removeLeft', { id: opened.id })
    await list.until(value => value.left.length === 0)
    await cluster.kubectl(['wait', '-n', 'terminals', `pod/${pod}`, '--for=delete', '--timeout=60s'])
    expect(await podNames()).not.toContain(pod)
    list.close()
  })

  it('an image that cannot be had ends the wait with the node’s own reason', async () => {
    const { id } = await plan({ ...container, image: 'registry.invalid/x' })
    const opened = await product.client.call('terminals.openDebug', { plan: id, ...size })
    const terminal = terminals.readerOf(opened.id)
    const { phase, reason } = await terminal.over(60_000)
    expect([phase, reason?.reason]).toEqual(['failed', 'ImagePullBackOff'])
    expect(reason?.message).toMatch(/does not start: ImagePullBackOff/)
    await terminal.close()
  })

  it('what the server refuses is told before anything is written', async () => {
    const { problem, result } = await plan({ ...container, target: 'none' })
    expect([problem?.kind, result]).toEqual(['invalid', null])
  })

  it('in a protected context nothing is opened, planned, written or removed', async () => {
    const planned = await plan(node)
    const before = await podNames()
    const running = await terminals.open(shell)
    await running.when(({ phase }) => phase === 'open')
    await product.client.call('settings.change', { protectedIds: [context] })
    const refused = [
      terminals.open(shell),
      plan(node),
      plan(container),
      product.client.call('terminals.openDebug', { plan: planned.id, ...size }),
    ]
    for (const work of refused) expect((await failure(work)).reason).toBe('ProtectedContext')
    expect(await running.over()).toMatchObject({
      phase: 'lost',
      reason: { message: expect.stringContaining('protected') },
    })
    expect((await failure(running.reopen())).reason).toBe('ProtectedContext')
    expect(await podNames()).toBe(before)
    await product.client.call('settings.change', { protectedIds: [] })
    await running.close()
  })
})

it('a terminal ends with its context', async () => {
  const terminal = await terminals.open(shell)
  await terminal.when(({ phase }) => phase === 'open')
  await product.client.call('contexts.close', { context })
  expect(await terminal.over()).toMatchObject({
    phase: 'lost',
    canReopen: true,
    reason: { message: expect.stringContaining('The context was closed') },
  })
  expect((await failure(terminal.reopen())).kind).toBe('notOpen')
  await product.ready()
  await terminal.reopen()
  await terminal.type('echo back-$((1+1))\n')
  await terminal.says('back-2')
  await terminal.close()
})
