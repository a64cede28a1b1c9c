import { AppError } from '../../../shared/errors/index.ts'
import { isMapping, type KubeObject, type ObjectRef, printLabelSelector } from '../../../shared/kube/index.ts'
import { at, mapSelector, selectorAt, textAt } from '../../../shared/relations/index.ts'
import { type ApiClient, resourcePath } from '../../api/index.ts'

/** Where the pods of a target are found. */
export type PodSource =
  | { readonly type: 'pod'; readonly name: string }
  /** `selector` as the server takes it. */
  | { readonly type: 'selector'; readonly selector: string }
  /** The EndpointSlices of a Service without selector. */
  | { readonly type: 'slices'; readonly service: string }

/** What is forwarded to, as the cluster had it when it was asked for. */
export interface Target {
  readonly ref: ObjectRef
  readonly kind: string
  readonly object: KubeObject
  readonly pods: PodSource
  /** The object where it is a Service, whose ports lead to others of its pods. */
  readonly service: KubeObject | null
}

/**
 * Reads what a forward leads to.
 * @throws AppError also where the object has no pods of its own, in words
 */
export async function readTarget(api: ApiClient, ref: ObjectRef, signal?: AbortSignal): Promise<Target> {
  const object = await api.get(ref, signal)
  const kind = object.kind ?? ref.resource.resource
  const { group, resource } = ref.resource
  if (group === '' && resource === 'pods')
    return { ref, kind, object, service: null, pods: { type: 'pod', name: ref.name } }
  if (group === '' && resource === 'services')
    return { ref, kind, object, service: object, pods: podsOfService(api, ref, object) }
  const selector = ownSelector(object) ?? (await scaleSelector(api, ref, signal))
  if (selector === '' || ref.namespace === '') throw refused(api, ref, whyNoPods(kind, ref.name))
  return { ref, kind, object, service: null, pods: { type: 'selector', selector } }
}

/** What it is called in a sentence, e.g. `Service shop/web`. */
export function targetName({
  kind,
  ref: { namespace, name },
}: {
  readonly kind: string
  readonly ref: Pick<ObjectRef, 'namespace' | 'name'>
}): string {
  return `${kind} ${namespace === '' ? name : `${namespace}/${name}`}`
}

function podsOfService(api: ApiClient, ref: ObjectRef, service: KubeObject): PodSource {
  if (textAt(service, 'spec', 'type') === 'ExternalName') {
    const external = textAt(service, 'spec', 'externalName')
    throw refused(
      api,
      ref,
      `Service ${ref.name} is another name for ${external}, outside of the cluster: there is no pod to forward to.`,
    )
  }
  const selector = mapSelector(service, 'spec', 'selector')
  return selector === null
    ? { type: 'slices', service: ref.name }
    : { type: 'selector', selector: printLabelSelector(selector) }
}

/** A LabelSelector, or a plain map as ReplicationControllers have it; null without one. */
function ownSelector(object: KubeObject): string | null {
  const written = at(object, 'spec', 'selector')
  if (!isMapping(written)) return null
  const isPlain = !Object.hasOwn(written, 'matchLabels') && !Object.hasOwn(written, 'matchExpressions')
  const selector = (isPlain ? mapSelector : selectorAt)(object, 'spec', 'selector')
  return selector === null || selector.length === 0 ? null : printLabelSelector(selector)
}

/** What the scale subresource says of a kind that has one; empty without. */
async function scaleSelector(api: ApiClient, ref: ObjectRef, signal?: AbortSignal): Promise<string> {
  const info = api.find(ref.resource)
  if (info !== null && !info.subresources.some(({ name }) => name === 'scale')) return ''
  const { namespace, name } = ref
  try {
    const response = await api.session.request({
      method: 'GET',
      path: resourcePath(ref.resource, { namespace, name, subresource: 'scale' }),
      purpose: `get scale of ${ref.resource.resource} ${name}`,
      ...(signal === undefined ? {} : { signal }),
    })
    return textAt(await response.json(), 'status', 'selector')
  } catch (error) {
    if (error instanceof AppError && error.body.kind === 'gone') return ''
    throw error
  }
}

function whyNoPods(kind: string, name: string): string {
  return kind === 'CronJob'
    ? `CronJob ${name} has no pods of its own. Forward to one of its Jobs, or to a pod.`
    : `${kind} ${name} selects no pods, so there is nothing to forward to.`
}

function refused(api: ApiClient, ref: ObjectRef, message: string): AppError {
  const resource = `forward to ${ref.resource.resource} ${ref.name}`
  return new AppError({ kind: 'invalid', reason: 'NoPods', context: api.context, resource, message })
}
