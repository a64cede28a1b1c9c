import type { GroupVersionKind, GroupVersionResource } from '../../cel/kubernetes/index.ts'
import { apiVersionOf } from '../../kube/index.ts'
import { type RequestShape, type Rule, resourceMatches, ruleMatches } from '../rules.ts'
import type { TraceRequest, World } from '../trace/types.ts'
import { equivalentsOf } from './equivalents.ts'
import type { NotMatched } from './result.ts'

export type RuleMatch =
  | {
      readonly type: 'matched'
      readonly index: number
      readonly resource: GroupVersionResource
      readonly kind: GroupVersionKind
      readonly isEquivalent: boolean
    }
  | NotMatched
  | { readonly type: 'unknown'; readonly reason: string; readonly field: string }

export interface RuleSet {
  readonly rules: readonly Rule[]
  /** Name of the list of rules. */
  readonly field: string
  readonly matchPolicy: string
}

/**
 * The rule that takes a request: the first that matches it as it was made, else, under `Equivalent`, the first
 * that matches another version of the same resource, in the order in which the server registers them.
 */
export function matchRules(
  { rules, field, matchPolicy }: RuleSet,
  request: TraceRequest,
  world: World,
): RuleMatch {
  const shape = shapeOf(request)
  const direct = rules.findIndex(rule => ruleMatches(rule, shape) && isNamed(rule, request))
  const { resource, kind } = request
  if (direct >= 0) return { type: 'matched', index: direct, resource, kind, isEquivalent: false }
  if (matchPolicy !== 'Equivalent' || !rules.some(rule => couldBeEquivalent(rule, shape, request)))
    return whyNot(rules, field, request)
  const { others, why } = equivalentsOf(request, world)
  for (const [index, rule] of rules.entries()) {
    const other = others.find(
      each => ruleMatches(rule, { ...shape, ...each.resource }) && isNamed(rule, request),
    )
    if (other !== undefined) return { type: 'matched', index, ...other, isEquivalent: true }
  }
  return why === '' ? whyNot(rules, field, request) : { type: 'unknown', field, reason: `${field}: ${why}` }
}

// Only events are stored as one with a resource of another group.
function couldBeEquivalent(rule: Rule, shape: RequestShape, request: TraceRequest): boolean {
  const groups = request.resource.resource === 'events' ? ['', 'events.k8s.io'] : [shape.group]
  return groups.some(group => ruleMatches(rule, { ...shape, group, version: '' })) && isNamed(rule, request)
}

function shapeOf({ operation, resource, subresource, namespace }: TraceRequest): RequestShape {
  return { operation, ...resource, subresource, namespaced: namespace !== '' }
}

function isNamed(rule: Rule, { name }: TraceRequest): boolean {
  return rule.resourceNames.length === 0 || rule.resourceNames.includes(name)
}

/** The part of the rule that comes nearest that does not fit. */
function whyNot(rules: readonly Rule[], field: string, request: TraceRequest): NotMatched {
  let nearest: { readonly depth: number; readonly index: number } | null = null
  for (const [index, rule] of rules.entries()) {
    const depth = parts.findIndex(part => !part.fits(rule, request))
    if (depth >= 0 && (nearest === null || nearest.depth < depth)) nearest = { depth, index }
  }
  const rule = nearest === null ? undefined : rules[nearest.index]
  const part = nearest === null ? undefined : parts[nearest.depth]
  if (nearest === null || rule === undefined || part === undefined)
    return { type: 'notMatched', field, reason: `${field}: there are none` }
  const at = `${field}[${nearest.index}].${part.name}`
  const values = part.name === 'scope' ? [rule.scope] : rule[part.name]
  const listed = values.length === 0 ? 'nothing' : values.map(value => value || '""').join(', ')
  return { type: 'notMatched', field: at, reason: `${at}: ${listed} does not include ${part.value(request)}` }
}

interface Part {
  readonly name: keyof Rule
  readonly fits: (rule: Rule, request: TraceRequest) => boolean
  readonly value: (request: TraceRequest) => string
}

const covers = (values: readonly string[], value: string): boolean =>
  values.includes('*') || values.includes(value)

const target = ({ resource, subresource }: TraceRequest): string =>
  subresource === '' ? resource.resource : `${resource.resource}/${subresource}`

/** Parts of a rule, the first to be looked at first. */
const parts: readonly Part[] = [
  {
    name: 'apiGroups',
    fits: (rule, { resource }) => covers(rule.apiGroups, resource.group),
    value: ({ resource }) => `group ${resource.group || '""'}`,
  },
  {
    name: 'resources',
    fits: (rule, { resource, subresource }) =>
      rule.resources.some(each => resourceMatches(each, resource.resource, subresource)),
    value: target,
  },
  {
    name: 'apiVersions',
    fits: (rule, { resource }) => covers(rule.apiVersions, resource.version),
    value: ({ resource }) => apiVersionOf(resource),
  },
  {
    name: 'operations',
    fits: (rule, { operation }) => covers(rule.operations, operation),
    value: ({ operation }) => operation,
  },
  {
    name: 'scope',
    fits: (rule, request) => ruleMatches(rule, shapeOf(request)),
    value: request =>
      `${target(request)}${request.namespace === '' ? '' : ` of namespace ${request.namespace}`}`,
  },
  {
    name: 'resourceNames',
    fits: isNamed,
    value: ({ name }) => (name === '' ? 'a request without a name' : name),
  },
]
