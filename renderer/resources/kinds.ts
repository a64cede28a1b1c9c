import type { ResourceInfo } from '../../shared/kube/index.ts'

export interface KindGroup {
  /** `Workloads`, …, or the API group of custom kinds. */
  readonly title: string
  readonly kinds: readonly ResourceInfo[]
}

const places: readonly (readonly [string, string])[] = [
  [
    'Workloads',
    '/pods apps/deployments apps/statefulsets apps/daemonsets apps/replicasets batch/jobs batch/cronjobs autoscaling/horizontalpodautoscalers policy/poddisruptionbudgets /replicationcontrollers /podtemplates apps/controllerrevisions',
  ],
  [
    'Networking',
    '/services discovery.k8s.io/endpointslices /endpoints networking.k8s.io/ingresses networking.k8s.io/ingressclasses networking.k8s.io/networkpolicies networking.k8s.io/ipaddresses networking.k8s.io/servicecidrs',
  ],
  [
    'Storage',
    '/persistentvolumeclaims /persistentvolumes storage.k8s.io/storageclasses storage.k8s.io/volumeattachments storage.k8s.io/volumeattributesclasses storage.k8s.io/csidrivers storage.k8s.io/csinodes storage.k8s.io/csistoragecapacities storagemigration.k8s.io/storageversionmigrations',
  ],
  [
    'Config',
    '/configmaps /secrets /resourcequotas /limitranges coordination.k8s.io/leases coordination.k8s.io/leasecandidates',
  ],
  [
    'Access',
    '/serviceaccounts rbac.authorization.k8s.io/roles rbac.authorization.k8s.io/rolebindings rbac.authorization.k8s.io/clusterroles rbac.authorization.k8s.io/clusterrolebindings certificates.k8s.io/certificatesigningrequests certificates.k8s.io/clustertrustbundles certificates.k8s.io/podcertificaterequests',
  ],
  [
    'Scheduling',
    'scheduling.k8s.io/priorityclasses node.k8s.io/runtimeclasses scheduling.k8s.io/workloads scheduling.k8s.io/podgroups resource.k8s.io/deviceclasses resource.k8s.io/resourceclaims resource.k8s.io/resourceclaimtemplates resource.k8s.io/resourceslices resource.k8s.io/devicetaintrules',
  ],
  [
    'Cluster',
    '/nodes /namespaces /events events.k8s.io/events apiextensions.k8s.io/customresourcedefinitions apiregistration.k8s.io/apiservices admissionregistration.k8s.io/validatingadmissionpolicies admissionregistration.k8s.io/validatingadmissionpolicybindings admissionregistration.k8s.io/mutatingadmissionpolicies admissionregistration.k8s.io/mutatingadmissionpolicybindings admissionregistration.k8s.io/validatingwebhookconfigurations admissionregistration.k8s.io/mutatingwebhookconfigurations flowcontrol.apiserver.k8s.io/flowschemas flowcontrol.apiserver.k8s.io/prioritylevelconfigurations /componentstatuses',
  ],
]

const placeOf = new Map<string, { readonly title: string; readonly order: number }>(
  places.flatMap(([title, keys]) => keys.split(' ').map((key, order) => [key, { title, order }] as const)),
)
/** API groups that Kubernetes itself serves: kinds of theirs that are new to us belong to it. */
const own = new Set(places.flatMap(([, keys]) => keys.split(' ').map(key => key.slice(0, key.indexOf('/')))))
own.add('internal.apiserver.k8s.io')

/** `apps/deployments`, `/pods`: a kind without its version, as settings keep it. */
export function kindKey({ group, resource }: { readonly group: string; readonly resource: string }): string {
  return `${group}/${resource}`
}

/** True for what can be shown as a list. */
function isListable(kind: ResourceInfo): boolean {
  return kind.verbs.includes('list')
}

/** Listable kinds in their preferred version, grouped for the navigation. */
export function groupKinds(resources: readonly ResourceInfo[]): readonly KindGroup[] {
  const groups = new Map<string, ResourceInfo[]>(places.map(([title]) => [title, []]))
  const customs = new Map<string, ResourceInfo[]>()
  for (const kind of preferredKinds(resources)) {
    const title = placeOf.get(kindKey(kind))?.title ?? (own.has(kind.group) ? 'Cluster' : null)
    const list = title === null ? customs.get(kind.group) : groups.get(title)
    if (list === undefined) customs.set(kind.group, [kind])
    else list.push(kind)
  }
  const custom = [...customs].sort(([a], [b]) => (a < b ? -1 : 1))
  return [...groups, ...custom]
    .map(([title, kinds]) => ({ title, kinds: kinds.sort(byPlace) }))
    .filter(({ kinds }) => kinds.length > 0)
}

/** Each kind once: in the version the server prefers, else the first one that serves it. */
export function preferredKinds(resources: readonly ResourceInfo[]): readonly ResourceInfo[] {
  const kinds = new Map<string, ResourceInfo>()
  for (const kind of resources) {
    if (!isListable(kind)) continue
    const other = kinds.get(kindKey(kind))
    if (other === undefined || (kind.preferred && !other.preferred)) kinds.set(kindKey(kind), kind)
  }
  return [...kinds.values()]
}

function byPlace(a: ResourceInfo, b: ResourceInfo): number {
  const left = placeOf.get(kindKey(a))?.order ?? 1000
  const right = placeOf.get(kindKey(b))?.order ?? 1000
  return left - right || (a.kind < b.kind ? -1 : 1)
}

/** Whether a kind is found by a text: part of its plural, kind or group, or a short name. */
export function kindMatches(kind: ResourceInfo, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  return (
    wanted === '' ||
    kind.resource.includes(wanted) ||
    kind.kind.toLowerCase().includes(wanted) ||
    kind.group.includes(wanted) ||
    kind.shortNames.includes(wanted)
  )
}

/** A kind's plural as a title: `Pods`, `NetworkPolicies`. */
export function pluralTitle(kind: Pick<ResourceInfo, 'kind' | 'resource'>): string {
  const { kind: name, resource } = kind
  if (name.toLowerCase() === resource) return name
  const stem = name.toLowerCase().endsWith('y') && resource.endsWith('ies') ? name.slice(0, -1) : name
  if (!resource.startsWith(stem.toLowerCase())) return name
  return stem + resource.slice(stem.length)
}
