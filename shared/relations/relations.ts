import { type KubeObject, parseApiVersion } from '../kube/index.ts'
import { accountReferences, bindingReferences, roleUsers } from './access.ts'
import {
  apiServiceReferences,
  definitionReferences,
  policyBindingUsers,
  policyReferences,
  serviceCallers,
  webhookReferences,
} from './configuration.ts'
import { type KindName, type Lookup, namespaceOf } from './lookup.ts'
import {
  gatewayReferences,
  ingressReferences,
  routeReferences,
  serviceReferences,
  serviceUsers,
  sliceReferences,
  sliceUsers,
} from './network.ts'
import { claimReferences, classUsers, volumeReferences, volumeUsers } from './storage.ts'
import {
  podReferences,
  podsSelectedBy,
  podsUsing,
  scaleTarget,
  selectorUsers,
  workloadUsers,
} from './workloads.ts'

type Find = (object: KubeObject) => readonly Lookup[]

interface KindRelations {
  /** What the object names or selects. */
  readonly references?: Find
  /** What names or selects the object. */
  readonly users?: Find
}

const workload: KindRelations = { references: podReferences, users: workloadUsers }
const role: KindRelations = { users: roleUsers }
const binding: KindRelations = { references: bindingReferences }
const webhooks: KindRelations = { references: webhookReferences }
const route: KindRelations = { references: routeReferences }
const policy: KindRelations = { references: policyReferences }
const policyBinding: KindRelations = { references: policyBindingUsers }

/** One line a kind: to teach a relation, write its `Find` and name it here. */
const byKind: ReadonlyMap<string, KindRelations> = new Map<string, KindRelations>([
  ['/Pod', { references: podReferences, users: pod => selectorUsers(namespaceOf(pod), pod) }],
  ['/ConfigMap', { users: podsUsing }],
  ['/Secret', { users: podsUsing }],
  [
    '/Service',
    {
      references: serviceReferences,
      users: service => [...serviceUsers(service), ...serviceCallers(service)],
    },
  ],
  ['/ServiceAccount', { references: accountReferences, users: podsUsing }],
  ['/PersistentVolumeClaim', { references: claimReferences, users: podsUsing }],
  ['/PersistentVolume', { references: volumeReferences, users: volumeUsers }],
  ['apps/Deployment', workload],
  ['apps/ReplicaSet', workload],
  ['apps/StatefulSet', workload],
  ['apps/DaemonSet', workload],
  ['batch/Job', workload],
  ['batch/CronJob', { references: podReferences }],
  ['autoscaling/HorizontalPodAutoscaler', { references: scaleTarget }],
  ['policy/PodDisruptionBudget', { references: budget => podsSelectedBy(budget, 'spec', 'selector') }],
  [
    'networking.k8s.io/NetworkPolicy',
    { references: object => podsSelectedBy(object, 'spec', 'podSelector') },
  ],
  ['networking.k8s.io/Ingress', { references: ingressReferences }],
  ['gateway.networking.k8s.io/Gateway', { references: gatewayReferences }],
  ...['HTTPRoute', 'GRPCRoute', 'TLSRoute', 'TCPRoute'].map(
    kind => [`gateway.networking.k8s.io/${kind}`, route] as const,
  ),
  ['discovery.k8s.io/EndpointSlice', { references: sliceReferences, users: sliceUsers }],
  ['storage.k8s.io/StorageClass', { users: classUsers }],
  ['rbac.authorization.k8s.io/RoleBinding', binding],
  ['rbac.authorization.k8s.io/ClusterRoleBinding', binding],
  ['rbac.authorization.k8s.io/Role', role],
  ['rbac.authorization.k8s.io/ClusterRole', role],
  ['admissionregistration.k8s.io/ValidatingWebhookConfiguration', webhooks],
  ['admissionregistration.k8s.io/MutatingWebhookConfiguration', webhooks],
  ['admissionregistration.k8s.io/ValidatingAdmissionPolicy', policy],
  ['admissionregistration.k8s.io/MutatingAdmissionPolicy', policy],
  ['admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding', policyBinding],
  ['admissionregistration.k8s.io/MutatingAdmissionPolicyBinding', policyBinding],
  ['apiextensions.k8s.io/CustomResourceDefinition', { references: definitionReferences }],
  ['apiregistration.k8s.io/APIService', { references: apiServiceReferences }],
])

/** What to look up for the objects that this one names or selects. */
export function referencesOf(object: KubeObject): readonly Lookup[] {
  return relationsOf(object).references?.(object) ?? []
}

/** What to look up for the objects that name or select this one. */
export function usersOf(object: KubeObject): readonly Lookup[] {
  return relationsOf(object).users?.(object) ?? []
}

/** Group and kind of an object. */
export function kindOf(object: KubeObject): KindName {
  return { group: parseApiVersion(String(object.apiVersion)).group, kind: String(object.kind) }
}

const none: KindRelations = {}

function relationsOf(object: KubeObject): KindRelations {
  const { group, kind } = kindOf(object)
  return byKind.get(`${group}/${kind}`) ?? none
}
