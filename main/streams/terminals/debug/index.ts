import { AppError, isAppError } from '../../../../shared/errors/index.ts'
import type { Clock } from '../../../../shared/flow/index.ts'
import type { HandlersOf } from '../../../../shared/ipc/index.ts'
import type { ContextId } from '../../../../shared/kube/index.ts'
import type { ApiClient } from '../../../api/index.ts'
import { type ConsentedRequest, consentTo } from '../../../session/index.ts'
import { attachTo } from '../attachOrigin.ts'
import type { Origin } from '../origin.ts'
import { podPath, readPodForm } from '../pod.ts'
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
  /** Called when a terminal is closed. */
  forget(terminal: string): void
}

/** A pod that a node terminal made, and that is still there. */
interface Left {
  readonly context: ContextId
  readonly namespace: string
  readonly pod: string
  readonly uid: string
}

const mostPlans = 20

/** Plans what debugging writes, writes what the user agreed to, and takes it away again. */
export function createDebugging({ writable, registry, clock }: DebuggingOptions): Debugging {
  const plans = new Map<string, Planned>()
  const left = new Map<string, Left>()

  const open = async (planned: Planned, size: { columns: number; rows: number }): Promise<string> => {
    const { context, target, purpose, write, namespace, pod } = planned
    const api = writable(context, purpose)
    registry.requireRoom()
    const made = readPodForm(await agreed(api, write, purpose))
    const { terminal, setLeft } = opened(planned, size)
    if (target.kind === 'node') {
      left.set(terminal.id, { context, namespace, pod, uid: made?.metadata.uid ?? '' })
      setLeft(`Pod ${namespace}/${pod}`)
    }
    return terminal.id
  }

  const opened = (planned: Planned, size: { columns: number; rows: number }) => {
    const live = registry.open(debugOrigin(planned, writable, clock), size)
    return { terminal: live.terminal, setLeft: (text: string) => live.setLeftBehind(text) }
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
      'terminals.removeLeft': async ({ id }) => {
        const found = left.get(id)
        const terminal = registry.get(id)
        if (found !== undefined) await remove(writable, found)
        left.delete(id)
        terminal.setLeftBehind('')
        return null
      },
    },
    forget: terminal => left.delete(terminal),
  }
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

async function remove(writable: DebuggingOptions['writable'], left: Left): Promise<void> {
  const { context, namespace, pod, uid } = left
  const purpose = `delete pod ${pod} in namespace ${namespace}`
  const api = writable(context, purpose)
  const body = JSON.stringify({ preconditions: { uid } })
  try {
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
