import type { JsonObject } from '../../cel/kubernetes/index.ts'
import type { Match } from '../matching/index.ts'
import type { Webhook } from '../webhooks.ts'
import { branch, type Run } from './run.ts'
import { serviceFault } from './serviceFault.ts'
import { badRequest } from './statuses.ts'
import type { Branch, TraceStatus, WebhookAnswer, WebhookCall } from './types.ts'
import { convertedTo } from './versions.ts'

/**
 * What came of calling a webhook, before any patch of it is applied. `isAnswered` where the webhook was asked
 * with an object, and not told without.
 */
export type Called =
  | {
      readonly type: 'allowed'
      readonly answer: Extract<WebhookAnswer, { type: 'answered' }>
      readonly object: JsonObject | null
    }
  | {
      readonly type: 'rejected'
      readonly status: TraceStatus
      readonly reason: string
      readonly isAnswered: boolean
    }
  /** A call error, which the failure policy governs. */
  | { readonly type: 'failed'; readonly message: string; readonly isAnswered: boolean }
  | { readonly type: 'unknown'; readonly why: string }

/** How a reason ends that leaves open what a webhook answers. */
export const onlyACall = 'Only a call could tell what it answers'

/** Calls a webhook, or tells why it cannot be. Source: apiserver, admission/plugin/webhook/{mutating,validating}. */
export function call(
  webhook: Webhook,
  match: Extract<Match, { type: 'matched' }>,
  round: 0 | 1,
  run: Run,
): Called {
  const { request, world } = run
  const { name } = webhook
  const hasSideEffects = webhook.sideEffects.value !== 'None' && webhook.sideEffects.value !== 'NoneOnDryRun'
  if (request.dryRun && hasSideEffects) {
    const status = badRequest(`admission webhook ${JSON.stringify(name)} does not support dry run`)
    const reason = `It has side effects (${webhook.sideEffects.value || 'not said'}), which a dry run may not cause; its failure policy does not matter.`
    return { type: 'rejected', status, reason, isAnswered: false }
  }
  if (!webhook.reviewVersions.value.some(version => version === 'v1' || version === 'v1beta1')) {
    const message =
      'could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)'
    return { type: 'failed', message, isAnswered: false }
  }
  if (!request.isObjectKnown) return unanswered(webhook, run, `${onlyACall}.`)
  const object = convertedTo(request.object, match.kind, request, world)
  const oldObject = convertedTo(request.oldObject, match.kind, request, world)
  for (const each of [object, oldObject])
    if (each.type === 'unknown') return unanswered(webhook, run, `${onlyACall}: ${each.why}.`)
  const asked: WebhookCall = {
    phase: webhook.phase,
    configuration: webhook.configuration,
    webhook: name,
    index: webhook.index,
    round,
    kind: match.kind,
    resource: match.resource,
    object: object.type === 'converted' ? object.object : null,
    oldObject: oldObject.type === 'converted' ? oldObject.object : null,
  }
  return judge(webhook, world.webhookAnswer(asked), asked.object, run)
}

function judge(webhook: Webhook, answer: WebhookAnswer | null, object: JsonObject | null, run: Run): Called {
  if (answer === null) return unanswered(webhook, run, `${onlyACall}.`)
  if (answer.type === 'failed') return { type: 'failed', message: callText(answer.message), isAnswered: true }
  for (const [key, value] of Object.entries(answer.auditAnnotations ?? {}))
    run.annotate(`${webhook.name}/${key}`, value)
  for (const warning of answer.warnings ?? []) run.warn(warning)
  if (answer.allowed) return { type: 'allowed', answer, object }
  const status = rejection(webhook.name, answer.status ?? {})
  return { type: 'rejected', status, reason: status.message, isAnswered: true }
}

/** A call of which no answer is known: it fails where nothing is there to take it. */
function unanswered(webhook: Webhook, run: Run, why: string): Called {
  const fault = serviceFault(webhook, run.quietWorld)
  if (fault === null) return { type: 'unknown', why }
  run.assume(fault.assumption)
  return { type: 'failed', message: callText(fault.message), isAnswered: false }
}

// An answer may come with the server’s own words for what was wrong.
function callText(message: string): string {
  const isWhole = /^(failed to call webhook|received |could not |unsupported patch type|Webhook )/.test(
    message,
  )
  return isWhole ? message : `failed to call webhook: ${message}`
}

/** Source: apiserver, admission/plugin/webhook/errors/statuserror.go. */
function rejection(
  name: string,
  {
    code = 0,
    reason = '',
    message = '',
  }: { readonly code?: number; readonly reason?: string; readonly message?: string },
): TraceStatus {
  const denied = `admission webhook ${JSON.stringify(name)} denied the request`
  const said = message || reason
  return {
    code: code < 400 ? 400 : code,
    reason,
    message: said === '' ? `${denied} without explanation` : `${denied}: ${said}`,
  }
}

/** Seconds that a server gives a write. Source: apiserver, pkg/endpoints/handlers/rest.go, requestTimeoutUpperBound. */
const requestSeconds = 34

const late = branch(
  'it and the webhooks before it take all their time',
  `After ${requestSeconds} seconds the request ends with 504, whatever their failure policies: Timeout: request did not complete within requested timeout - context deadline exceeded`,
)

/** What follows from each answer that a webhook may give. */
export function branchesOf(
  { phase, name, failurePolicy, reinvocationPolicy, timeoutSeconds }: Webhook,
  run: Run,
): readonly Branch[] {
  const isChangeable = phase === 'mutating' && run.request.operation !== 'DELETE'
  const again = reinvocationPolicy?.value === 'IfNeeded' ? ', and it may be called again' : ''
  const changes = branch(
    'it changes the object',
    `What follows sees the changed object, and the mutating chain runs a second time${again}.`,
  )
  const unreachable =
    failurePolicy.value === 'Ignore'
      ? 'The request goes on, and the audit log notes that it failed open.'
      : `The request ends with 500: failed calling webhook "${name}".`
  return [
    branch('it allows', 'The request goes on.'),
    ...(isChangeable ? [changes] : []),
    branch(
      'it denies',
      `The request ends with 400 or the status that it gives: admission webhook "${name}" denied the request.`,
    ),
    branch('it cannot be reached', unreachable),
    ...(run.waited + timeoutSeconds.value > requestSeconds ? [late] : []),
  ]
}
