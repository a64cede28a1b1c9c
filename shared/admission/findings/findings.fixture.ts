import { parseAllDocuments } from 'yaml'
import type { KubeObject, ResourceInfo } from '../../kube/index.ts'
import type { CertificateBundle } from '../certificates.ts'
import { served as few, known, namespace, service, slice } from '../cluster.fixture.ts'
import type { CallMeasures, ServingCertificate } from '../health/index.ts'
import { ExpressionCache } from './cache.ts'
import { findings } from './find.ts'
import type { FindingSources } from './scene.ts'
import type { Trial } from './trials.ts'
import type { Finding } from './types.ts'

type Fields = Record<string, unknown>

const group = 'admissionregistration.k8s.io'
export const now = Date.UTC(2026, 5, 1)
const day = 86_400_000

function served(
  groupName: string,
  version: string,
  resource: string,
  kind: string,
  over: object = {},
): ResourceInfo {
  const [first] = few.resources
  if (first === undefined) throw new Error('no kind to begin with')
  return { ...first, group: groupName, version, resource, kind, subresources: [], preferred: true, ...over }
}

const clusterScoped = { namespaced: false }
const resources = [
  ...few.resources,
  served('apps', 'v1', 'statefulsets', 'StatefulSet'),
  served('autoscaling', 'v2', 'horizontalpodautoscalers', 'HorizontalPodAutoscaler'),
  served('autoscaling', 'v1', 'horizontalpodautoscalers', 'HorizontalPodAutoscaler', { preferred: false }),
  served('coordination.k8s.io', 'v1', 'leases', 'Lease'),
  served('authentication.k8s.io', 'v1', 'tokenreviews', 'TokenReview', clusterScoped),
  served('', 'v1', 'events', 'Event'),
  served('events.k8s.io', 'v1', 'events', 'Event'),
  ...['Validating', 'Mutating'].flatMap(each => [
    served(
      group,
      'v1',
      `${each.toLowerCase()}webhookconfigurations`,
      `${each}WebhookConfiguration`,
      clusterScoped,
    ),
    served(group, 'v1', `${each.toLowerCase()}admissionpolicies`, `${each}AdmissionPolicy`, clusterScoped),
  ]),
]

const noPods = (operations: readonly string[]): Fields => ({
  operations,
  apiGroups: [''],
  apiVersions: ['v1'],
  resources: ['configmaps'],
})

/** A webhook of which nothing is to be said. */
function hook(over: Fields): Fields {
  return {
    name: 'a.acme.io',
    failurePolicy: 'Fail',
    matchPolicy: 'Equivalent',
    timeoutSeconds: 5,
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    rules: [noPods(['CREATE', 'UPDATE'])],
    clientConfig: {
      service: { namespace: 'acme', name: 'hook', port: 443, path: '/check' },
      caBundle: 'good',
    },
    ...over,
  }
}

function configuration(phase: 'Validating' | 'Mutating', name: string, list: readonly Fields[]): KubeObject {
  return {
    apiVersion: `${group}/v1`,
    kind: `${phase}WebhookConfiguration`,
    metadata: { name, creationTimestamp: '2026-01-01T00:00:00Z' },
    webhooks: list.map(hook),
  } as unknown as KubeObject
}

function policy(phase: 'Validating' | 'Mutating', name: string, spec: Fields): KubeObject {
  const work =
    phase === 'Validating'
      ? { validations: [{ expression: 'object.metadata.name != "x"' }] }
      : { reinvocationPolicy: 'Never', mutations: [] }
  return {
    apiVersion: `${group}/v1`,
    kind: `${phase}AdmissionPolicy`,
    metadata: { name, generation: 1, creationTimestamp: '2026-01-01T00:00:00Z' },
    spec: {
      failurePolicy: 'Fail',
      matchConstraints: { resourceRules: [noPods(['CREATE', 'UPDATE'])] },
      ...work,
      ...spec,
    },
  } as unknown as KubeObject
}

function binding(phase: 'Validating' | 'Mutating', name: string, spec: Fields): KubeObject {
  const actions = phase === 'Validating' ? { validationActions: ['Deny'] } : {}
  return {
    apiVersion: `${group}/v1`,
    kind: `${phase}AdmissionPolicyBinding`,
    metadata: { name, creationTimestamp: '2026-01-01T00:00:00Z' },
    spec: { policyName: 'p', ...actions, ...spec },
  } as unknown as KubeObject
}

/**
 * Objects of a text. Beside plain objects there are shorthands, whose fields change something healthy:
 * `hook`, `mutatingHook` (name `name`, one webhook), `policy`, `mutatingPolicy` (of name p, its spec),
 * `binding`, `mutatingBinding` (of name b).
 */
