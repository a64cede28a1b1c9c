import type { GroupVersionKind } from '../cel/kubernetes/index.ts'
import type { KubeObject } from '../kube/index.ts'
import { fieldsOf } from './fields.ts'

/**
 * Groups and versions of kinds that subresources of other groups take; discovery as it is kept has their names
 * alone. Source: kubernetes, pkg/registry.
 */
const foreignKinds: ReadonlyMap<string, { readonly group: string; readonly version: string }> = new Map([
  ['Scale', { group: 'autoscaling', version: 'v1' }],
  ['Eviction', { group: 'policy', version: 'v1' }],
  ['TokenRequest', { group: 'authentication.k8s.io', version: 'v1' }],
  ['Binding', { group: '', version: 'v1' }],
  ['PodExecOptions', { group: '', version: 'v1' }],
  ['PodAttachOptions', { group: '', version: 'v1' }],
  ['PodPortForwardOptions', { group: '', version: 'v1' }],
  ['PodProxyOptions', { group: '', version: 'v1' }],
  ['ServiceProxyOptions', { group: '', version: 'v1' }],
  ['NodeProxyOptions', { group: '', version: 'v1' }],
])

/** The kind of what is sent to a subresource of a resource; the resource's own where discovery names none. */
export function subresourceKind(own: GroupVersionKind, kind: string): GroupVersionKind {
  const { group, version } = own
  if (kind === '' || kind === own.kind) return { group, version, kind: own.kind }
  return { ...(foreignKinds.get(kind) ?? { group, version }), kind }
}

/**
 * Built-in resources of which a PUT makes an object that is not there
 * (`AllowCreateOnUpdate` of the strategies in kubernetes/pkg/registry).
 */
const creating = new Set([
  '/endpoints',
  '/events',
  '/limitranges',
  '/services',
  'coordination.k8s.io/leases',
  'events.k8s.io/events',
  'rbac.authorization.k8s.io/clusterrolebindings',
  'rbac.authorization.k8s.io/clusterroles',
  'rbac.authorization.k8s.io/rolebindings',
  'rbac.authorization.k8s.io/roles',
])

export function createsOnUpdate(of: { readonly group: string; readonly resource: string }): boolean {
  return creating.has(`${of.group}/${of.resource}`)
}

/** What a workload shows at `scale`. */
export function scaleOf(object: KubeObject): Readonly<Record<string, unknown>> {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata
  const [spec, status] = [fieldsOf(object.spec), fieldsOf(object.status)]
  const labels = Object.entries(fieldsOf(fieldsOf(spec.selector).matchLabels))
  const selector = labels.map(([key, value]) => `${key}=${String(value)}`).sort()
  const metadata = { name, namespace, uid, resourceVersion, creationTimestamp }
  return {
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata: Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined)),
    spec: { replicas: countOf(spec.replicas) },
    status: {
      replicas: countOf(status.replicas),
      ...(selector.length === 0 ? {} : { selector: selector.join(',') }),
    },
  }
}

function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) ? value : 0
}
