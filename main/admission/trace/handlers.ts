import { functionsOf } from '../../../shared/cel/kubernetes/index.ts'
import { AppError, assertNever } from '../../../shared/errors/index.ts'
import type { CheckAnswer, HandlersOf, TraceQuestion, TraceView } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import type { ApiClient } from '../../api/index.ts'
import { askOnce, checkOnce, openTracing, type TraceSetup, traceOnce } from './asking.ts'
import { type MaskSecret, maskTexts, maskTrace } from './mask.ts'
import { ComputingThread } from './thread.ts'
import type { Traced, Tracing } from './tracing.ts'

type Handlers = Pick<
  HandlersOf<'admission'>,
  'admission.trace' | 'admission.check' | 'admission.evaluate' | 'admission.functions'
>

/** Answers questions by traces. `trace` and `check` are what the command line asks with. */
export interface Traces {
  readonly handlers: Handlers
  /** @throws AppError */
  trace(api: ApiClient, question: TraceQuestion, signal: AbortSignal): Promise<Traced>
  /** @throws AppError */
  check(api: ApiClient, question: TraceQuestion, signal: AbortSignal): Promise<CheckAnswer>
  close(): void
}

export function createTraces(setup: TraceSetup): Traces {
  const thread = new ComputingThread()
  // What is being typed must not keep the traces waiting that are shown.
  const scratches = new ComputingThread()
  return {
    trace: (api, question, signal) => traceOnce(setup, api, question, { thread, signal }),
    check: (api, question, signal) => checkOnce(setup, api, question, { thread, signal }),
    handlers: {
      'admission.trace': ({ context, question }, notify) =>
        openStream(setup, setup.contexts.get(context), question, { thread, notify }),
      'admission.check': async ({ context, question, consented = false }, signal) => {
        const api = setup.contexts.get(context)
        if (api.session.isProtected && !consented) throw consentNeeded(context)
        return checkOnce(setup, api, question, { thread, signal })
      },
      'admission.functions': async ({ minor }) => functionsOf(minor),
      'admission.evaluate': async ({ context, scratch, question }, signal) => {
        const api = setup.contexts.get(context)
        const asking = { dryRun: false, thread: scratches, scratch, signal, isForPage: true }
        const { state, held } = await askOnce(setup, api, question, asking)
        if (state.state === 'evaluated') return maskTexts(state.answer, held)
        if (state.state !== 'invalid') throw new Error('a scratchpad was traced')
        return { ...state, part: 'request' }
      },
    },
    close: () => {
      thread.close()
      scratches.close()
    },
  }
}

function openStream(
  setup: TraceSetup,
  api: ApiClient,
  question: TraceQuestion,
  { thread, notify }: { readonly thread: ComputingThread; readonly notify: () => void },
): ReturnType<Handlers['admission.trace']> {
  let isChanged = true
  const onChange = (): void => {
    isChanged = true
    notify()
  }
  const open = openTracing(setup, api, question, { dryRun: false, thread, isForPage: true, onChange })
  return {
    take() {
      if (!isChanged) return undefined
      isChanged = false
      return viewOf(open, setup.maskSecret)
    },
    update: changed => open.ask(changed.question),
    close: () => open.close(),
  }
}

function consentNeeded(context: ContextId): AppError {
  return new AppError({
    kind: 'denied',
    context,
    reason: 'ConsentNeeded',
    message:
      'The context is protected. A dry run stores nothing, but it calls the webhooks of the cluster: agree to it first.',
  })
}

function viewOf(tracing: Tracing, maskSecret: MaskSecret): TraceView {
  const { state } = tracing
  switch (state.state) {
    case 'reading':
    case 'invalid':
      return state
    case 'broken':
      throw state.fault
    case 'evaluated':
      throw new Error('a question was evaluated as a scratchpad')
    case 'traced': {
      const trace = maskTrace(state.trace, tracing.heldSecrets(), maskSecret)
      const { took, objectsText } = state
      const text =
        objectsText === undefined ? {} : { objectsText: maskTexts(objectsText, tracing.heldSecrets()) }
      return { state: 'traced', trace, ...text, took, matched: matchedOf(state.trace.steps) }
    }
    default:
      return assertNever(state)
  }
}

/** Webhooks and policies that take the request. */
function matchedOf(steps: Traced['trace']['steps']): {
  readonly webhooks: number
  readonly policies: number
} {
  const names = (phases: readonly string[]): number =>
    new Set(
      steps
        .filter(
          ({ phase, outcome }) => phases.includes(phase) && outcome !== 'notMatched' && outcome !== 'skipped',
        )
        .map(({ kind, name, webhook = '' }) => JSON.stringify([kind, name, webhook])),
    ).size
  return {
    webhooks: names(['mutatingWebhook', 'validatingWebhook']),
    policies: names(['mutatingPolicy', 'validatingPolicy']),
  }
}
