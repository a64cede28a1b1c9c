import type { JsonObject } from '../../cel/kubernetes/index.ts'
import { apiVersionOf, type KubeObject, parseApiVersion, type ResourceInfo } from '../../kube/index.ts'
import { gapOf, itemsOf } from '../known.ts'
import { identityOf } from '../meta.ts'
import type { Binding, ParamKind, Policy } from '../policies.ts'
import { isEmptySelector, selectorMatches, selectorQuery } from '../selectors.ts'
import { isCustomGroup } from '../served.ts'
import { kindText } from './statuses.ts'
import type { TraceRequest, World } from './types.ts'

/** One parameter, and how it is called. */
export interface Param {
  /** Null where the policy has none, or its binding names none. */
  readonly object: JsonObject | null
  /** `namespace/name` or the name; empty without one. */
  readonly name: string
}

export type ParamsFound =
  /** None: the binding has nothing to evaluate with, and lets pass. */
  | { readonly type: 'params'; readonly params: readonly Param[] }
  /** A configuration error. */
  | { readonly type: 'error'; readonly message: string }
  | { readonly type: 'unknown'; readonly why: string }

export type ParamKindFound =
  | { readonly type: 'none' }
  | { readonly type: 'served'; readonly resource: ResourceInfo }
  | { readonly type: 'error'; readonly message: string }
  | { readonly type: 'unknown'; readonly why: string }

/** Looks up the kind of a policy's parameters. One that is not there is an error of the policy, not of its bindings. */
export function paramKindOf({ paramKind }: Policy, world: World): ParamKindFound {
  if (paramKind === null) return { type: 'none' }
  const { resources, failedGroups, isPartial } = world.served
  const resource = resources.find(
    each => each.kind === paramKind.kind && apiVersionOf(each) === paramKind.apiVersion,
  )
  if (resource !== undefined) return { type: 'served', resource }
  const { group, version } = parseApiVersion(paramKind.apiVersion)
  if (failedGroups.has(group) || isPartial === true)
    return { type: 'unknown', why: `it is not known whether the server offers ${kindWords(paramKind)}` }
  const kind = kindText({ group, version, kind: paramKind.kind })
  return { type: 'error', message: `failed to find resource referenced by paramKind: '${kind}'` }
}

const kindWords = ({ apiVersion, kind }: ParamKind): string => `${kind} of ${apiVersion}`

const onlyNull: ParamsFound = { type: 'params', params: [{ object: null, name: '' }] }

/** The parameters that a binding is evaluated with, each on its own. Source: apiserver, policy/generic CollectParams. */
export function paramsOf(
  kind: Exclude<ParamKindFound, { type: 'error' }>,
  { paramRef }: Binding,
  request: TraceRequest,
  world: World,
): ParamsFound {
  if (kind.type === 'none') return onlyNull
  if (paramRef === null) return onlyNull
  if (kind.type === 'unknown') return kind
  const { resource } = kind
  const namespace = resource.namespaced ? paramRef.namespace || request.namespace : ''
  if (resource.namespaced && namespace === '') {
    const message = 'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources'
    return { type: 'error', message }
  }
  if (!resource.namespaced && paramRef.namespace !== '')
    return {
      type: 'error',
      message: 'paramRef.namespace must not be provided for a cluster-scoped `paramKind`',
    }
  if (paramRef.name !== '' && paramRef.selector !== null)
    return { type: 'error', message: 'paramRef.name and paramRef.selector are mutually exclusive' }
  if (paramRef.name === '' && paramRef.selector === null)
    return { type: 'error', message: 'one of name or selector must be provided' }
  return lookedUp(resource, { paramRef, namespace }, world)
}

interface Lookup {
  readonly paramRef: NonNullable<Binding['paramRef']>
  readonly namespace: string
}

function lookedUp(resource: ResourceInfo, { paramRef, namespace }: Lookup, world: World): ParamsFound {
  const { group, version, kind } = resource
  const { name, selector } = paramRef
  if (selector !== null && selectorQuery(selector) === null) {
    const broken = selector.requirements.find(each => selectorQuery({ requirements: [each] }) === null)
    return { type: 'error', message: `"${broken?.operator ?? ''}" is not a valid label selector operator` }
  }
  const known = world.objects({ group, version, kind, namespace, name })
  if (known.state === 'loading')
    return { type: 'unknown', why: `the ${kind} of its parameters is being read` }
  const found = itemsOf(known).filter(item => {
    const identity = identityOf(item)
    if (identity.namespace !== namespace) return false
    if (selector === null) return identity.name === name
    return isEmptySelector(selector) || selectorMatches(selector, identity.labels) === true
  })
  const isWhole = known.state === 'notServed' || gapOf(known) === null || (name !== '' && found.length > 0)
  if (!isWhole) return { type: 'unknown', why: `the ${kind} of its parameters cannot be read` }
  if (found.length === 0 && paramRef.notFoundAction === 'Deny')
    return {
      type: 'error',
      message: 'no params found for policy binding with `Deny` parameterNotFoundAction',
    }
  return { type: 'params', params: found.map(item => paramFrom(item, resource)).sort(byName) }
}

function paramFrom(item: KubeObject, resource: ResourceInfo): Param {
  const { name, namespace } = identityOf(item)
  const object = { ...item, apiVersion: apiVersionOf(resource), kind: resource.kind } as unknown as JsonObject
  return { object, name: namespace === '' ? name : `${namespace}/${name}` }
}

const byName = (one: Param, other: Param): number =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : 0

/** What is taken for granted of parameters of a built-in kind; null for others. */
export function paramAssumption(kind: ParamKindFound): string | null {
  if (kind.type !== 'served' || isCustomGroup(kind.resource.group)) return null
  return `The server’s own copy of each ${kind.resource.kind} is up to date: once no binding has used a built-in kind for parameters, the server follows it no more until it starts again.`
}
