import { type RequestShape, ruleMatches } from './rules.ts'
import { isEmptySelector, type LabelSelector, type Labels, selectorMatches } from './selectors.ts'
import type { Webhook } from './webhooks.ts'

/** Longest that the API server works on a mutating request, in seconds. */
export const requestLimitSeconds = 34

/** Serial webhooks that one request may have to wait for. */
export interface SlowChain {
  readonly webhooks: readonly Webhook[]
  /** Sum of the timeouts in seconds. */
  readonly seconds: number
  /** A request that waits that long, e.g. `create pods`. */
  readonly request: string
}

/** Whether a webhook's rules take a request; versions are left aside under `Equivalent`. */
export function actsOn(webhook: Webhook, request: RequestShape): boolean {
  const shape = webhook.matchPolicy.value === 'Exact' ? request : { ...request, version: '' }
  return webhook.rules.some(rule => ruleMatches(rule, shape))
}

/**
 * For each mutating webhook the worst chain it is part of, where that may outlast a request.
 * Selectors that exclude each other are honoured as far as labels can be tried out; match
 * conditions are taken as true.
 * @param namespaces labels of the namespaces of today; empty when they are not known
 */
export function slowChains(
  webhooks: readonly Webhook[],
  namespaces: readonly Labels[],
): ReadonlyMap<Webhook, SlowChain> {
  const mutating = webhooks.filter(each => each.phase === 'mutating')
  const worst = new Map<Webhook, SlowChain>()
  const seen = new Set<string>()
  for (const request of requestsOf(mutating)) {
    const taking = mutating.filter(each => actsOn(each, request))
    const key = taking.map(each => mutating.indexOf(each)).join()
    if (secondsOf(taking) <= requestLimitSeconds || seen.has(key)) continue
    seen.add(key)
    const chain = worstTogether(taking, request.namespaced ? namespaces : [])
    const seconds = secondsOf(chain)
    if (seconds <= requestLimitSeconds) continue
    const found = { webhooks: chain, seconds, request: requestInWords(request) }
    for (const webhook of chain) {
      if ((worst.get(webhook)?.seconds ?? 0) < seconds) worst.set(webhook, found)
    }
  }
  return worst
}

export function secondsOf(webhooks: readonly Webhook[]): number {
  return webhooks.reduce((sum, each) => sum + each.timeoutSeconds.value, 0)
}

function requestInWords(request: RequestShape): string {
  const sub = request.subresource === '' ? '' : `/${request.subresource}`
  return `${request.operation.toLowerCase()} ${request.resource === '*' ? 'any resource' : request.resource}${sub}`
}

// One request for every operation and resource that some rule names: between two named resources
// the set of webhooks does not change.
function requestsOf(webhooks: readonly Webhook[]): readonly RequestShape[] {
  const requests = new Map<string, RequestShape>()
  for (const rule of webhooks.flatMap(each => each.rules)) {
    const verbs = rule.operations.includes('*') ? ['CREATE', 'UPDATE', 'DELETE'] : rule.operations
    for (const group of rule.apiGroups) {
      for (const pattern of rule.resources) {
        const [resource = '', sub = ''] = pattern.split('/')
        for (const operation of verbs) {
          const subresource = sub === '*' ? '' : sub
          requests.set([operation, group, resource, subresource].join('|'), {
            operation,
            group,
            version: '',
            resource,
            subresource,
            namespaced: rule.scope !== 'Cluster',
          })
        }
      }
    }
  }
  return [...requests.values()]
}

/** How many assignments of labels are tried before the selectors are taken as compatible. */
const triedAssignments = 512

function worstTogether(webhooks: readonly Webhook[], namespaces: readonly Labels[]): readonly Webhook[] {
  const objects = assignments(webhooks.map(each => each.objectSelector))
  const spaces = distinct(
    namespaces.length > 0 ? namespaces : assignments(webhooks.map(each => each.namespaceSelector)),
    webhooks,
  )
  let worst: readonly Webhook[] = []
  for (const space of spaces) {
    const inSpace = webhooks.filter(each => selectorMatches(each.namespaceSelector, space) !== false)
    if (secondsOf(inSpace) <= Math.max(secondsOf(worst), requestLimitSeconds)) continue
    for (const labels of objects) {
      const chain = inSpace.filter(each => selectorMatches(each.objectSelector, labels) !== false)
      if (secondsOf(chain) > secondsOf(worst)) worst = chain
    }
  }
  return worst
}

// Namespaces that the selectors cannot tell apart count once.
function distinct(namespaces: readonly Labels[], webhooks: readonly Webhook[]): readonly Labels[] {
  const selectors = new Map(
    webhooks.map(each => [JSON.stringify(each.namespaceSelector), each.namespaceSelector]),
  )
  const kinds = new Map<string, Labels>()
  for (const labels of namespaces) {
    kinds.set([...selectors.values()].map(each => selectorMatches(each, labels)).join(), labels)
  }
  return [...kinds.values()]
}

/** Labels worth trying: every value that a selector mentions, another one, and none. */
function assignments(selectors: readonly LabelSelector[]): readonly Labels[] {
  const values = new Map<string, Set<string | null>>()
  for (const { requirements } of selectors.filter(each => !isEmptySelector(each))) {
    for (const { key, values: named } of requirements) {
      const known = values.get(key) ?? new Set<string | null>([null, ''])
      for (const value of named) known.add(value)
      values.set(key, known)
    }
  }
  let tried: Labels[] = [{}]
  for (const [key, options] of values) {
    if (tried.length * options.size > triedAssignments) continue
    tried = tried.flatMap(labels =>
      [...options].map(value => (value === null ? labels : { ...labels, [key]: value })),
    )
  }
  return tried
}
