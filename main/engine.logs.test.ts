/** Logs of the sample cluster and of dumps, through the engine. */
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LogOptions, LogTarget, LogView, OpenState, PodLogFrame } from '../shared/ipc/index.ts'
import { createEngine, type Engine } from './engine.ts'
import { sampleEntry } from './snapshot/index.ts'

let home: string
let engine: Engine
const open = new Set<OpenState<{ view: LogView }, PodLogFrame>>()

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'gatehouse-engine-'))
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: home,
    KUBECONFIG: path.join(home, 'none'),
    PATH: process.env.PATH,
  }
  engine = await createEngine({ host: 'serve', version: 'test', env })
})
afterEach(() => {
  for (const stream of open) stream.close()
  open.clear()
  // Each open context follows its kinds.
  expect(engine.watches.openCount).toBe(2 * engine.contexts.sessions.get().length)
})
afterAll(async () => {
  await engine.close()
  await rm(home, { recursive: true, force: true })
})

const view: LogView = {
  window: { start: 'end', count: 500 },
  filter: {
    text: '',
    isPattern: false,
    isCaseSensitive: false,
    isInverted: false,
    levels: [],
    fields: [],
    hidden: [],
    around: 0,
  },
  search: null,
  isPaused: false,
}
const followed: LogOptions = {
  containers: null,
  isAll: false,
  follow: true,
  tail: 20,
  sinceSeconds: null,
  previous: false,
}

function follow(context: string, target: LogTarget, options: Partial<LogOptions> = {}) {
  const session = randomUUID()
  const stream = engine.handlers['logs.follow'](
    { context, session, target, options: { ...followed, ...options }, view },
    () => undefined,
  )
  open.add(stream)
  let last: PodLogFrame | null = null
  const until = async (claim: (frame: PodLogFrame) => boolean): Promise<PodLogFrame> => {
    await vi.waitFor(
      () => {
        last = stream.take() ?? last
        expect(last !== null && claim(last), JSON.stringify(last?.sources)).toBe(true)
      },
      { timeout: 15_000, interval: 20 },
    )
    return last as unknown as PodLogFrame
  }
  return { session, stream, until }
}

const textsOf = ({ entries }: PodLogFrame): readonly string[] => entries.map(({ text }) => text)
const selected = (namespace: string, labelSelector: string): LogTarget => ({
  type: 'selector',
  namespace,
  labelSelector,
})
const deployment = (namespace: string, name: string): LogTarget => ({
  type: 'object',
  ref: { resource: { group: 'apps', version: 'v1', resource: 'deployments' }, namespace, name },
})

