import { apiVersionOf } from '../../kube/index.ts'
import type { TraceRequest, World } from '../trace/types.ts'
import type { Webhook } from '../webhooks.ts'
import { decide } from './decide.ts'
import { exemptFromWebhooks } from './exempt.ts'
import type { Match } from './result.ts'
import { matchRules, type RuleMatch } from './rule.ts'

/**
 * Whether a webhook takes a request, match conditions aside. Source: apiserver,
 * admission/plugin/webhook/generic.
 *
 * @param request with the object as earlier webhooks left it
 */
export function matchWebhook(webhook: Webhook, request: TraceRequest, world: World): Match {
  const exempt = exemptFromWebhooks(request, world.minor)
  if (exempt !== null) return { type: 'notMatched', field: '', reason: `exempt: ${exempt}` }
  const { rules } = webhook
  const ruled = matchRules({ rules, field: 'rules', matchPolicy: webhook.matchPolicy.value }, request, world)
  return decide(matchOf(ruled, 'rules'), webhook, request, world)
}

/** A match by a rule alone. */
export function matchOf(ruled: RuleMatch, list: string): Match {
  if (ruled.type !== 'matched') return ruled
  const { index, resource, kind, isEquivalent } = ruled
  const field = `${list}[${index}]`
  const as = isEquivalent ? `, as ${apiVersionOf(resource)}, which is the same resource` : ''
  return {
    type: 'matched',
    resource,
    kind,
    isEquivalent,
    dependsOnContent: false,
    field,
    reason: `${field} takes ${resource.resource}${as}`,
  }
}
