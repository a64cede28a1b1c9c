import type { JsonObject } from '../../../cel/kubernetes/index.ts'
import type { TraceRequest, World } from '../../trace/types.ts'
import { fieldOf, integerAt, isSet, objectOf, objectsAt, textAt } from '../json.ts'
import { compareNames } from '../lookups.ts'
import { classOf } from '../plugins/volumes.ts'
import { podSum, resourcesOf } from '../podResources.ts'
import { type Amount, type Amounts, amountsAt, compareAmounts, count, roundedUp } from '../quantities.ts'
import { groupResource } from '../statuses.ts'
import { claimInScope, isTerminating, podInScope, type Scope } from './scopes.ts'

/** How objects of a kind count against quotas. Source: kubernetes, pkg/quota/v1/evaluator/core. */
export interface Evaluator {
  /** Whether the request can change what is used. */
  readonly handles: boolean
  /** Whether a resource that a quota tracks is one of this kind. */
  readonly tracks: (resource: string) => boolean
  readonly inScope: (scope: Scope, object: JsonObject) => boolean
  readonly usage: (object: JsonObject) => Amounts
  /** What containers do not say and must, for these tracked resources; null where nothing is missing. */
  readonly missing: (tracked: readonly string[], object: JsonObject) => string | null
}

const aliases: ReadonlySet<string> = new Set([
  ...['configmaps', 'resourcequotas', 'replicationcontrollers', 'secrets'],
])

/** The evaluator of the resource of a request. */
export function evaluatorOf(request: TraceRequest, object: JsonObject, world: World): Evaluator {
  const { group, resource } = request.resource
  if (group === '' && resource === 'pods') return podEvaluator(request, object, world)
  if (group === '' && resource === 'services') return serviceEvaluator(request)
  if (group === '' && resource === 'persistentvolumeclaims') return claimEvaluator(request)
  const counted = `count/${groupResource(request.resource)}`
  const names = group === '' && aliases.has(resource) ? [counted, resource] : [counted]
  return {
    handles: request.operation === 'CREATE' && request.subresource === '',
    tracks: name => names.includes(name),
    inScope: () => false,
    usage: () => new Map(names.map(name => [name, count(1)])),
    missing: () => null,
  }
}

const podResources: ReadonlySet<string> = new Set([
  ...['count/pods', 'pods', 'cpu', 'memory', 'ephemeral-storage'],
  ...['cpu', 'memory', 'ephemeral-storage'].flatMap(name => [`requests.${name}`, `limits.${name}`]),
])
/** Tracking these makes it an error not to ask for them. */
const mandatory: readonly string[] = [
  ...['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory'],
]

function podEvaluator(request: TraceRequest, object: JsonObject, world: World): Evaluator {
  const isCreate = request.operation === 'CREATE' && request.subresource === ''
  const isResize = request.operation === 'UPDATE' && request.subresource === 'resize'
  const changesScope =
    request.operation === 'UPDATE' &&
    request.subresource === '' &&
    isTerminating(object) !== isTerminating(objectOf(request.oldObject))
  const isWhole = hasPodLevel(world.minor)
  return {
    handles: isCreate || isResize || changesScope,
    tracks: name => podResources.has(name) || /^(requests\.)?hugepages-/.test(name) || isExtended(name),
    inScope: (scope, pod) => podInScope(scope, pod, world.minor),
    usage: pod => podUsage(pod, world),
    missing: (tracked, pod) => (isWhole(pod) ? null : missingOfPod(tracked, pod)),
  }
}

// A resource of a device or another extended resource can only be tracked as a request.
const isExtended = (name: string): boolean =>
  name.startsWith('requests.deviceclass.resource.kubernetes.io/') ||
  (name.startsWith('requests.') && name.includes('/') && !name.includes('kubernetes.io/'))

const isPodLevelResource = (name: string): boolean =>
  name === 'cpu' || name === 'memory' || name.startsWith('hugepages-')

const hasPodLevel =
  (minor: number) =>
  (pod: JsonObject): boolean => {
    const resources = objectOf(fieldOf(objectOf(fieldOf(pod, 'spec')), 'resources'))
    return (
      minor >= 34 &&
      ['requests', 'limits'].some(part => [...amountsAt(resources, part).keys()].some(isPodLevelResource))
    )
  }

function podUsage(pod: JsonObject, { now, minor }: World): Amounts {
  const counted: Amounts = new Map([['count/pods', count(1)]])
  if (isOver(pod, now)) return counted
  const options = {
    withStatus: minor >= 33,
    withOverhead: true,
    ...(hasPodLevel(minor)(pod) ? { podLevel: isPodLevelResource } : {}),
  }
  const used = usageOf(podSum(pod, 'requests', options), podSum(pod, 'limits', options))
  return new Map([...counted, ...used])
}

