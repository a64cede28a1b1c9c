import { type KubeObject, parseApiVersion } from '../kube/index.ts'
import { callsOfConfiguration, policyOfBinding } from './admission.ts'
import { type KindName, kinds, type Lookup, matching, named, selectorAt, selects } from './lookup.ts'
import { at, textAt } from './read.ts'

const group = 'admissionregistration.k8s.io'

/** Services that a webhook configuration calls: namespace and name exactly as written. */
export function webhookReferences(configuration: KubeObject): readonly Lookup[] {
  const seen = new Set<string>()
  return callsOfConfiguration(configuration).flatMap(({ service }) => {
    const key = `${service.namespace}/${service.name}`
    if (seen.has(key)) return []
    seen.add(key)
    return named('calls', kinds.service, service.namespace, service.name)
  })
}

/** Webhook configurations, definitions and APIServices that are served by a Service. */
export function serviceCallers(service: KubeObject): readonly Lookup[] {
  const isHere = (namespace: string, name: string): boolean =>
    namespace === (service.metadata.namespace ?? '') && name === service.metadata.name
  const calls = (configuration: KubeObject): boolean =>
    callsOfConfiguration(configuration).some(call => isHere(call.service.namespace, call.service.name))
  const names =
    (...path: readonly string[]) =>
    (candidate: KubeObject): boolean =>
      isHere(textAt(candidate, ...path, 'namespace'), textAt(candidate, ...path, 'name'))
  return [
    matching('called by', { group, kind: 'ValidatingWebhookConfiguration' }, '', calls),
    matching('called by', { group, kind: 'MutatingWebhookConfiguration' }, '', calls),
    matching('called by', definition, '', names(...conversionService)),
    matching(
      'called by',
      { group: 'apiregistration.k8s.io', kind: 'APIService' },
      '',
      names('spec', 'service'),
    ),
  ]
}

const definition: KindName = { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' }
const conversionService = ['spec', 'conversion', 'webhook', 'clientConfig', 'service']

export function definitionReferences(object: KubeObject): readonly Lookup[] {
  const service = at(object, ...conversionService)
  return named('converted by', kinds.service, textAt(service, 'namespace'), textAt(service, 'name'))
}

export function apiServiceReferences(object: KubeObject): readonly Lookup[] {
  const service = at(object, 'spec', 'service')
  return named('served by', kinds.service, textAt(service, 'namespace'), textAt(service, 'name'))
}

/** Bindings of an admission policy. */
export function policyReferences(policy: KubeObject): readonly Lookup[] {
  return [
    matching('bound by', { group, kind: `${policy.kind}Binding` }, '', binding => {
      const named = policyOfBinding(binding)
      return named?.name === policy.metadata.name && named.kind === policy.kind
    }),
  ]
}

/**
 * The parameters that a binding gives, read with the policy that says of what kind they are. A
 * name without a namespace means one in the namespace of each request.
 */
export function bindingParameters(binding: KubeObject, policy: KubeObject): readonly Lookup[] {
  const { group: paramGroup } = parseApiVersion(textAt(policy, 'spec', 'paramKind', 'apiVersion'))
  const kind = { group: paramGroup, kind: textAt(policy, 'spec', 'paramKind', 'kind') }
  const relation = 'takes parameters'
  const namespace = textAt(binding, 'spec', 'paramRef', 'namespace')
  const selector = selectorAt(binding, 'spec', 'paramRef', 'selector')
  if (kind.kind === '') return []
  const name = textAt(binding, 'spec', 'paramRef', 'name')
  if (name !== '' || selector === null) return named(relation, kind, namespace, name)
  return [matching(relation, kind, namespace, candidate => selects(selector, candidate))]
}

export function policyBindingUsers(binding: KubeObject): readonly Lookup[] {
  const policy = policyOfBinding(binding)
  return policy === null ? [] : named('binds', { group, kind: policy.kind }, '', policy.name)
}
