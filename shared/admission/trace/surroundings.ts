import type {
  AdmissionInput,
  DeclaredVariables,
  GroupVersionKind,
  GroupVersionResource,
  JsonObject,
} from '../../cel/kubernetes/index.ts'
import type { KubeObject } from '../../kube/index.ts'
import { namespaceOf } from '../matching/index.ts'
import type { Surroundings } from './evaluate.ts'
import { attributesOf, type Run } from './run.ts'
import type { TraceRequest, TraceStatus, World } from './types.ts'
import { convertedTo } from './versions.ts'

export interface HandedOver {
  readonly kind: GroupVersionKind
  readonly resource: GroupVersionResource
}

/**
 * What the expressions of a webhook or policy are evaluated with; what is not known of it is named.
 *
 * @param converted the object as it is handed over, where that is known already
 */
export function surroundingsOf(
  run: Run,
  as: HandedOver,
  variables: DeclaredVariables,
  params: JsonObject | null = null,
  converted?: JsonObject,
): Surroundings {
  const { request, world } = run
  const unknowns = new Map<string, string>()
  const object = converted ?? handedOver('object', request.object, as, request, world, unknowns)
  const oldObject = handedOver('oldObject', request.oldObject, as, request, world, unknowns)
  if (!request.isObjectKnown) {
    const why = 'it depends on the content of the object, which is not given'
    unknowns.set('object', why).set('oldObject', why)
  }
  const input: AdmissionInput = {
    object,
    oldObject,
    params,
    request: attributesOf(request, as),
    namespaceObject: null,
    authorize: world.authorize,
  }
  const { isCancelled } = run
  return { input, unknowns, variables, ...(isCancelled === undefined ? {} : { isCancelled }) }
}

function handedOver(
  name: string,
  object: JsonObject | null,
  as: HandedOver,
  request: TraceRequest,
  world: World,
  unknowns: Map<string, string>,
): JsonObject | null {
  const converted = convertedTo(object, as.kind, request, world)
  if (converted.type === 'converted') return converted.object
  unknowns.set(name, converted.why)
  return null
}

/** The same for match conditions, which see the resource as it was asked for. */
export function forConditions(surroundings: Surroundings): Surroundings {
  const { input } = surroundings
  const request = { ...input.request, resource: input.request.requestResource }
  return { ...surroundings, input: { ...input, request, namespaceObject: null } }
}

/** The namespace as policies see it; a missing one ends the request, whatever the failure policy. */
export type NamespaceOfRequest =
  | { readonly type: 'none' }
  | { readonly type: 'found'; readonly namespace: KubeObject }
  | { readonly type: 'missing'; readonly status: TraceStatus }
  | { readonly type: 'unknown'; readonly reason: string }

export function requestNamespace({ kind, namespace }: TraceRequest, world: World): NamespaceOfRequest {
  const isNamespace = kind.group === '' && kind.version === 'v1' && kind.kind === 'Namespace'
  if (isNamespace || namespace === '') return { type: 'none' }
  return namespaceOf(namespace, world)
}

export function withNamespace(surroundings: Surroundings, found: NamespaceOfRequest): Surroundings {
  if (found.type === 'found')
    return { ...surroundings, input: { ...surroundings.input, namespaceObject: found.namespace } }
  if (found.type !== 'unknown') return surroundings
  const unknowns = new Map(surroundings.unknowns).set('namespaceObject', found.reason)
  return { ...surroundings, unknowns }
}
