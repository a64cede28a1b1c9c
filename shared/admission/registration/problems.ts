import type { FieldProblem } from '../schema/index.ts'
import { bindingProblems, policyProblems } from './policies.ts'
import { configurationProblems } from './webhooks.ts'
import type { Written } from './written.ts'

/**
 * What is wrong with an object of admissionregistration.k8s.io, its defaults filled in; nothing for other
 * kinds. Source: kubernetes, pkg/apis/admissionregistration/validation.
 */
export function registrationProblems(kind: string, { object, old, minor }: Written): readonly FieldProblem[] {
  switch (kind) {
    case 'ValidatingWebhookConfiguration':
    case 'MutatingWebhookConfiguration':
      return configurationProblems(object, old, minor)
    case 'ValidatingAdmissionPolicy':
    case 'MutatingAdmissionPolicy':
      return policyProblems({ ...object, kind }, old, minor)
    case 'ValidatingAdmissionPolicyBinding':
    case 'MutatingAdmissionPolicyBinding':
      return bindingProblems({ ...object, kind })
    default:
      return []
  }
}
