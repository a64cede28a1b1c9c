import type { AppErrorBody } from '../errors/index.ts'
import { apiVersionOf, type ObjectRef, type ResourceInfo } from '../kube/index.ts'
import { gapOf, itemsOf, type Known } from './known.ts'
import { identityOf } from './meta.ts'
import type { Binding, ParamKind, Policy } from './policies.ts'
import { type LabelSelector, selectorQuery } from './selectors.ts'

/** Where the parameters of a binding are to be looked for. */
export interface ParamLookup {
  readonly type: 'lookup'
  readonly resource: ResourceInfo
  /** Empty: cluster-scoped, or the namespace of each request (`perNamespace`). */
  readonly namespace: string
  readonly perNamespace: boolean
  /** Empty when the reference is by selector. */
  readonly name: string
  readonly selector: LabelSelector | null
}

export type ParamQuery =
  /** The policy takes no parameters and the binding gives none. */
  | { readonly type: 'none' }
  /** A reference without paramKind in the policy: the server ignores it. */
  | { readonly type: 'ignored' }
  /** paramKind without a reference: evaluated once, `params` is null. */
  | { readonly type: 'null' }
  | { readonly type: 'kindNotServed'; readonly kind: ParamKind }
  /** The server cannot work with the reference: a configuration error on every request. */
  | { readonly type: 'invalid'; readonly reason: string }
  | ParamLookup

/** Source of the rules: apiserver, policy/generic CollectParams. */
export function paramQuery(policy: Policy, binding: Binding, served: readonly ResourceInfo[]): ParamQuery {
  const { paramKind } = policy
  const { paramRef } = binding
  if (paramKind === null) return { type: paramRef === null ? 'none' : 'ignored' }
  const resource = servedKind(paramKind, served)
  if (resource === null) return { type: 'kindNotServed', kind: paramKind }
  if (paramRef === null) return { type: 'null' }
  if ((paramRef.name === '') === (paramRef.selector === null)) {
    const what = paramRef.name === '' ? 'neither a name nor a selector' : 'a name and a selector'
    return { type: 'invalid', reason: `The reference has ${what}; it must have exactly one.` }
  }
  if (!resource.namespaced && paramRef.namespace !== '') {
    const reason = `${paramKind.kind} is cluster-scoped, but the reference names namespace ${paramRef.namespace}.`
    return { type: 'invalid', reason }
  }
  if (paramRef.selector !== null && selectorQuery(paramRef.selector) === null) {
    return { type: 'invalid', reason: 'The selector has an operator that the server does not know.' }
  }
  return {
    type: 'lookup',
    resource,
    namespace: paramRef.namespace,
    perNamespace: resource.namespaced && paramRef.namespace === '',
    name: paramRef.name,
    selector: paramRef.selector,
  }
}

function servedKind({ apiVersion, kind }: ParamKind, served: readonly ResourceInfo[]): ResourceInfo | null {
  return served.find(each => each.kind === kind && apiVersionOf(each) === apiVersion) ?? null
}

export type ParamResolution =
  | Exclude<ParamQuery, ParamLookup>
  | { readonly type: 'loading'; readonly lookup: ParamLookup }
  | { readonly type: 'unreadable'; readonly lookup: ParamLookup; readonly error: AppErrorBody }
  | {
      readonly type: 'resolved'
      readonly lookup: ParamLookup
      readonly found: readonly ObjectRef[]
      /**
       * Reached namespaces of today without a parameter, where it is looked for in the namespace
       * of the request. `null`: not such a reference, or the namespaces are not known.
       */
      readonly missingIn: readonly string[] | null
    }

/**
 * @param look what is there for a lookup
 * @param reached namespaces of today that the binding reaches; `null` when not known
 */
export function resolveParams(
  query: ParamQuery,
  look: (lookup: ParamLookup) => Known,
  reached: readonly string[] | null,
): ParamResolution {
  if (query.type !== 'lookup') return query
  const known = look(query)
  if (known.state === 'loading') return { type: 'loading', lookup: query }
  if (known.state === 'unreadable') return { type: 'unreadable', lookup: query, error: known.error }
  const gap = gapOf(known)
  const found = itemsOf(known)
    .map(object => identityOf(object))
    .filter(({ name, namespace }) => inLookup(query, name, namespace))
    .map(({ name, namespace }) => ({ resource: resourceOnly(query.resource), namespace, name }))
  if (found.length === 0 && gap !== null) return { type: 'unreadable', lookup: query, error: gap }
  if (!query.perNamespace || reached === null || gap !== null) {
    return { type: 'resolved', lookup: query, found, missingIn: null }
  }
  const having = new Set(found.map(ref => ref.namespace))
  return {
    type: 'resolved',
    lookup: query,
    found: found.filter(ref => reached.includes(ref.namespace)),
    missingIn: reached.filter(namespace => !having.has(namespace)),
  }
}

// A name counts in exactly the namespace the reference gives: an object of the same name
// elsewhere is another one.
function inLookup(lookup: ParamLookup, name: string, namespace: string): boolean {
  if (lookup.name !== '' && name !== lookup.name) return false
  return lookup.perNamespace || namespace === lookup.namespace
}

function resourceOnly({ group, version, resource }: ResourceInfo): ObjectRef['resource'] {
  return { group, version, resource }
}
