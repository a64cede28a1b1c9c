import type { JsonObject } from '../../cel/kubernetes/index.ts'
import { fieldOf, isSet, objectOf, objectsAt, textAt } from './json.ts'
import { type Amounts, addLists, amountsAt, compareAmounts, count, maxLists } from './quantities.ts'

export type RequestsOrLimits = 'requests' | 'limits'

interface SumOptions {
  /** Whether resources of the pod as a whole replace those of its containers, and which. */
  readonly podLevel?: (resource: string) => boolean
  /** What the kubelet has given to a running container counts where it is more. */
  readonly withStatus?: boolean
  readonly withOverhead?: boolean
}

/**
 * What a pod asks for in all: the sum of its containers and of the init containers that keep running, or
 * more where an init container needs more. Source: k8s.io/component-helpers/resource.
 */
export function podSum(pod: JsonObject, which: RequestsOrLimits, options: SumOptions = {}): Amounts {
  const spec = objectOf(fieldOf(pod, 'spec'))
  const own = (container: JsonObject, status: string): Amounts =>
    options.withStatus === true ? effective(pod, container, which, status) : resourcesOf(container, which)
  let sum: Amounts = new Map()
  for (const container of objectsAt(spec, 'containers'))
    sum = addLists(sum, own(container, 'containerStatuses'))
  let kept: Amounts = new Map()
  let initial: Amounts = new Map()
  for (const container of objectsAt(spec, 'initContainers')) {
    const isKept = textAt(container, 'restartPolicy') === 'Always'
    const amounts = isKept ? own(container, 'initContainerStatuses') : resourcesOf(container, which)
    if (isKept) sum = addLists(sum, amounts)
    // The first of a sum gives it its form of writing.
    const reached = isKept ? addLists(kept, amounts) : addLists(amounts, kept)
    if (isKept) kept = reached
    initial = maxLists(initial, reached)
  }
  const ofContainers = maxLists(sum, initial)
  const whole = withPodLevel(ofContainers, spec, which, options)
  return options.withOverhead === true ? withOverhead(whole, spec, which) : whole
}

/** Requests or limits of a container. */
export const resourcesOf = (container: JsonObject, which: RequestsOrLimits): Amounts =>
  amountsAt(objectOf(fieldOf(container, 'resources')), which)

function withPodLevel(
  sum: Amounts,
  spec: JsonObject,
  which: RequestsOrLimits,
  { podLevel }: SumOptions,
): Amounts {
  if (podLevel === undefined || !isSet(spec, 'resources')) return sum
  const whole = new Map(sum)
  for (const [name, amount] of amountsAt(objectOf(fieldOf(spec, 'resources')), which))
    if (podLevel(name)) whole.set(name, amount)
  return whole
}

/** Overhead raises every request, and limits that are set. */
function withOverhead(sum: Amounts, spec: JsonObject, which: RequestsOrLimits): Amounts {
  const overhead = amountsAt(spec, 'overhead')
  if (which === 'requests') return addLists(sum, overhead)
  const raised = [...overhead].filter(([name]) => {
    const limit = sum.get(name)
    return limit !== undefined && compareAmounts(limit, count(0)) !== 0
  })
  return addLists(sum, new Map(raised))
}

function effective(pod: JsonObject, container: JsonObject, which: RequestsOrLimits, list: string): Amounts {
  const wanted = resourcesOf(container, which)
  const status = objectOf(fieldOf(pod, 'status'))
  const name = textAt(container, 'name')
  const own = objectsAt(status, list).find(each => textAt(each, 'name') === name)
  if (own === undefined || !isSet(own, 'resources')) return wanted
  const given = resourcesOf(own, which)
  const granted = which === 'requests' ? maxLists(given, amountsAt(own, 'allocatedResources')) : given
  return isInfeasible(status) ? granted : maxLists(wanted, granted)
}

function isInfeasible(status: JsonObject): boolean {
  const pending = objectsAt(status, 'conditions').find(each => textAt(each, 'type') === 'PodResizePending')
  return pending !== undefined && textAt(pending, 'reason') === 'Infeasible'
}
