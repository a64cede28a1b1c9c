import { randomUUID } from 'node:crypto'
import { type AppErrorBody, isAppError } from '../../../../shared/errors/index.ts'
import type { DebugPlan, DebugTarget } from '../../../../shared/ipc/index.ts'
import type { ContextId } from '../../../../shared/kube/index.ts'
import { type ApiClient, resourcePath } from '../../../api/index.ts'
import type { ApiRequest } from '../../../session/index.ts'
import { podPath, readPod } from '../pod.ts'
import { containerPatch, nodeContainer, nodePod, summaryOf, uniqueName } from './manifests.ts'

/** A plan with what it takes to carry it out. */
export interface Planned {
  readonly plan: DebugPlan
  readonly context: ContextId
  readonly target: DebugTarget
  readonly namespace: string
  readonly pod: string
  readonly container: string
  /** What is written once the user agreed. */
  readonly write: Write
  readonly purpose: string
}

type Write = Pick<ApiRequest, 'method' | 'path' | 'query' | 'contentType'> & {
  readonly method: 'POST' | 'PATCH'
  readonly body: string
}

interface Draft extends Omit<Planned, 'plan' | 'context'> {
  readonly object: object
  readonly name: string
}

/**
 * Says what debugging would write and what the server makes of it, by a dry run.
 * @param random numbers in [0, 1)
 * @throws AppError where the pod cannot be read
 */
export async function planDebug(
  api: ApiClient,
  target: DebugTarget,
  random: () => number,
  signal: AbortSignal,
): Promise<Planned> {
  const draft =
    target.kind === 'container' ? await forPod(api, target, random, signal) : forNode(target, random)
  const { object, name, ...rest } = draft
  const { method, path } = draft.write
  const tried = await dryRun(api, draft, signal)
  const plan: DebugPlan = {
    ...{ id: randomUUID(), summary: summaryOf(target, name), method, path, object },
    ...tried,
  }
  return { ...rest, plan, context: api.context }
}

async function forPod(
  api: ApiClient,
  target: Extract<DebugTarget, { kind: 'container' }>,
  random: () => number,
  signal: AbortSignal,
): Promise<Draft> {
  const { namespace, pod } = target
  const name = uniqueName('debugger', random)
  const { metadata } = await readPod(api, { namespace, pod }, signal)
  const object = containerPatch(target, name, metadata.uid)
  return {
    ...{ target, namespace, pod, name, container: name, object },
    purpose: `add a debug container to pod ${pod} in namespace ${namespace}`,
    write: {
      method: 'PATCH',
      path: podPath({ namespace, pod }, 'ephemeralcontainers'),
      query: { fieldManager },
      contentType: 'application/strategic-merge-patch+json',
      body: JSON.stringify(object),
    },
  }
}

function forNode(target: Extract<DebugTarget, { kind: 'node' }>, random: () => number): Draft {
  const { namespace, node } = target
  const name = uniqueName(`node-debugger-${node}`, random)
  const object = nodePod(target, name)
  return {
    ...{ target, namespace, pod: name, name, container: nodeContainer, object },
    purpose: `create a debug pod on node ${node} in namespace ${namespace}`,
    write: {
      method: 'POST',
      path: resourcePath({ group: '', version: 'v1', resource: 'pods' }, { namespace }),
      query: { fieldManager },
      contentType: 'application/json',
      body: JSON.stringify(object),
    },
  }
}

const fieldManager = 'gatehouse'

async function dryRun(
  { session }: ApiClient,
  { write, purpose, target, name }: Draft,
  signal: AbortSignal,
): Promise<Pick<DebugPlan, 'result' | 'warnings' | 'problem'>> {
  const query = { ...write.query, dryRun: 'All' }
  try {
    const answer = await session.request({ ...write, query, purpose, signal, whenThrottled: 'fail' })
    const made = await answer.json()
    return { result: shown(made, target, name), warnings: answer.warnings }
  } catch (error) {
    if (!isAppError(error) || signal.aborted) throw error
    return { result: null, ...problemOf(error.body) }
  }
}

function problemOf(problem: AppErrorBody): Pick<DebugPlan, 'warnings' | 'problem'> {
  return { warnings: problem.warnings ?? [], problem }
}

/** Of a pod that was there already only the container that comes to it; of a new one all but who owns what. */
function shown(made: unknown, target: DebugTarget, name: string): unknown {
  if (typeof made !== 'object' || made === null) return made
  if (target.kind === 'container') {
    const { spec } = made as { readonly spec?: { readonly ephemeralContainers?: unknown } }
    const all = Array.isArray(spec?.ephemeralContainers) ? (spec.ephemeralContainers as unknown[]) : []
    const added = all.filter(one => (one as { readonly name?: unknown } | null)?.name === name)
    return { spec: { ephemeralContainers: added } }
  }
  const { metadata, ...rest } = made as { readonly metadata?: Readonly<Record<string, unknown>> }
  const { managedFields: _owners, ...kept } = metadata ?? {}
  return { ...rest, metadata: kept }
}