/** Pods that have ended, or should have, use nothing but their place. */
function isOver(pod: JsonObject, now: number): boolean {
  const phase = textAt(objectOf(fieldOf(pod, 'status')), 'phase')
  if (phase === 'Failed' || phase === 'Succeeded') return true
  const metadata = objectOf(fieldOf(pod, 'metadata'))
  const grace = integerAt(metadata, 'deletionGracePeriodSeconds')
  const deleted = Date.parse(textAt(metadata, 'deletionTimestamp'))
  return grace !== null && now > deleted + grace * 1000
}

function usageOf(requests: Amounts, limits: Amounts): Amounts {
  const used = new Map<string, Amount>([['pods', count(1)]])
  for (const [name, amount] of requests) {
    const isPlain = ['cpu', 'memory', 'ephemeral-storage'].includes(name) || name.startsWith('hugepages-')
    if (isPlain) used.set(name, amount)
    const isRequest = isPlain || isExtended(`requests.${name}`)
    if (isRequest) used.set(`requests.${name}`, amount)
  }
  for (const name of ['cpu', 'memory', 'ephemeral-storage']) {
    const limit = limits.get(name)
    if (limit !== undefined) used.set(`limits.${name}`, limit)
  }
  return used
}

function missingOfPod(tracked: readonly string[], pod: JsonObject): string | null {
  const spec = objectOf(fieldOf(pod, 'spec'))
  const missing = new Map<string, Set<string>>()
  for (const container of [...objectsAt(spec, 'containers'), ...objectsAt(spec, 'initContainers')]) {
    const said = usageOf(resourcesOf(container, 'requests'), resourcesOf(container, 'limits'))
    for (const name of mandatory) {
      if (!tracked.includes(name) || said.has(name)) continue
      missing.set(name, (missing.get(name) ?? new Set()).add(textAt(container, 'name')))
    }
  }
  if (missing.size === 0) return null
  const parts = [...missing]
    .toSorted(([one], [other]) => compareNames(one, other))
    .map(([name, containers]) => `${name} for: ${[...containers].toSorted(compareNames).join(',')}`)
  return `must specify ${parts.join('; ')}`
}

const serviceResources = ['count/services', 'services', 'services.nodeports', 'services.loadbalancers']

function serviceEvaluator(request: TraceRequest): Evaluator {
  return {
    handles: request.subresource === '',
    tracks: name => serviceResources.includes(name),
    inScope: () => false,
    missing: () => null,
    usage: service => {
      const spec = objectOf(fieldOf(service, 'spec'))
      const type = textAt(spec, 'type')
      const ports = objectsAt(spec, 'ports')
      const isBalanced = type === 'LoadBalancer'
      const onlyGiven = isBalanced && fieldOf(spec, 'allocateLoadBalancerNodePorts') === false
      const given = ports.filter(port => (integerAt(port, 'nodePort') ?? 0) !== 0)
      const opened = onlyGiven ? given.length : isBalanced || type === 'NodePort' ? ports.length : 0
      return new Map([
        ['count/services', count(1)],
        ['services', count(1)],
        ['services.nodeports', count(opened)],
        ['services.loadbalancers', count(isBalanced ? 1 : 0)],
      ])
    },
  }
}

const claimResources = ['persistentvolumeclaims', 'requests.storage']
const ofClass = '.storageclass.storage.k8s.io/'

function claimEvaluator(request: TraceRequest): Evaluator {
  return {
    // What its status changes is booked and never refused.
    handles: request.subresource === '',
    tracks: name =>
      name === 'count/persistentvolumeclaims' ||
      claimResources.includes(name) ||
      claimResources.some(resource => name.endsWith(`${ofClass}${resource}`)),
    inScope: claimInScope,
    missing: () => null,
    usage: claimUsage,
  }
}

function claimUsage(claim: JsonObject): Amounts {
  const used = new Map<string, Amount>([['count/persistentvolumeclaims', count(1)]])
  const name = classOf(claim)
  const charge = (resource: string, amount: Amount): void => {
    used.set(resource, amount)
    if (name !== '') used.set(`${name}${ofClass}${resource}`, amount)
  }
  charge('persistentvolumeclaims', count(1))
  const asked = resourcesOf(objectOf(fieldOf(claim, 'spec')), 'requests').get('storage')
  if (asked === undefined) return used
  const status = objectOf(fieldOf(claim, 'status'))
  const given = isSet(status, 'allocatedResources')
    ? amountsAt(status, 'allocatedResources').get('storage')
    : undefined
  const most = given !== undefined && compareAmounts(given, asked) > 0 ? given : asked
  charge('requests.storage', roundedUp(most))
  return used
}
