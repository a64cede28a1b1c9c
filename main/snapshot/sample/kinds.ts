import type { KubeObject } from '../../../shared/kube/index.ts'
import type { StoredResource } from '../store/index.ts'

interface SampleKind extends StoredResource {
  readonly apiVersion: string
}

const kind = (apiVersion: string, resource: string): SampleKind => ({
  apiVersion,
  group: apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '',
  resource,
})

/** The kinds that the sample cluster has objects of. */
export const kinds = {
  ClusterRole: kind('rbac.authorization.k8s.io/v1', 'clusterroles'),
  ClusterRoleBinding: kind('rbac.authorization.k8s.io/v1', 'clusterrolebindings'),
  Certificate: kind('cert-manager.io/v1', 'certificates'),
  ConfigMap: kind('v1', 'configmaps'),
  ControllerRevision: kind('apps/v1', 'controllerrevisions'),
  CronJob: kind('batch/v1', 'cronjobs'),
  CustomResourceDefinition: kind('apiextensions.k8s.io/v1', 'customresourcedefinitions'),
  DaemonSet: kind('apps/v1', 'daemonsets'),
  Deployment: kind('apps/v1', 'deployments'),
  EndpointSlice: kind('discovery.k8s.io/v1', 'endpointslices'),
  Event: kind('v1', 'events'),
  HorizontalPodAutoscaler: kind('autoscaling/v2', 'horizontalpodautoscalers'),
  Ingress: kind('networking.k8s.io/v1', 'ingresses'),
  IngressClass: kind('networking.k8s.io/v1', 'ingressclasses'),
  Job: kind('batch/v1', 'jobs'),
  Lease: kind('coordination.k8s.io/v1', 'leases'),
  MutatingAdmissionPolicy: kind('admissionregistration.k8s.io/v1', 'mutatingadmissionpolicies'),
  MutatingAdmissionPolicyBinding: kind('admissionregistration.k8s.io/v1', 'mutatingadmissionpolicybindings'),
  MutatingWebhookConfiguration: kind('admissionregistration.k8s.io/v1', 'mutatingwebhookconfigurations'),
  Namespace: kind('v1', 'namespaces'),
  NetworkPolicy: kind('networking.k8s.io/v1', 'networkpolicies'),
  Node: kind('v1', 'nodes'),
  PersistentVolume: kind('v1', 'persistentvolumes'),
  PersistentVolumeClaim: kind('v1', 'persistentvolumeclaims'),
  Pod: kind('v1', 'pods'),
  PodDisruptionBudget: kind('policy/v1', 'poddisruptionbudgets'),
  PriorityClass: kind('scheduling.k8s.io/v1', 'priorityclasses'),
  ReplicaLimit: kind('policy.lanternfish.example/v1', 'replicalimits'),
  ReplicaSet: kind('apps/v1', 'replicasets'),
  ResourceQuota: kind('v1', 'resourcequotas'),
  Role: kind('rbac.authorization.k8s.io/v1', 'roles'),
  RoleBinding: kind('rbac.authorization.k8s.io/v1', 'rolebindings'),
  Secret: kind('v1', 'secrets'),
  Service: kind('v1', 'services'),
  ServiceAccount: kind('v1', 'serviceaccounts'),
  StatefulSet: kind('apps/v1', 'statefulsets'),
  StorageClass: kind('storage.k8s.io/v1', 'storageclasses'),
  ValidatingAdmissionPolicy: kind('admissionregistration.k8s.io/v1', 'validatingadmissionpolicies'),
  ValidatingAdmissionPolicyBinding: kind(
    'admissionregistration.k8s.io/v1',
    'validatingadmissionpolicybindings',
  ),
  ValidatingWebhookConfiguration: kind('admissionregistration.k8s.io/v1', 'validatingwebhookconfigurations'),
} as const

export type SampleKindName = keyof typeof kinds

/** Where an object of the sample is stored. */
export function storedAs(object: KubeObject): StoredResource {
  const found = kinds[object.kind as SampleKindName]
  if (found === undefined) throw new Error(`the sample has no kind ${object.kind}`)
  return found
}
