import type { JsonObject } from '../../../cel/kubernetes/index.ts'
import type { KubeObject } from '../../../kube/index.ts'
import { identityOf } from '../../meta.ts'
import type { TraceRequest, TraceStep } from '../../trace/types.ts'
import type { Gate, GateResult } from '../gate.ts'
import { fieldOf, objectOf, textAt } from '../json.ts'
import { compareNames, listObjects, missingOf } from '../lookups.ts'
import { deniedBy, dependsOnContent, notKnown, stepOf, unconcerned } from '../plugin.ts'
import {
  type Amounts,
  addLists,
  amountsAt,
  compareAmounts,
  masked,
  moreThan,
  printAmount,
} from '../quantities.ts'
import { groupResource } from '../statuses.ts'
import { scopesOf } from './scopes.ts'
import { type Evaluator, evaluatorOf } from './usage.ts'

const plugin = 'ResourceQuota'
const quotaKind = { group: '', version: 'v1', kind: 'ResourceQuota' }

/** What is not stored, and events. */
const ignored: ReadonlySet<string> = new Set([
  ...['bindings', 'componentstatuses', 'events', 'events.events.k8s.io'],
  ...['tokenreviews', 'selfsubjectreviews'].map(name => `${name}.authentication.k8s.io`),
  ...['subject', 'selfsubject', 'localsubject']
    .map(name => `${name}accessreviews`)
    .concat('selfsubjectrulesreviews')
    .map(name => `${name}.authorization.k8s.io`),
])

/**
 * What is used and what the request adds must stay within every quota that applies. The last of all
 * plugins. Source: apiserver, pkg/admission/plugin/resourcequota/controller.go.
 */
export const resourceQuota: Gate = {
  plugin,
  run: (request, object, world) => {
    const isWrite = request.operation === 'CREATE' || request.operation === 'UPDATE'
    const isNewNamespace = request.operation === 'CREATE' && request.kind.kind === 'Namespace'
    if (!isWrite || request.namespace === '' || isNewNamespace || object === null) return unconcerned(object)
    const evaluator = evaluatorOf(request, object, world)
    if (ignored.has(groupResource(request.resource)) || !evaluator.handles) return unconcerned(object)
    const found = listObjects(world, quotaKind, request.namespace)
    const missing = missingOf(found)
    if (found.state === 'unknown' || missing !== null)
      return notKnown(plugin, object, missing ?? { state: 'unknown', why: '' })
    const quotas = found.items.filter(quota => namesOf(quota, 'hard').some(evaluator.tracks))
    if (quotas.length === 0) return unconcerned(object)
    if (!request.isObjectKnown && isMeasured(request))
      return dependsOnContent(plugin, object, 'It depends on what the object asks for')
    return checkQuotas(request, object, quotas, evaluator)
  },
}

// Of all others only the number of objects counts.
const isMeasured = ({ resource }: TraceRequest): boolean =>
  resource.group === '' && ['pods', 'services', 'persistentvolumeclaims'].includes(resource.resource)

function checkQuotas(
  request: TraceRequest,
  object: JsonObject,
  quotas: readonly KubeObject[],
  evaluator: Evaluator,
): GateResult {
  const steps: TraceStep[] = []
  const applying: KubeObject[] = []
  for (const quota of quotas) {
    const { name } = identityOf(quota)
    const outside = scopesOf(quota).find(scope => !evaluator.inScope(scope, object))
    if (outside !== undefined) {
      const reason = `The object is not in scope ${outside.name} of quota ${name}.`
      steps.push(stepOf(plugin, 'notMatched', reason, { name, field: outside.field }))
      continue
    }
    const refusal = unusable(quota, object, evaluator)
    if (refusal !== null) return withSteps(steps, deniedBy(plugin, request, object, refusal, { name }))
    applying.push(quota)
  }
  const usage = evaluator.usage(object)
  const negative = [...usage].filter(([, amount]) => amount.unscaled < 0n).map(([name]) => name)
  if (negative.length > 0) {
    const why = `quota usage is negative for resource(s): ${inOrder(negative).join(',')}`
    return withSteps(steps, deniedBy(plugin, request, object, why))
  }
  for (const quota of applying) {
    const checked = checkOne(request, object, quota, addedTo(request, quota, evaluator, usage))
    steps.push(...checked.steps)
    if (checked.denied !== undefined) return { ...checked, steps }
  }
  return { steps, object }
}

