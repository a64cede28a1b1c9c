import type { JsonObject } from '../../cel/kubernetes/index.ts'
import { fieldsOf } from '../fields.ts'
import { identityOf } from '../meta.ts'
import {
  describeRequirement,
  isEmptySelector,
  type LabelSelector,
  type Labels,
  selectorMatches,
  unmetRequirement,
} from '../selectors.ts'
import type { TraceRequest, TraceStatus, World } from '../trace/types.ts'
import { namespaceOf } from './namespace.ts'
import type { MatchError, Passing } from './result.ts'

const passes: Passing = { type: 'passes', dependsOnContent: false }
const passesByContent: Passing = { type: 'passes', dependsOnContent: true }

/** Labels of an object, read without trust. */
function labelsOf(object: JsonObject | null): Labels {
  const labels: Record<string, string> = Object.create(null)
  const { labels: own } = fieldsOf(fieldsOf(object).metadata)
  for (const [key, value] of Object.entries(fieldsOf(own))) {
    if (typeof value === 'string') labels[key] = value
  }
  return labels
}

function brokenSelector(selector: LabelSelector, field: string): MatchError | null {
  const known = ['=', 'In', 'NotIn', 'Exists', 'DoesNotExist']
  const broken = selector.requirements.find(({ operator }) => !known.includes(operator))
  if (broken === undefined) return null
  const message = `"${broken.operator}" is not a valid label selector operator`
  return { type: 'error', status: internalError(message), reason: `${field}: ${message}`, field }
}

/** Status of a failure inside the server. */
export const internalError = (message: string): TraceStatus => ({
  code: 500,
  reason: 'InternalError',
  message: `Internal error occurred: ${message}`,
})

/**
 * A request that is in no namespace passes any selector. One that creates or updates a Namespace is judged
 * by the new object's labels, every other by the Namespace that is stored. Source: apiserver,
 * admission/plugin/webhook/predicates/namespace.
 */
export function passesNamespaceSelector(
  selector: LabelSelector,
  request: TraceRequest,
  world: World,
): Passing {
  const field = 'namespaceSelector'
  const { namespace, resource } = request
  if (namespace === '' && resource.resource !== 'namespaces') return passes
  const broken = brokenSelector(selector, field)
  if (broken !== null) return broken
  if (isEmptySelector(selector)) return passes
  if (isWriteOfNamespace(request)) return passesByNewNamespace(selector, request)
  const found = namespaceOf(namespace, world)
  switch (found.type) {
    case 'missing':
      return {
        type: 'error',
        status: found.status,
        field,
        reason: `${field}: namespace ${namespace} is not there`,
      }
    case 'unknown':
      return { type: 'unknown', field, reason: `${field}: ${found.reason}` }
    default:
      return judge(selector, identityOf(found.namespace).labels, {
        field,
        on: `namespace ${namespace}`,
        dependsOnContent: false,
      })
  }
}

function isWriteOfNamespace({ resource, subresource, operation }: TraceRequest): boolean {
  const isWrite = operation === 'CREATE' || operation === 'UPDATE'
  return resource.resource === 'namespaces' && subresource === '' && isWrite
}

function passesByNewNamespace(selector: LabelSelector, request: TraceRequest): Passing {
  const field = 'namespaceSelector'
  if (!request.isObjectKnown)
    return {
      type: 'unknown',
      field,
      reason: `${field}: it depends on the labels of the Namespace that is written`,
    }
  const on = `the Namespace that is written`
  return judge(selector, labelsOf(request.object), { field, on, dependsOnContent: true })
}

interface Judged {
  readonly field: string
  readonly on: string
  readonly dependsOnContent: boolean
}

function judge(selector: LabelSelector, labels: Labels, { field, on, dependsOnContent }: Judged): Passing {
  if (selectorMatches(selector, labels) === true) return dependsOnContent ? passesByContent : passes
  const unmet = unmetRequirement(selector, labels)
  return {
    type: 'notMatched',
    field,
    reason: `${field}: ${unmet === null ? 'it' : describeRequirement(unmet)} is not on ${on}`,
    ...(dependsOnContent ? { dependsOnContent } : {}),
  }
}

/**
 * The new or the old object has to match; what is no object with metadata never does, by no selector but the
 * empty one. Source: apiserver, admission/plugin/webhook/predicates/object.
 */
export function passesObjectSelector(selector: LabelSelector, request: TraceRequest): Passing {
  const field = 'objectSelector'
  const broken = brokenSelector(selector, field)
  if (broken !== null) return broken
  if (isEmptySelector(selector)) return passes
  if (request.operation === 'CONNECT')
    return { type: 'notMatched', field, reason: `${field}: what a connection is asked with has no labels` }
  if (!request.isObjectKnown)
    return { type: 'unknown', field, reason: `${field}: it depends on the labels of the object` }
  const objects = [request.object, request.oldObject].filter(object => object !== null)
  if (objects.some(object => selectorMatches(selector, labelsOf(object)) === true)) return passesByContent
  const [first] = objects
  if (first === undefined)
    return { type: 'notMatched', field, reason: `${field}: there is no object to match` }
  const unmet = unmetRequirement(selector, labelsOf(first))
  const on = objects.length > 1 ? 'the new object nor on the old one' : 'the object'
  return {
    type: 'notMatched',
    field,
    reason: `${field}: ${unmet === null ? 'it' : describeRequirement(unmet)} is not on ${on}`,
    // Nothing on the way changes the old object, of which a delete has no other.
    ...(request.object === null ? {} : { dependsOnContent: true }),
  }
}
