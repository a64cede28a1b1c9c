import type { AuthorizationLookup, JsonObject } from '../../cel/kubernetes/index.ts'
import type { KubeObject, ResourceInfo } from '../../kube/index.ts'
import type { Known } from '../known.ts'
import type { SchemaKnown, TraceRequest, TraceStep, WebhookAnswer, WebhookCall, World } from './types.ts'

/** A cluster of which everything is known but what a test takes away. */
export interface Parts {
  readonly objects?: readonly KubeObject[]
  /** By kind, instead of what `objects` holds. */
  readonly known?: Readonly<Record<string, Known>>
  readonly schema?: (kind: TraceRequest['kind']) => SchemaKnown
  readonly authorize?: AuthorizationLookup
  /** By name of the webhook; one that is not there cannot be known. */
  readonly answers?: Readonly<Record<string, WebhookAnswer>>
  readonly served?: readonly ResourceInfo[]
  /** Takes up the calls of webhooks. */
  readonly calls?: WebhookCall[]
  readonly isPartial?: boolean
}

export function info(
  apiVersion: string,
  resource: string,
  kind: string,
  { namespaced = true, subresources = [] as readonly (readonly [string, string])[] } = {},
): ResourceInfo {
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
  return {
    ...{
      group,
      version,
      resource,
      kind,
      namespaced,
      singular: kind.toLowerCase(),
      shortNames: [],
      categories: [],
    },
    ...{ verbs: ['get', 'list', 'watch'], preferred: true },
    subresources: subresources.map(([name, of]) => ({ name, kind: of, verbs: ['update'] })),
  }
}

export const served: readonly ResourceInfo[] = [
  info('v1', 'configmaps', 'ConfigMap'),
  info('v1', 'namespaces', 'Namespace', { namespaced: false, subresources: [['finalize', 'Namespace']] }),
  info('v1', 'pods', 'Pod', {
    subresources: [
      ['exec', 'PodExecOptions'],
      ['status', 'Pod'],
    ],
  }),
  info('v1', 'events', 'Event'),
  info('events.k8s.io/v1', 'events', 'Event'),
  info('apps/v1', 'deployments', 'Deployment', {
    subresources: [
      ['scale', 'Scale'],
      ['status', 'Deployment'],
    ],
  }),
  info('apps/v1', 'daemonsets', 'DaemonSet'),
  info('autoscaling/v2', 'horizontalpodautoscalers', 'HorizontalPodAutoscaler'),
  info('autoscaling/v1', 'horizontalpodautoscalers', 'HorizontalPodAutoscaler'),
  info('rbac.authorization.k8s.io/v1', 'clusterroles', 'ClusterRole', { namespaced: false }),
  info('example.com/v2', 'things', 'Thing'),
  info('example.com/v1', 'limits', 'Limit', { namespaced: false }),
]

export function worldOf(parts: Parts = {}): World {
  const { objects = [], answers = {}, calls = [] } = parts
  const byKind = Map.groupBy(objects, ({ kind }) => kind)
  return {
    minor: 36,
    now: 0,
    served: {
      resources: parts.served ?? served,
      failedGroups: new Set(['broken.example.com']),
      ...(parts.isPartial === undefined ? {} : { isPartial: parts.isPartial }),
    },
    objects: ({ kind, namespace, name }) =>
      parts.known?.[kind] ?? {
        state: 'known',
        staleSince: null,
        items: (byKind.get(kind) ?? []).filter(
          item =>
            (namespace === '' || (item.metadata.namespace ?? '') === namespace) &&
            (name === '' || item.metadata.name === name),
        ),
      },
    schema: parts.schema ?? (() => anything),
    authorize: parts.authorize ?? (() => ({ decision: 'allow', reason: '' })),
    webhookAnswer: call => {
      calls.push(call)
      return Object.hasOwn(answers, call.webhook) ? (answers[call.webhook] ?? null) : null
    },
  }
}

/** A schema that takes everything. */
export const anything: SchemaKnown = {
  state: 'known',
  root: 'any',
  schemas: { any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
}

export const json = (value: unknown): JsonObject => value as JsonObject

export const namespaceNamed = (name: string, labels: Record<string, string> = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels: { 'kubernetes.io/metadata.name': name, ...labels } },
})

/** A request to create a ConfigMap in namespace shop, unless said otherwise. */
export function requestOf(over: Partial<TraceRequest> = {}): TraceRequest {
  return {
    operation: 'CREATE',
    verb: 'create',
    resource: { group: '', version: 'v1', resource: 'configmaps' },
    kind: { group: '', version: 'v1', kind: 'ConfigMap' },
    subresource: '',
    namespace: 'shop',
    name: 'a',
    object: json({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a', namespace: 'shop', labels: { app: 'x' } },
      data: { a: '1' },
    }),
    oldObject: null,
    options: null,
    user: { username: 'ada', groups: ['system:authenticated'] },
    dryRun: false,
    isObjectKnown: true,
    ...over,
  }
}

export const rule = (over: object = {}): object => ({
  operations: ['*'],
  apiGroups: [''],
  apiVersions: ['v1'],
  resources: ['configmaps'],
  ...over,
})

const registration = 'admissionregistration.k8s.io/v1'

export function webhooks(
  kind: 'Mutating' | 'Validating',
  name: string,
  ...hooks: readonly object[]
): KubeObject {
  const common = {
    rules: [rule()],
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    clientConfig: { url: 'https://x.example.com/' },
  }
  const entries = hooks.map((hook, index) => ({ name: `h${index}.${name}.example.com`, ...common, ...hook }))
  return {
    apiVersion: registration,
    kind: `${kind}WebhookConfiguration`,
    metadata: { name },
    webhooks: entries,
  }
}

export const policy = (name: string, spec: object = {}): KubeObject => ({
  apiVersion: registration,
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name },
  spec: { matchConstraints: { resourceRules: [rule()] }, ...spec },
})

export const binding = (policyName: string, spec: object = {}, name = `${policyName}-b`): KubeObject => ({
  apiVersion: registration,
  kind: 'ValidatingAdmissionPolicyBinding',
  metadata: { name },
  spec: { policyName, validationActions: ['Deny'], ...spec },
})

export const mutatingPolicy = (name: string, expression: string, spec: object = {}): KubeObject => ({
  apiVersion: registration,
  kind: 'MutatingAdmissionPolicy',
  metadata: { name },
  spec: {
    matchConstraints: { resourceRules: [rule()] },
    reinvocationPolicy: 'Never',
    mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression } }],
    ...spec,
  },
})

export const mutatingBinding = (policyName: string, spec: object = {}): KubeObject => ({
  apiVersion: registration,
  kind: 'MutatingAdmissionPolicyBinding',
  metadata: { name: `${policyName}-b` },
  spec: { policyName, ...spec },
})

/** Steps of one kind of object in short: `name outcome`. */
export const outcomes = (steps: readonly TraceStep[], phase: TraceStep['phase']): readonly string[] =>
  steps.filter(step => step.phase === phase).map(step => `${step.webhook ?? step.name} ${step.outcome}`)