describe('the sample cluster', () => {
  beforeAll(async () => void (await engine.contexts.open(sampleEntry.id)))

  it('writes believable lines, the pods of a Deployment together, and goes on', async () => {
    const { until, session } = follow(sampleEntry.id, deployment('shop', 'web'))
    const begun = await until(
      ({ held, sources }) => held >= 60 && sources.every(({ phase }) => phase === 'live'),
    )
    expect(begun.sources).toHaveLength(3)
    expect(
      begun.entries.filter(({ text }) => /"GET \S+ HTTP\/1\.1" \d{3} /.test(text)).length,
    ).toBeGreaterThan(50)
    const times = begun.entries.slice(0, 60).map(entry => (entry.type === 'line' ? entry.time : ''))
    expect(times).toEqual([...times].sort())
    const more = await until(({ held }) => held > begun.held)
    expect(new Set(more.entries.map(({ number }) => number)).size).toBe(more.entries.length)
    const saved = await engine.handlers['logs.save'](
      { session, isFiltered: false, hasTimes: true, hasSources: true, path: path.join(home, 'web.log') },
      new AbortController().signal,
    )
    expect((await stat(saved.path)).mode & 0o777).toBe(0o600)
    expect((await readFile(saved.path, 'utf8')).split('\n')[0]).toMatch(/^\d{4}-\S+Z web-\S+ web \S/)
  })

  it('has the same lines whenever it is asked', async () => {
    const read = async () => {
      const { until, stream } = follow(sampleEntry.id, selected('shop', 'app.kubernetes.io/name=cart'), {
        follow: false,
        sinceSeconds: 300,
        tail: null,
      })
      const frame = await until(
        ({ sources }) => sources.length > 0 && sources.every(({ phase }) => phase === 'ended'),
      )
      stream.close()
      open.delete(stream)
      return frame
    }
    const [first, second] = [await read(), await read()]
    const known = new Set(textsOf(second))
    expect(first.keys).toContain('req.url')
    expect(first.levels.info).toBeGreaterThan(10)
    // The first seconds may have gone out of the time that is asked for.
    expect(
      textsOf(first)
        .slice(20)
        .filter(text => !known.has(text)),
    ).toEqual([])
  })

  it.each([
    ['catalog', 'JSON of Go', /^\{"level":"(?:info|warn|error)"/],
    ['search', 'Java', /^\S+ \S+\s+(?:INFO|WARN|ERROR) 1 --- \[search\]|^java|^\t|^Caused by/],
  ])('%s writes %s', async (name, _what, form) => {
    const { until } = follow(sampleEntry.id, selected('shop', `app.kubernetes.io/name=${name}`))
    const frame = await until(({ held }) => held >= 40)
    expect(textsOf(frame).every(text => form.test(text))).toBe(true)
  })

  it('has colours, carriage returns and klog lines', async () => {
    const agent = follow(sampleEntry.id, selected('platform', 'app.kubernetes.io/name=log-agent'))
    const colored = await agent.until(({ held }) => held >= 30)
    expect(
      colored.entries.some(entry => entry.type === 'line' && entry.spans.some(({ color }) => color === 2)),
    ).toBe(true)
    expect(textsOf(colored).join()).not.toContain('\u001b')
    const guard = follow(sampleEntry.id, deployment('platform', 'policy-guard'))
    expect((await guard.until(({ held }) => held >= 20)).levels.none).toBeUndefined()
  })

  it('a container that crashes again and again has its stack trace, and an earlier run', async () => {
    const target = deployment('payments', 'fraud-check')
    const { until } = follow(sampleEntry.id, target)
    const frame = await until(({ sources, held }) => sources[0]?.phase === 'waiting' && held > 0)
    expect(textsOf(frame).join('\n')).toContain('java.io.FileNotFoundException: /models/v7/weights.bin')
    expect(frame.sources[0]?.reason?.message).toContain('CrashLoopBackOff')
    const previous = follow(sampleEntry.id, target, { previous: true })
    await previous.until(({ sources, held }) => sources[0]?.phase === 'ended' && held > 0)
  })

  it('an image that cannot be pulled is waited for, in words', async () => {
    const { until } = follow(sampleEntry.id, deployment('platform', 'image-verifier'))
    const frame = await until(({ sources }) => sources.length === 2)
    expect(frame.sources[0]).toMatchObject({
      phase: 'waiting',
      reason: { message: expect.stringContaining('ImagePullBackOff') },
    })
  })

  it('an object without pods says so, and one that is not there too', async () => {
    const service = follow(sampleEntry.id, {
      type: 'object',
      ref: {
        resource: { group: '', version: 'v1', resource: 'configmaps' },
        namespace: 'kube-system',
        name: 'coredns',
      },
    })
    const frame = await service.until(({ problems }) => problems.length > 0)
    expect(frame.problems[0]?.message).toMatch(/selects no pods|no object named/)
    const none = follow(sampleEntry.id, deployment('shop', 'none'))
    expect((await none.until(({ problems }) => problems.length > 0)).problems[0]?.message).toContain('none')
  })

  it('a filter that is no pattern is refused when the log is opened', () => {
    const filter = { ...view.filter, text: '(', isPattern: true }
    expect(() =>
      engine.handlers['logs.follow'](
        {
          context: sampleEntry.id,
          session: randomUUID(),
          target: deployment('shop', 'web'),
          options: followed,
          view: { ...view, filter },
        },
        () => undefined,
      ),
    ).toThrow('This is no pattern')
  })
})

describe('a dump', () => {
  const podOf = (name: string, containers: readonly string[]): string =>
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'shop', labels: { app: name } },
      spec: { containers: containers.map(each => ({ name: each })) },
      status: {
        phase: 'Running',
        containerStatuses: containers.map(each => ({
          name: each,
          restartCount: 1,
          state: { running: { startedAt: '2026-01-01T00:00:00Z' } },
          lastState: { terminated: { exitCode: 1, finishedAt: '2026-01-01T00:00:00Z' } },
        })),
      },
    })

  async function opened(dump: string, files: Readonly<Record<string, string>>): Promise<string> {
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(home, dump, name)
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, text)
    }
    const { context } = await engine.handlers['snapshots.add'](
      { paths: [path.join(home, dump)] },
      new AbortController().signal,
    )
    const api = await engine.contexts.open(context)
    await vi.waitFor(() => expect(api.session.state.get().phase).toBe('ready'), { timeout: 15_000 })
    return context
  }

  it('that is a must-gather shows the logs that it has, with their times, and says which it has not', async () => {
    const root = 'namespaces/shop/pods/web/app/app/logs'
    const context = await opened('must-gather', {
      'namespaces/shop/pods/web/web.json': podOf('web', ['app', 'sidecar']),
      [`${root}/current.log`]: '2026-01-02T03:04:05.1Z one\n2026-01-02T03:04:06.2Z two\n',
      [`${root}/previous.log`]: '2026-01-01T03:04:05.1Z before\n',
    })
    const { until } = follow(context, selected('shop', 'app=web'))
    const frame = await until(
      ({ sources }) => sources.length === 2 && sources.every(({ phase }) => /ended|failed/.test(phase)),
    )
    expect(frame.entries.map(entry => [entry.text, entry.type === 'line' && entry.time])).toEqual([
      ['one', '2026-01-02T03:04:05.1Z'],
      ['two', '2026-01-02T03:04:06.2Z'],
    ])
    expect(frame.sources[1]).toMatchObject({
      container: 'sidecar',
      phase: 'failed',
      reason: {
        reason: 'NotInDump',
        message:
          'The dump holds no log of container sidecar in pod web. Whether the cluster has one cannot be told.',
      },
    })
    const previous = follow(context, selected('shop', 'app=web'), { previous: true, containers: ['app'] })
    expect(textsOf(await previous.until(({ held }) => held === 1))).toEqual(['before'])
  })

  it('of kubectl cluster-info has the logs of all containers of a pod in one file', async () => {
    const part = (container: string, text: string): string =>
      `==== START logs for container ${container} of pod shop/web ====\n${text}==== END logs for container ${container} of pod shop/web ====\n`
    const context = await opened('cluster-info', {
      'shop/pods.json': podOf('web', ['app', 'proxy']),
      'shop/web/logs.txt': part('app', 'a1\na2\na3\n') + part('proxy', 'p1\n'),
    })
    const { until } = follow(context, selected('shop', ''), { tail: 2 })
    const frame = await until(
      ({ sources }) => sources.length === 2 && sources.every(({ phase }) => phase === 'ended'),
    )
    expect(frame.entries.map(entry => [entry.source, entry.text]).sort()).toEqual([
      [0, 'a2'],
      [0, 'a3'],
      [1, 'p1'],
    ])
  })
})
