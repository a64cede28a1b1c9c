import type { KubeObject, ManagedFieldsEntry } from '../../../shared/kube/index.ts'

type Fields = Readonly<Record<string, unknown>>

/** Key fields of the lists whose items have owners of their own; all other lists are atomic. */
const listKeys: Readonly<Record<string, readonly string[]>> = {
  conditions: ['type'],
  containers: ['name'],
  initContainers: ['name'],
  containerStatuses: ['name'],
  env: ['name'],
  imagePullSecrets: ['name'],
  matchConditions: ['name'],
  ownerReferences: ['uid'],
  podIPs: ['ip'],
  hostIPs: ['ip'],
  addresses: ['type'],
  validations: ['expression'],
  variables: ['name'],
  volumeMounts: ['mountPath'],
  volumes: ['name'],
  webhooks: ['name'],
}

/** Metadata that the server keeps itself and nobody owns. */
const unowned = new Set([
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'resourceVersion',
  'generation',
  'managedFields',
])

/** The `fieldsV1` of a manager who set exactly `value`, a part of an object. */
function fieldsOf(value: unknown, name = ''): object {
  if (Array.isArray(value)) return listFields(value, name)
  if (typeof value !== 'object' || value === null) return {}
  const entries = Object.entries(value as Fields)
    .filter(([key, held]) => held !== undefined && !(name === 'metadata' && unowned.has(key)))
    .map(([key, held]) => [`f:${key}`, fieldsOf(held, key)] as const)
  const isMap = name === 'labels' || name === 'annotations' || name === 'data'
  return Object.fromEntries(isMap ? [['.', {}] as const, ...entries] : entries)
}

function listFields(items: readonly unknown[], name: string): object {
  if (name === 'finalizers')
    return Object.fromEntries([['.', {}], ...items.map(item => [`v:${JSON.stringify(item)}`, {}])])
  const first = items[0] as Fields | undefined
  const keys =
    name === 'ports'
      ? [first !== undefined && 'containerPort' in first ? 'containerPort' : 'port', 'protocol']
      : listKeys[name]
  if (keys === undefined || typeof first !== 'object') return {}
  return Object.fromEntries([
    ['.', {}],
    ...items.map(item => {
      const key = Object.fromEntries(keys.map(field => [field, (item as Fields)[field]]))
      return [`k:${JSON.stringify(key)}`, { '.': {}, ...fieldsOf(item) }]
    }),
  ])
}

interface Share {
  readonly manager: string
  readonly operation?: 'Apply' | 'Update'
  readonly subresource?: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** What this manager set. */
  readonly of: Fields
}

/** The object with a managedFields entry for each manager's share of it. */
export function withManagers(object: KubeObject, shares: readonly Share[]): KubeObject {
  const managedFields = shares.map(
    ({ manager, operation = 'Update', subresource, at, of }): ManagedFieldsEntry => ({
      manager,
      operation,
      apiVersion: object.apiVersion,
      time: new Date(at).toISOString().replace(/\.\d+Z$/, 'Z'),
      fieldsType: 'FieldsV1',
      fieldsV1: Object.fromEntries(
        Object.entries(of).map(([key, value]) => [`f:${key}`, fieldsOf(value, key)]),
      ),
      ...(subresource === undefined ? {} : { subresource }),
    }),
  )
  return { ...object, metadata: { ...object.metadata, managedFields } }
}

/**
 * The usual shares: whoever applied it owns everything but the status, and a controller owns
 * that.
 */
export function applied(
  object: KubeObject,
  manager: string,
  at: number,
  controller?: string,
  seen = at,
): KubeObject {
  const { metadata, status, apiVersion: _apiVersion, kind: _kind, ...rest } = object
  const { labels, annotations, ownerReferences, finalizers } = metadata
  const owned = Object.fromEntries(
    Object.entries({ labels, annotations, ownerReferences, finalizers }).filter(
      ([, value]) => value !== undefined,
    ),
  )
  const operation = manager === 'argocd-controller' ? ('Apply' as const) : ('Update' as const)
  return withManagers(object, [
    {
      manager,
      operation,
      at,
      of: { ...(Object.keys(owned).length === 0 ? {} : { metadata: owned }), ...rest },
    },
    ...(status === undefined || controller === undefined
      ? []
      : [{ manager: controller, subresource: 'status', at: seen, of: { status } }]),
  ])
}