function expanded(document: Fields): KubeObject {
  const [[shorthand = '', value] = []] = Object.entries(document)
  const fields = (value ?? {}) as Fields
  const { called, ...spec } = fields
  const name = typeof called === 'string' ? called : ''
  switch (shorthand) {
    case 'hook':
      return configuration('Validating', name || 'c', [spec])
    case 'mutatingHook':
      return configuration('Mutating', name || 'm', [spec])
    case 'hooks':
      return configuration('Mutating', 'm', value as readonly Fields[])
    case 'policy':
      return policy('Validating', name || 'p', spec)
    case 'mutatingPolicy':
      return policy('Mutating', name || 'p', spec)
    case 'binding':
      return binding('Validating', name || 'b', spec)
    case 'mutatingBinding':
      return binding('Mutating', name || 'b', spec)
    default:
      return document as unknown as KubeObject
  }
}

export function objectsOf(yaml: string): readonly KubeObject[] {
  return parseAllDocuments(yaml).map(document => {
    const value = 'toJS' in document ? document.toJS() : null
    return expanded(value as Fields)
  })
}

const certificate = {
  subject: 'CN=acme-ca',
  issuer: 'CN=acme-ca',
  notBefore: now - 100 * day,
  notAfter: now + 1000 * day,
  isCertificateAuthority: true,
  names: [],
  serial: '01',
  fingerprint: 'AA',
}

const bundles: Readonly<Record<string, CertificateBundle>> = {
  good: { certificates: [certificate], rejected: 0, failure: '' },
  expired: { certificates: [{ ...certificate, notAfter: now - day }], rejected: 0, failure: '' },
  soon: { certificates: [{ ...certificate, notAfter: now + 3 * day }], rejected: 0, failure: '' },
  future: { certificates: [{ ...certificate, notBefore: now + day }], rejected: 0, failure: '' },
  leaf: {
    certificates: [{ ...certificate, isCertificateAuthority: false, issuer: 'CN=other' }],
    rejected: 0,
    failure: '',
  },
  garbage: { certificates: [], rejected: 0, failure: 'notBase64' },
}

export interface Around {
  readonly serving?: ServingCertificate
  readonly measures?: CallMeasures
  readonly trials?: readonly Trial[]
  readonly endpoints?: readonly boolean[]
}

export function sourcesOf(yaml: string, around: Around = {}): FindingSources {
  const objects = objectsOf(yaml)
  const of = (kind: string) => known(...objects.filter(object => object.kind === kind))
  const { endpoints = [true, true] } = around
  const services = [service('acme', 'hook'), ...objects.filter(object => object.kind === 'Service')]
  const inside = (list: readonly KubeObject[], name: string) =>
    known(...list.filter(object => object.metadata.namespace === name))
  const spaces = [
    namespace('acme', { own: 'yes' }),
    namespace('kube-system'),
    namespace('kube-node-lease'),
    namespace('shop', { team: 'shop' }),
  ]
  return {
    configurations: {
      mutating: of('MutatingWebhookConfiguration'),
      validating: of('ValidatingWebhookConfiguration'),
    },
    policies: { validating: of('ValidatingAdmissionPolicy'), mutating: of('MutatingAdmissionPolicy') },
    bindings: {
      validating: of('ValidatingAdmissionPolicyBinding'),
      mutating: of('MutatingAdmissionPolicyBinding'),
    },
    namespaces: known(...spaces),
    served: { resources, failedGroups: new Set() },
    services: name => inside(services, name),
    slices: name => inside(endpoints.length === 0 ? [] : [slice('acme', 'hook', endpoints)], name),
    parameters: ({ resource }) => of(resource.kind),
    decode: text => bundles[text] ?? { certificates: [], rejected: 0, failure: 'notPem' },
    now,
    minor: 36,
    definitions: of('CustomResourceDefinition'),
    apiServices: of('APIService'),
    expressions: new ExpressionCache(),
    trials: around.trials ?? [],
    serving: () => around.serving ?? { state: 'unknown', why: 'nobody looked' },
    measures: () => around.measures ?? null,
  }
}

export function found(yaml: string, around: Around = {}): readonly Finding[] {
  return findings(sourcesOf(yaml, around)).findings
}

export function serving(
  over: object,
  faults: Extract<ServingCertificate, { state: 'known' }>['faults'] = [],
) {
  return {
    state: 'known',
    certificate: { ...certificate, ...over },
    source: {
      kind: 'Secret',
      ref: { resource: { group: '', version: 'v1', resource: 'secrets' }, namespace: 'acme', name: 'tls' },
    },
    foundBy: 'Pod hook-0 mounts it.',
    faults,
  } as const satisfies ServingCertificate
}

/** A mutating policy that writes fields, with its binding. */
export function writer(policy: string, binding: string, fields: string): string {
  return `mutatingPolicy: {called: ${policy}, mutations: [{patchType: ApplyConfiguration, applyConfiguration: {expression: 'Object{${fields}}'}}]}\n---\nmutatingBinding: {called: ${binding}, policyName: ${policy}}`
}
