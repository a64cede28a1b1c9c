import type { Binding, MatchResources, Policy } from '../policies.ts'
import type { TraceRequest, World } from '../trace/types.ts'
import { decide } from './decide.ts'
import { exemptFromPolicies } from './exempt.ts'
import type { Match } from './result.ts'
import { matchRules } from './rule.ts'
import { matchOf } from './webhook.ts'

/** Operations for which mutating policies are asked. Source: apiserver, policy/mutating/plugin.go. */
const mutatingOperations: readonly string[] = ['CREATE', 'UPDATE', 'CONNECT']

/** Whether a policy's definition takes a request, match conditions aside. */
export function matchPolicy(policy: Policy, request: TraceRequest, world: World): Match {
  const exempt = exemptFromPolicies(request)
  if (exempt !== null) return { type: 'notMatched', field: '', reason: `exempt: ${exempt}` }
  if (policy.flavour === 'mutating' && !mutatingOperations.includes(request.operation))
    return {
      type: 'notMatched',
      field: '',
      reason: `operations: mutating policies are not evaluated for ${request.operation}`,
    }
  return matchResources(policy.match, request, world)
}

/** Whether a binding narrows a policy to a request; without `matchResources` it takes all. */
export function matchBinding(binding: Binding, request: TraceRequest, world: World): Match {
  if (binding.match === null) return everything(request)
  return matchResources(binding.match, request, world)
}

function everything({ resource, kind }: TraceRequest): Match {
  const reason = 'it takes whatever the policy takes'
  return { type: 'matched', resource, kind, isEquivalent: false, dependsOnContent: false, field: '', reason }
}

/** Source: apiserver, admission/plugin/policy/matching. */
function matchResources(match: MatchResources, request: TraceRequest, world: World): Match {
  const matchPolicy = match.matchPolicy.value
  const excluded = matchRules(
    { rules: match.excludeRules, field: 'excludeResourceRules', matchPolicy },
    request,
    world,
  )
  if (excluded.type === 'matched') {
    const field = `excludeResourceRules[${excluded.index}]`
    const reason = `${field}: it leaves out ${request.resource.resource}`
    return { type: 'notMatched', field, reason }
  }
  const ruled =
    match.rules.length === 0
      ? everything(request)
      : matchOf(
          matchRules({ rules: match.rules, field: 'resourceRules', matchPolicy }, request, world),
          'resourceRules',
        )
  const unsure = excluded.type === 'unknown' && ruled.type === 'matched' ? excluded : ruled
  return decide(unsure, match, request, world)
}
