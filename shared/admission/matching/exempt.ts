import type { TraceRequest } from '../trace/types.ts'

const configurationKinds = new Set([
  ...['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
  ...['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'],
])
const mutatingPolicyKinds = new Set(['MutatingAdmissionPolicy', 'MutatingAdmissionPolicyBinding'])

/** First minor that has mutating policies, and therefore keeps webhooks from them. */
const mutatingPoliciesSince = 32

/**
 * Why no webhook sees a request; null where webhooks do. Source: apiserver,
 * admission/plugin/webhook/predicates/rules.
 */
export function exemptFromWebhooks({ kind }: TraceRequest, minor: number): string | null {
  if (kind.group !== 'admissionregistration.k8s.io') return null
  const isExempt =
    configurationKinds.has(kind.kind) ||
    (minor >= mutatingPoliciesSince && mutatingPolicyKinds.has(kind.kind))
  return isExempt ? `no webhook is called for a ${kind.kind}` : null
}

const policyResources = new Set([
  ...['validatingadmissionpolicies', 'validatingadmissionpolicybindings'],
  ...['mutatingadmissionpolicies', 'mutatingadmissionpolicybindings'],
])

const reviewResources = new Set([
  'authentication.k8s.io/selfsubjectreviews',
  'authentication.k8s.io/tokenreviews',
  'authorization.k8s.io/localsubjectaccessreviews',
  'authorization.k8s.io/selfsubjectaccessreviews',
  'authorization.k8s.io/selfsubjectrulesreviews',
  'authorization.k8s.io/subjectaccessreviews',
])

/**
 * Why no policy sees a request; null where policies do. They do see webhook configurations. Source:
 * apiserver, admission/plugin/policy/generic, and kubernetes, pkg/kubeapiserver/admission/exclusion.
 */
export function exemptFromPolicies({ resource }: TraceRequest): string | null {
  const isExempt =
    (resource.group === 'admissionregistration.k8s.io' && policyResources.has(resource.resource)) ||
    reviewResources.has(`${resource.group}/${resource.resource}`)
  return isExempt ? `no policy is evaluated for ${resource.resource}` : null
}
