import type { JsonObject } from '../../../cel/kubernetes/index.ts'
import type { KubeObject } from '../../../kube/index.ts'
import { stringsOf } from '../../fields.ts'
import { fieldOf, integerAt, isSet, objectOf, objectsAt, textAt } from '../json.ts'
import { amountsAt } from '../quantities.ts'

/** A scope of a quota with its operator. */
export interface Scope {
  readonly name: string
  readonly operator: string
  readonly values: readonly string[]
  /** Field of the quota. */
  readonly field: string
}

export function scopesOf(quota: KubeObject): readonly Scope[] {
  const spec = objectOf(fieldOf(objectOf(quota), 'spec'))
  const plain = stringsOf(fieldOf(spec, 'scopes')).map((name, index) => ({
    name,
    operator: 'Exists',
    values: [],
    field: `spec.scopes[${index}]`,
  }))
  const selected = objectsAt(objectOf(fieldOf(spec, 'scopeSelector')), 'matchExpressions').map(
    (expression, index) => ({
      name: textAt(expression, 'scopeName'),
      operator: textAt(expression, 'operator'),
      values: stringsOf(fieldOf(expression, 'values')),
      field: `spec.scopeSelector.matchExpressions[${index}]`,
    }),
  )
  return [...plain, ...selected]
}

/** Whether a pod is in a scope. Source: kubernetes, pkg/quota/v1/evaluator/core/pods.go. */
export function podInScope(scope: Scope, pod: JsonObject, minor: number): boolean {
  const spec = objectOf(fieldOf(pod, 'spec'))
  switch (scope.name) {
    case 'Terminating':
      return isTerminating(pod)
    case 'NotTerminating':
      return !isTerminating(pod)
    case 'BestEffort':
      return isBestEffort(pod, minor)
    case 'NotBestEffort':
      return !isBestEffort(pod, minor)
    case 'PriorityClass': {
      const name = textAt(spec, 'priorityClassName')
      return selects(scope, name === '' ? [] : [name])
    }
    case 'CrossNamespacePodAffinity':
      return crossesNamespaces(spec)
    default:
      return false
  }
}

/** Whether a claim is in a scope: only that of its volume attributes class. */
export function claimInScope(scope: Scope, claim: JsonObject): boolean {
  if (scope.name !== 'VolumeAttributesClass') return false
  const status = objectOf(fieldOf(claim, 'status'))
  const names = [
    textAt(objectOf(fieldOf(claim, 'spec')), 'volumeAttributesClassName'),
    textAt(status, 'currentVolumeAttributesClassName'),
    textAt(objectOf(fieldOf(status, 'modifyVolumeStatus')), 'targetVolumeAttributesClassName'),
  ]
  return selects(
    scope,
    names.filter(name => name !== ''),
  )
}

/** Of several names one that is selected is enough. */
function selects({ operator, values }: Scope, names: readonly string[]): boolean {
  switch (operator) {
    case 'Exists':
      return names.length > 0
    case 'DoesNotExist':
      return names.length === 0
    case 'In':
      return names.some(name => values.includes(name))
    case 'NotIn':
      return names.length === 0 || names.some(name => !values.includes(name))
    default:
      return false
  }
}

export function isTerminating(pod: JsonObject): boolean {
  const seconds = integerAt(objectOf(fieldOf(pod, 'spec')), 'activeDeadlineSeconds')
  return seconds !== null && seconds >= 0
}

/** A pod of which nothing asks for cpu or memory. */
function isBestEffort(pod: JsonObject, minor: number): boolean {
  const decided = textAt(objectOf(fieldOf(pod, 'status')), 'qosClass')
  if (decided !== '') return decided === 'BestEffort'
  const spec = objectOf(fieldOf(pod, 'spec'))
  const asks = (owner: JsonObject): boolean => {
    const resources = objectOf(fieldOf(owner, 'resources'))
    return ['requests', 'limits'].some(part => {
      const amounts = amountsAt(resources, part)
      return ['cpu', 'memory'].some(name => (amounts.get(name)?.unscaled ?? 0n) > 0n)
    })
  }
  // Resources of the whole pod, where there are any, stand for those of its containers since 1.34.
  if (minor >= 34 && isSet(spec, 'resources')) return !asks(spec)
  return ![...objectsAt(spec, 'containers'), ...objectsAt(spec, 'initContainers')].some(asks)
}

function crossesNamespaces(spec: JsonObject): boolean {
  const affinity = objectOf(fieldOf(spec, 'affinity'))
  const crosses = (term: JsonObject): boolean =>
    stringsOf(fieldOf(term, 'namespaces')).length > 0 || isSet(term, 'namespaceSelector')
  return ['podAffinity', 'podAntiAffinity'].some(kind => {
    const terms = objectOf(fieldOf(affinity, kind))
    return (
      objectsAt(terms, 'requiredDuringSchedulingIgnoredDuringExecution').some(crosses) ||
      objectsAt(terms, 'preferredDuringSchedulingIgnoredDuringExecution').some(each =>
        crosses(objectOf(fieldOf(each, 'podAffinityTerm'))),
      )
    )
  })
}
