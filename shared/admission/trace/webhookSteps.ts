import { itemsOf } from '../known.ts'
import { type Match, matchWebhook } from '../matching/index.ts'
import { byteOrder, type WebhookPhase } from '../webhooks.ts'
import type { CompiledWebhook } from './compiled.ts'
import { type ConditionsOutcome, evaluateConditions, noVariables, usesAny } from './evaluate.ts'
import { type Run, unlessChanged } from './run.ts'
import { forbiddenNamed } from './statuses.ts'
import { forConditions, surroundingsOf } from './surroundings.ts'
import type { ExpressionTrace, TraceStatus, TraceStep } from './types.ts'

const kinds: Readonly<Record<WebhookPhase, string>> = {
  mutating: 'MutatingWebhookConfiguration',
  validating: 'ValidatingWebhookConfiguration',
}

/** All webhooks of a phase in calling order: by name of the configuration, then by position. */
export function webhooksOf(phase: WebhookPhase, run: Run): readonly CompiledWebhook[] {
  const known = run.world.objects({
    group: 'admissionregistration.k8s.io',
    version: '',
    kind: kinds[phase],
    namespace: '',
    name: '',
  })
  return [...itemsOf(known)]
    .map(object => run.compiled.webhooks(object, run.world.minor))
    .sort((one, other) => byteOrder(nameOf(one), nameOf(other)))
    .flat()
}

const nameOf = ([first]: readonly CompiledWebhook[]): string => first?.webhook.configuration ?? ''

/** Step of a webhook, to be filled in. */
export function webhookStep(
  { webhook }: CompiledWebhook,
  rest: Pick<TraceStep, 'outcome' | 'reason'> & Partial<TraceStep>,
): TraceStep {
  const { phase, configuration, name, failurePolicy, timeoutSeconds } = webhook
  const isUnknown = rest.outcome === 'unknown' || rest.outcome === 'called'
  return {
    phase: phase === 'mutating' ? 'mutatingWebhook' : 'validatingWebhook',
    kind: kinds[phase],
    name: configuration,
    webhook: name,
    round: 0,
    certainty: isUnknown ? 'unknown' : 'predicted',
    failurePolicy: failurePolicy.value,
    timeoutSeconds: timeoutSeconds.value,
    ...rest,
  }
}

/** Describes a webhook to a person: `webhook a.example.com of configuration a`. */
export const wordsOf = ({ webhook }: CompiledWebhook): string =>
  `webhook ${webhook.name} of ${webhook.configuration}`

type Matched = Extract<Match, { type: 'matched' }>

/** Whether a webhook is to be called. */
export type Selection =
  | {
      readonly type: 'call'
      readonly match: Matched
      readonly expressions: readonly ExpressionTrace[]
      /** False where the object may have become one that it does not take. */
      readonly isCertain: boolean
    }
  | { readonly type: 'step'; readonly step: TraceStep }
  /** Ends the request. */
  | {
      readonly type: 'ended'
      readonly step: TraceStep
      readonly status: TraceStatus
      readonly isCertain: boolean
    }

/** Matches a webhook with its match conditions against the request as it is now. */
export function select(hook: CompiledWebhook, run: Run): Selection {
  const { webhook } = hook
  const match = matchWebhook(webhook, run.request, run.world)
  const at = `webhooks[${webhook.index}]`
  const field = 'field' in match && match.field !== '' ? { field: `${at}.${match.field}` } : {}
  if (match.type === 'notMatched') {
    const rest = unlessChanged(match.reason, match.dependsOnContent === true, run)
    return { type: 'step', step: webhookStep(hook, { outcome: 'notMatched', ...rest, ...field }) }
  }
  if (match.type === 'unknown')
    return { type: 'step', step: webhookStep(hook, { outcome: 'unknown', reason: match.reason, ...field }) }
  if (match.type === 'error') {
    const { status } = match
    const reason = `${match.reason}, which ends the request whatever the failure policy`
    return {
      type: 'ended',
      status,
      isCertain: true,
      step: webhookStep(hook, { outcome: 'denied', reason, status, ...field }),
    }
  }
  const matchedAs = asOf(match)
  if (webhook.matchConditions.length === 0)
    return {
      type: 'call',
      match,
      expressions: [],
      isCertain: run.contentDoubt === null || !match.dependsOnContent,
    }
  const conditions = evaluateConditions(
    webhook.matchConditions,
    hook.matchConditions(),
    forConditions(surroundingsOf(run, match, noVariables)),
    `${at}.matchConditions`,
  )
  const isCertain = run.contentDoubt === null || !(match.dependsOnContent || readsContent(hook))
  return byConditions(hook, { match, conditions, isCertain, matchedAs }, run)
}

const readsContent = (hook: CompiledWebhook): boolean =>
  hook.matchConditions().some(each => usesAny(each, ['object'], noVariables))

interface Conditioned {
  readonly match: Matched
  readonly conditions: ConditionsOutcome
  readonly isCertain: boolean
  readonly matchedAs: { readonly matchedAs?: string }
}

function byConditions(
  hook: CompiledWebhook,
  { match, conditions, isCertain, matchedAs }: Conditioned,
  run: Run,
): Selection {
  const { webhook } = hook
  const { expressions } = conditions
  const sure = isCertain ? {} : ({ certainty: 'unknown' } as const)
  // What is decided on content of which something before may have changed.
  const told = (reason: string) => unlessChanged(reason, !isCertain, run)
  const at = (index: number): string => `webhooks[${webhook.index}].matchConditions[${index}].expression`
  switch (conditions.type) {
    case 'true':
      return { type: 'call', match, expressions, isCertain }
    case 'false': {
      const rest = { field: at(conditions.index), expressions, ...matchedAs }
      const reason = told(`Its match condition ${conditions.name} is false.`)
      return { type: 'step', step: webhookStep(hook, { outcome: 'skipped', ...rest, ...reason }) }
    }
    case 'unknown': {
      const reason = `It is not known whether it is called: ${conditions.why}.`
      const field = at(conditions.index)
      return {
        type: 'step',
        step: webhookStep(hook, { outcome: 'unknown', reason, field, expressions, ...matchedAs }),
      }
    }
    default: {
      const field = at(conditions.index)
      const rest = { field, expressions, ...matchedAs, ...sure }
      if (webhook.failurePolicy.value === 'Ignore') {
        const reason = `A match condition cannot be evaluated, for which its failure policy skips it: ${conditions.message}`
        return { type: 'step', step: webhookStep(hook, { outcome: 'skipped', reason, ...rest }) }
      }
      const status = forbiddenNamed(run.request, conditions.message)
      const reason = `A match condition cannot be evaluated: ${conditions.message}`
      return {
        type: 'ended',
        status,
        isCertain,
        step: webhookStep(hook, { outcome: 'denied', reason, status, ...rest }),
      }
    }
  }
}

/** What the object is handed over as, where that is another version. */
export function asOf({ isEquivalent, resource }: Matched): { readonly matchedAs?: string } {
  const version = resource.group === '' ? resource.version : `${resource.group}/${resource.version}`
  return isEquivalent ? { matchedAs: `${version} ${resource.resource}` } : {}
}
