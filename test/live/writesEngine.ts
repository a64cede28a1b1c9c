/** The engine in this process on a real control plane, as tests of the write path use it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEngine, type Engine } from '../../main/engine.ts'
import type { Contract, Draft, ParamsOf, Plan, Run } from '../../shared/ipc/index.ts'
import type { KubeObject, ObjectRef } from '../../shared/kube/index.ts'
import { eventually } from './operationsEngine.ts'

type PlanParams = ParamsOf<Contract['writes.plan']>

export interface WritingEngine {
  readonly engine: Engine
  readonly context: string
  readonly home: string
  plan(text: string, more?: Partial<PlanParams>): Promise<Plan>
  send(plan: Plan, more?: { readonly typed?: string; readonly only?: number[] }): Promise<string>
  runOf(id: string): Run
  over(id: string): Promise<Run>
  /** Plans, sends and waits for the end. */
  write(text: string, more?: Partial<PlanParams>): Promise<Run>
  draftOf(id: string): Draft
  get(ref: ObjectRef): Promise<KubeObject>
  stop(): Promise<void>
}

export const apply = (force = false) => ({ type: 'apply', manager: 'gatehouse', force }) as const
const never = new AbortController().signal

export async function startWriting(kubeconfig: string, keptHome?: string): Promise<WritingEngine> {
  const home = keptHome ?? (await mkdtemp(join(tmpdir(), 'gatehouse-writes-')))
  const env = { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: join(home, 'config') }
  const engine = await createEngine({ host: 'serve', version: 'test', kubeconfig, env })
  const entry = engine.kubeconfig.list.get().contexts.find(({ origin }) => origin === 'kubeconfig')
  if (entry === undefined) throw new Error('the kubeconfig of the test cluster has no context')
  const context = entry.id
  const api = await engine.contexts.open(context)
  await eventually('discovery is read', () => api.discovery.get().readAt > 0)
  const { handlers } = engine
  const plan: WritingEngine['plan'] = (text, more = {}) =>
    handlers['writes.plan'](
      {
        ...{ context, text, draft: null, method: apply(), namespace: 'default' },
        ...{ fieldValidation: 'Strict', leave: [], ...more },
      },
      never,
    )
  const send: WritingEngine['send'] = async ({ id, typed }, more = {}) => {
    const asked = { plan: id, typed: more.typed ?? typed?.text ?? '', only: more.only }
    return (await handlers['writes.send'](asked, never)).run
  }
  const runOf = (id: string): Run => {
    const stream = handlers['writes.run']({ id }, () => undefined)
    const run = stream.take()
    stream.close()
    if (run === undefined) throw new Error('the run tells nothing')
    return run
  }
  const over = async (id: string): Promise<Run> => {
    await eventually(`the run ends`, () => runOf(id).phase !== 'running')
    return runOf(id)
  }
  return {
    ...{ engine, context, home, plan, send, runOf, over },
    write: async (text, more) => over(await send(await plan(text, more))),
    draftOf: id => {
      const stream = handlers['writes.draft']({ id }, () => undefined)
      const draft = stream.take()
      stream.close()
      if (draft === undefined) throw new Error('the draft tells nothing')
      return draft
    },
    get: ref => api.get(ref),
    stop: async () => {
      await engine.close()
      if (keptHome === undefined) await rm(home, { recursive: true, force: true })
    },
  }
}
