/** The engine in this process on a real control plane, as tests of operations use it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEngine, type Engine } from '../../main/engine.ts'
import type { Operation, Plan, Run } from '../../shared/ipc/index.ts'
import type { KubeObject, ObjectRef } from '../../shared/kube/index.ts'
import { type Cluster, type ClusterOptions, startCluster } from '../cluster/harness/index.ts'

export interface EngineUnderTest {
  readonly cluster: Cluster
  readonly engine: Engine
  readonly context: string
  /** Reference by `resource.group` or `resource`, as the server prefers its version. */
  ref(resource: string, name: string, namespace?: string): ObjectRef
  get(ref: ObjectRef): Promise<KubeObject>
  /** Null where it is not there. */
  find(ref: ObjectRef): Promise<KubeObject | null>
  plan(operation: Operation, ...targets: readonly ObjectRef[]): Promise<Plan>
  /** Sends a plan; gives the run as soon as it began. */
  send(plan: Plan): Promise<RunUnderTest>
  /** Plans, confirms, and waits for the end. */
  carryOut(operation: Operation, ...targets: readonly ObjectRef[]): Promise<Run>
  stop(): Promise<void>
}

export interface RunUnderTest {
  readonly id: string
  readonly run: Run
  until(claim: (run: Run) => boolean, milliseconds?: number): Promise<Run>
  over(): Promise<Run>
  /** The end of a run that was resumed. */
  again(): Promise<Run>
  cancel(): Promise<void>
}

const signal = new AbortController().signal

/** A control plane of its own with an engine on it. */
export async function startEngine(options: ClusterOptions = {}): Promise<EngineUnderTest> {
  const cluster = await startCluster(options)
  const test = await engineOn(cluster, cluster.kubeconfig)
  return {
    ...test,
    stop: async () => {
      await test.stop()
      await cluster.stop()
    },
  }
}

/** An engine on a control plane that is there. */
export async function engineOn(cluster: Cluster, kubeconfig: string): Promise<EngineUnderTest> {
  const home = await mkdtemp(join(tmpdir(), 'gatehouse-operations-'))
  const env = { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: join(home, 'config') }
  const engine = await createEngine({
    host: 'serve',
    version: 'test',
    kubeconfig,
    env,
  })
  const entry = engine.kubeconfig.list.get().contexts.find(({ origin }) => origin === 'kubeconfig')
  if (entry === undefined) throw new Error('the kubeconfig of the test cluster has no context')
  const context = entry.id
  const api = await engine.contexts.open(context)
  await eventually('discovery is read', () => api.discovery.get().readAt > 0)
  const { handlers } = engine
  const find = (ref: ObjectRef): Promise<KubeObject | null> => api.get(ref).catch(() => null)
  const plan = (operation: Operation, ...targets: readonly ObjectRef[]): Promise<Plan> =>
    handlers['operations.plan']({ context, targets: [...targets], operation }, signal)
  const send = async ({ id, typed }: Plan): Promise<RunUnderTest> => {
    const { run } = await handlers['writes.send']({ plan: id, typed: typed?.text ?? '' }, signal)
    return follow(engine, run)
  }
  return {
    ...{ cluster, engine, context, find, plan, send },
    ref: (resource, name, namespace = '') => {
      const found = api.discovery
        .get()
        .resources.find(
          info => info.preferred && [info.resource, `${info.resource}.${info.group}`].includes(resource),
        )
      if (found === undefined) throw new Error(`the server has no ${resource}`)
      const { group, version } = found
      return { resource: { group, version, resource: found.resource }, namespace, name }
    },
    get: ref => api.get(ref),
    carryOut: async (operation, ...targets) => (await send(await plan(operation, ...targets))).over(),
    stop: async () => {
      await engine.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

function follow(engine: Engine, id: string): RunUnderTest {
  let latest: Run | undefined
  let heard = Promise.withResolvers<void>()
  const state = engine.handlers['writes.run']({ id }, () => {
    latest = state.take() ?? latest
    heard.resolve()
    heard = Promise.withResolvers<void>()
  })
  latest = state.take() ?? latest
  const run = (): Run => {
    if (latest === undefined) throw new Error('the run tells nothing')
    return latest
  }
  const until = async (claim: (run: Run) => boolean, milliseconds = 60_000): Promise<Run> => {
    await eventually('the run gets there', () => latest !== undefined && claim(latest), milliseconds).catch(
      (error: unknown) => {
        throw new Error(`${String(error)}: ${JSON.stringify(latest)}`)
      },
    )
    return run()
  }
  return {
    id,
    until,
    get run() {
      return run()
    },
    over: () => until(({ phase }) => phase !== 'running'),
    again: () => follow(engine, id).over(),
    cancel: async () => void (await engine.handlers['writes.cancelRun']({ id }, signal)),
  }
}

/** Waits until a claim holds. */
export async function eventually(
  what: string,
  claim: () => boolean | Promise<boolean>,
  milliseconds = 60_000,
): Promise<void> {
  const deadline = Date.now() + milliseconds
  while (!(await claim())) {
    if (Date.now() > deadline) throw new Error(`not within ${milliseconds} ms: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