const withSteps = (steps: readonly TraceStep[], result: GateResult): GateResult => ({
  ...result,
  steps: [...steps, ...result.steps],
})

/** Why a quota that applies refuses before anything is counted. */
function unusable(quota: KubeObject, object: JsonObject, evaluator: Evaluator): string | null {
  const { name } = identityOf(quota)
  const tracked = namesOf(quota, 'hard').filter(evaluator.tracks)
  const missing = evaluator.missing(tracked, object)
  if (missing !== null) return `failed quota: ${name}: ${missing}`
  const used = new Set(namesOf(quota, 'used'))
  if (tracked.every(resource => used.has(resource))) return null
  return `status unknown for quota: ${name}, resources: ${inOrder(tracked).join(',')}`
}

/** An update is charged for what it adds, if the stored object was charged to the same quota. */
function addedTo(request: TraceRequest, quota: KubeObject, evaluator: Evaluator, usage: Amounts): Amounts {
  const old = objectOf(request.oldObject)
  const isStored = textAt(objectOf(fieldOf(old, 'metadata')), 'resourceVersion') !== ''
  const wasCharged =
    request.operation === 'UPDATE' &&
    isStored &&
    scopesOf(quota).every(scope => evaluator.inScope(scope, old))
  const added = wasCharged ? moreThan(usage, evaluator.usage(old)) : usage
  return new Map([...added].filter(([, amount]) => amount.unscaled !== 0n))
}

function checkOne(request: TraceRequest, object: JsonObject, quota: KubeObject, added: Amounts): GateResult {
  const { name } = identityOf(quota)
  const status = objectOf(fieldOf(objectOf(quota), 'status'))
  const [hard, used] = [amountsAt(status, 'hard'), amountsAt(status, 'used')]
  const requested = masked(added, hard.keys())
  const after = addLists(used, requested)
  const exceeded = [...requested.keys()].filter(resource => {
    const [total, limit] = [after.get(resource), hard.get(resource)]
    return total !== undefined && limit !== undefined && compareAmounts(total, limit) > 0
  })
  const field = `status.hard${exceeded[0] === undefined ? '' : `["${exceeded[0]}"]`}`
  if (exceeded.length > 0) {
    const of = (amounts: Amounts): string => amountsInWords(masked(amounts, exceeded))
    const why = `exceeded quota: ${name}, requested: ${of(requested)}, used: ${of(used)}, limited: ${of(hard)}`
    return deniedBy(plugin, request, object, why, { name, field })
  }
  const reason =
    requested.size === 0
      ? `Quota ${name} is charged nothing.`
      : `Quota ${name} is charged ${amountsInWords(requested)}; used ${amountsInWords(masked(used, requested.keys()))} of ${amountsInWords(masked(hard, requested.keys()))}.`
  return { steps: [stepOf(plugin, 'passed', reason, { name, field })], object }
}

const namesOf = (quota: KubeObject, part: 'hard' | 'used'): readonly string[] =>
  Object.keys(objectOf(fieldOf(objectOf(fieldOf(objectOf(quota), 'status')), part)))

const inOrder = (names: readonly string[]): readonly string[] => names.toSorted(compareNames)

const amountsInWords = (amounts: Amounts): string =>
  [...amounts]
    .toSorted(([one], [other]) => compareNames(one, other))
    .map(([name, amount]) => `${name}=${printAmount(amount)}`)
    .join(',')
