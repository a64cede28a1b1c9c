import type { KubeObject } from '../../../../shared/kube/index.ts'
import { kindOf } from '../../../../shared/relations/index.ts'
import {
  bindingFacts,
  claimFacts,
  definitionFacts,
  ingressFacts,
  namespaceFacts,
  nodeFacts,
  policyBindingFacts,
  policyFacts,
  roleFacts,
  serviceFacts,
  webhookFacts,
} from './cluster.ts'
import type { Facts } from './fact.ts'
import { genericFacts } from './generic.ts'
import { cronJobFacts, jobFacts, podFacts, workloadFacts } from './workloads.ts'

const admission = 'admissionregistration.k8s.io'
const rbac = 'rbac.authorization.k8s.io'

/** One line a kind: to give a kind a summary of its own, write what matters of it and name it here. */
const byKind: ReadonlyMap<string, (object: KubeObject) => Facts> = new Map([
  ['/Pod', podFacts],
  ['apps/Deployment', workloadFacts],
  ['apps/StatefulSet', workloadFacts],
  ['apps/DaemonSet', workloadFacts],
  ['apps/ReplicaSet', workloadFacts],
  ['/ReplicationController', workloadFacts],
  ['batch/Job', jobFacts],
  ['batch/CronJob', cronJobFacts],
  ['/Service', serviceFacts],
  ['/Node', nodeFacts],
  ['/Namespace', namespaceFacts],
  ['/PersistentVolumeClaim', claimFacts],
  ['networking.k8s.io/Ingress', ingressFacts],
  [`${rbac}/Role`, roleFacts],
  [`${rbac}/ClusterRole`, roleFacts],
  [`${rbac}/RoleBinding`, bindingFacts],
  [`${rbac}/ClusterRoleBinding`, bindingFacts],
  [`${admission}/ValidatingWebhookConfiguration`, webhookFacts],
  [`${admission}/MutatingWebhookConfiguration`, webhookFacts],
  [`${admission}/ValidatingAdmissionPolicy`, policyFacts],
  [`${admission}/MutatingAdmissionPolicy`, policyFacts],
  [`${admission}/ValidatingAdmissionPolicyBinding`, policyBindingFacts],
  [`${admission}/MutatingAdmissionPolicyBinding`, policyBindingFacts],
  ['apiextensions.k8s.io/CustomResourceDefinition', definitionFacts],
])

/** What matters of an object of any kind. */
export function factsOf(object: KubeObject): Facts {
  const { group, kind } = kindOf(object)
  return (byKind.get(`${group}/${kind}`) ?? genericFacts)(object)
}
