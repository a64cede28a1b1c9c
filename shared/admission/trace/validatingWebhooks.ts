import type { CompiledWebhook } from './compiled.ts'
import type { Run } from './run.ts'
import { internalError } from './statuses.ts'
import type { Certainty, TraceStatus, TraceStep } from './types.ts'
import { branchesOf, call } from './webhookCall.ts'
import { asOf, type Selection, select, webhookStep, webhooksOf, wordsOf } from './webhookSteps.ts'

type Chosen = Extract<Selection, { type: 'call' }>

interface Rejection {
  readonly status: TraceStatus
  readonly by: string
  readonly isCertain: boolean
}

/**
 * Selects all validating webhooks before any is called, then calls them side by side. Which of several
 * failures is reported is not specified. Source: apiserver, webhook/validating/dispatcher.go.
 */
export function runValidatingWebhooks(run: Run): void {
  const hooks = webhooksOf('validating', run)
  const chosen: { readonly hook: CompiledWebhook; readonly selection: Chosen }[] = []
  for (const hook of hooks) {
    const selection = select(hook, run)
    if (selection.type === 'step') run.add(selection.step)
    else if (run.ended !== null) run.add(webhookStep(hook, { outcome: 'skipped', reason: run.notReached() }))
    else if (selection.type === 'ended') {
      run.add(selection.step)
      run.end(selection.status, wordsOf(hook), selection.isCertain)
    } else chosen.push({ hook, selection })
  }
  const isStopped = run.ended !== null
  const rejections: Rejection[] = []
  for (const [position, { hook, selection }] of chosen.entries()) {
    if (isStopped) run.add(webhookStep(hook, { outcome: 'skipped', reason: run.notReached() }))
    else rejections.push(...callOne(hook, selection, position, run))
  }
  const [first] = rejections
  if (first === undefined) return
  if (rejections.length > 1)
    run.assume(
      'Several validating webhooks reject the request. The server reports the one that answers first; here it is the first in order.',
    )
  const certain = rejections.find(each => each.isCertain)
  const shown = certain ?? first
  run.end(shown.status, shown.by, certain !== undefined)
}

function callOne(hook: CompiledWebhook, selection: Chosen, position: number, run: Run): readonly Rejection[] {
  const { webhook } = hook
  const { match, expressions } = selection
  const called = call(webhook, match, 0, run)
  const certaintyOf = (isAnswered: boolean): Certainty =>
    selection.isCertain && !(isAnswered && run.contentDoubt !== null) ? 'predicted' : 'unknown'
  const tell = (rest: Pick<TraceStep, 'outcome' | 'reason'> & Partial<TraceStep>): void => {
    const traces = expressions.length === 0 ? {} : { expressions }
    run.add(webhookStep(hook, { ...asOf(match), ...traces, ...rest }))
  }
  const reject = (status: TraceStatus, reason: string, isAnswered: boolean): readonly Rejection[] => {
    const certainty = certaintyOf(isAnswered)
    tell({ outcome: 'denied', reason, status, certainty })
    return [{ status, by: wordsOf(hook), isCertain: certainty === 'predicted' }]
  }
  switch (called.type) {
    case 'unknown': {
      const reason = `${match.reason}; it is called${selection.isCertain ? '' : ' unless the object was changed before'}. ${called.why}`
      tell({ outcome: 'called', reason, branches: branchesOf(webhook, run) })
      return []
    }
    case 'rejected':
      return reject(called.status, called.reason, called.isAnswered)
    case 'failed': {
      const text = `failed calling webhook ${JSON.stringify(webhook.name)}: ${called.message}`
      if (webhook.failurePolicy.value !== 'Ignore')
        return reject(internalError(text), text, called.isAnswered)
      run.annotate(`failed-open.validating.webhook.admission.k8s.io/round_0_index_${position}`, webhook.name)
      const reason = `Its failure policy ignores that the call fails: ${text}`
      tell({ outcome: 'error', reason, certainty: certaintyOf(called.isAnswered) })
      return []
    }
    default:
      tell({ outcome: 'passed', reason: 'It lets the request pass.', certainty: certaintyOf(true) })
      return []
  }
}
