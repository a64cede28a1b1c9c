import { randomUUID } from 'node:crypto'
import { AppError, type AppErrorBody, isAppError } from '../../../../shared/errors/index.ts'
import type { Clock } from '../../../../shared/flow/index.ts'
import type { HandlersOf, LeftPod } from '../../../../shared/ipc/index.ts'
import type { ContextId } from '../../../../shared/kube/index.ts'
import type { ApiClient } from '../../../api/index.ts'
import { type ConsentedRequest, consentTo } from '../../../session/index.ts'
import { attachTo } from '../attachOrigin.ts'
import type { Origin } from '../origin.ts'
import { podPath, readPod, readPodForm } from '../pod.ts'
import type { Registry } from '../registry.ts'
import { type Planned, planDebug } from './plan.ts'
import { waitRunning } from './waitRunning.ts'

interface DebuggingOptions {
  /** Of a context that is open and not protected. @throws AppError */
  readonly writable: (context: ContextId, purpose: string) => ApiClient
  readonly registry: Registry
  readonly clock: Clock
}

type Names = 'terminals.planDebug' | 'terminals.openDebug' | 'terminals.removeLeft'

interface Debugging {
  readonly handlers: Pick<HandlersOf<'terminals'>, Names>
}

/** A pod that a node terminal made, until it is removed. */
interface Left {
  readonly pod: LeftPod
  /** Empty where the answer to its creation was lost. */
  readonly uid: string
}

const mostPlans = 20

/** Plans what debugging writes, writes what the user agreed to, and takes it away again. */
export function createDebugging({ writable, registry, clock }: DebuggingOptions): Debugging {
  const plans = new Map<string, Planned>()
  const left = new Map<string, Left>()
  const tell = (): void => registry.setLeft([...left.values()].map(({ pod }) => pod))
  const keep = ({ context, target, namespace, pod }: Planned, id: string, uid: string): void => {
    if (target.kind !== 'node') return
    const { node } = target
    left.set(id, { pod: { id, context, node, namespace, pod, isCertain: uid !== '' }, uid })
    tell()
  }

  const open = async (planned: Planned, size: { columns: number; rows: number }): Promise<string> => {
    const { context, target, purpose, write, namespace, pod } = planned
    const api = writable(context, purpose)
    // What is written must not be without its terminal.
    const release = registry.reserve()
    try {
      const made = readPodForm(await agreed(api, write, purpose))
      release()
      const live = registry.open(debugOrigin(planned, writable, clock), size)
      keep(planned, live.terminal.id, made?.metadata.uid ?? '')
      if (target.kind === 'node') live.setLeftBehind(`Pod ${namespace}/${pod}`)
      return live.terminal.id
    } catch (error) {
      if (!mayBeDone(error)) throw error
      keep(planned, randomUUID(), '')
      throw new AppError(inDoubt(error.body, planned))
    } finally {
      release()
    }
  }

  return {
    handlers: {
      'terminals.planDebug': async ({ context, target }, signal) => {
        const what = target.kind === 'node' ? `node ${target.node}` : `pod ${target.pod}`
        const api = writable(context, `debug ${what}`)
        const planned = await planDebug(api, target, Math.random, signal)
        plans.set(planned.plan.id, planned)
        for (const oldest of [...plans.keys()].slice(0, -mostPlans)) plans.delete(oldest)
        return planned.plan
      },
      'terminals.openDebug': async ({ plan, ...size }) => {
        const planned = plans.get(plan)
        if (planned === undefined) throw noPlan()
        // A plan is good for one try: what it found may have changed.
        plans.delete(plan)
        return { id: await open(planned, size) }
      },
      'terminals.removeLeft': async ({ id }, signal) => {
        const found = left.get(id)
        if (found !== undefined) await remove(writable, found, signal)
        left.delete(id)
        tell()
        registry.find(id)?.setLeftBehind('')
        return null
      },
    },
  }
}

/** Whether a write may have been carried out all the same: nobody said that it was not. */
function mayBeDone(error: unknown): error is AppError {
  return isAppError(error) && ['unreachable', 'serverFault', 'cancelled'].includes(error.body.kind)
}

function inDoubt(body: AppErrorBody, { target, namespace, pod, container }: Planned): AppErrorBody {
  const what =
    target.kind === 'node'
      ? `Pod ${namespace}/${pod} may have been created; “Debug shell…” on node ${target.node} offers to delete it.`
      : `Container ${container} may have been added to pod ${namespace}/${pod}.`
  return { ...body, message: `${body.message} ${what}` }
}

function debugOrigin(planned: Planned, writable: DebuggingOptions['writable'], clock: Clock): Origin {
  const { context, target, namespace, pod, container } = planned
  const { command } = target
  const node = target.kind === 'node' ? target.node : ''
  return {
    ...{ context, namespace, pod, node, container, command, isTty: true },
    kind: target.kind === 'node' ? 'node' : 'debug',
    mayReopen: why => why !== null && why.reason !== 'ContainerEnded',
    connect: async (size, report, signal) => {
      const api = writable(context, `attach to container ${container} of pod ${pod}`)
      const found = await waitRunning({ api, place: { namespace, pod }, container, clock, report, signal })
      return { ...(await attachTo(api, found, container, size, signal)), command }
    },
  }
}

/** Sends what the user saw and agreed to: the only place where a consent is made. @throws AppError */
async function agreed({ session }: ApiClient, write: ConsentedRequest, purpose: string): Promise<unknown> {
  const consent = consentTo(write, purpose)
  const answer = await session.request({ ...write, purpose, consent, whenThrottled: 'fail' })
  return answer.json()
}

async function remove(
  writable: DebuggingOptions['writable'],
  left: Left,
  signal: AbortSignal,
): Promise<void> {
  const { context, namespace, pod } = left.pod
  const purpose = `delete pod ${pod} in namespace ${namespace}`
  const api = writable(context, purpose)
  try {
    // Nothing else has the name that was made for it.
    const uid = left.uid === '' ? (await readPod(api, { namespace, pod }, signal)).metadata.uid : left.uid
    const body = JSON.stringify({ preconditions: { uid } })
    await agreed(api, { method: 'DELETE', path: podPath({ namespace, pod }), body }, purpose)
  } catch (error) {
    // Gone already, or another pod of that name: the one that is meant is not there.
    if (!isAppError(error) || (error.body.kind !== 'gone' && error.body.kind !== 'conflict')) throw error
  }
}

function noPlan(): AppError {
  const message = 'This plan was used already or is too old. Plan again.'
  return new AppError({ kind: 'gone', reason: 'NoPlan', message })
}
