import {
  type Known,
  type ParamLookup,
  type PolicyInventory,
  type PolicySnapshot,
  policyInventory,
  selectorQuery,
} from '../../shared/admission/index.ts'
import type { Sources } from './live-view.ts'

const group = 'admissionregistration.k8s.io'

/** The policy view of what the sources hold now; asks for exactly the parameters that bindings name. */
export function readPolicies(sources: Sources): PolicyInventory {
  return policyInventory(policySnapshot(sources))
}

export function policySnapshot(sources: Sources): PolicySnapshot {
  return {
    policies: {
      validating: sources.readKind(group, 'ValidatingAdmissionPolicy'),
      mutating: sources.readKind(group, 'MutatingAdmissionPolicy'),
    },
    bindings: {
      validating: sources.readKind(group, 'ValidatingAdmissionPolicyBinding'),
      mutating: sources.readKind(group, 'MutatingAdmissionPolicyBinding'),
    },
    namespaces: sources.readKind('', 'Namespace', { form: 'metadata' }),
    served: sources.served,
    parameters: lookup => readParameters(sources, lookup),
  }
}

// Metadata is enough to tell whether a parameter is there, and keeps Secrets' values out.
function readParameters(sources: Sources, lookup: ParamLookup): Known {
  return sources.read({
    info: lookup.resource,
    namespace: lookup.namespace,
    labelSelector: lookup.selector === null ? '' : (selectorQuery(lookup.selector) ?? ''),
    fieldSelector: lookup.name === '' ? '' : `metadata.name=${lookup.name}`,
    form: 'metadata',
  })
}
