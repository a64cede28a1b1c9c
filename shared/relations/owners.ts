import { isMapping, type KubeObject, type OwnerReference, parseApiVersion } from '../kube/index.ts'
import type { KindName } from './lookup.ts'
import { listAt, textAt } from './read.ts'

export interface Owner {
  readonly kind: KindName
  readonly name: string
  readonly uid: string
  readonly isController: boolean
}

/** Owners an object names. They lie in its own namespace or are cluster-scoped. */
export function ownersOf(object: KubeObject): readonly Owner[] {
  return listAt(object, 'metadata', 'ownerReferences')
    .filter(isMapping)
    .map(reference => {
      const owner = reference as unknown as OwnerReference
      return {
        kind: { group: parseApiVersion(textAt(owner, 'apiVersion')).group, kind: textAt(owner, 'kind') },
        name: textAt(owner, 'name'),
        uid: textAt(owner, 'uid'),
        isController: owner.controller === true,
      }
    })
}

/** What owns it in the first place: the controller, else the first owner named. */
export function mainOwner(object: KubeObject): Owner | null {
  const owners = ownersOf(object)
  return owners.find(owner => owner.isController) ?? owners[0] ?? null
}

const apps = (kind: string): KindName => ({ group: 'apps', kind })
const pod: KindName = { group: '', kind: 'Pod' }

/** What the controllers of Kubernetes own; anything else built in owns nothing. */
const ownedByBuiltIn: ReadonlyMap<string, readonly KindName[]> = new Map([
  ['apps/Deployment', [apps('ReplicaSet')]],
  ['apps/ReplicaSet', [pod]],
  ['apps/StatefulSet', [pod, { group: '', kind: 'PersistentVolumeClaim' }, apps('ControllerRevision')]],
  ['apps/DaemonSet', [pod, apps('ControllerRevision')]],
  ['batch/Job', [pod]],
  ['batch/CronJob', [{ group: 'batch', kind: 'Job' }]],
  ['/ReplicationController', [pod]],
  ['/Service', [{ group: 'discovery.k8s.io', kind: 'EndpointSlice' }]],
  [
    '/Pod',
    [
      { group: '', kind: 'PersistentVolumeClaim' },
      { group: 'resource.k8s.io', kind: 'ResourceClaim' },
    ],
  ],
])

/**
 * Kinds an object may own, or null when it may own objects of any kind: custom kinds do, and
 * only a look at the namespace tells.
 */
export function ownedKinds(kind: KindName): readonly KindName[] | null {
  const known = ownedByBuiltIn.get(`${kind.group}/${kind.kind}`)
  if (known !== undefined) return known
  return isBuiltIn(kind.group) ? [] : null
}

const shortGroups: ReadonlySet<string> = new Set(['', 'apps', 'batch', 'autoscaling', 'policy', 'extensions'])
/** Groups under `k8s.io` that custom resources of the community use. */
const customSuffixes = ['.x-k8s.io', 'gateway.networking.k8s.io', 'snapshot.storage.k8s.io']

function isBuiltIn(group: string): boolean {
  if (shortGroups.has(group)) return true
  return group.endsWith('.k8s.io') && !customSuffixes.some(suffix => group.endsWith(suffix))
}
