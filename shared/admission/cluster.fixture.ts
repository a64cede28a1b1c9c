import type { KubeObject, ResourceInfo } from '../kube/index.ts'
import type { Known } from './known.ts'

/** Objects and answers of a small cluster, for the tests of this folder. */
export function known(...items: readonly KubeObject[]): Known {
  return { state: 'known', items, staleSince: null }
}

export const denied: Known = {
  state: 'unreadable',
  error: { kind: 'denied', message: 'You may not list services in namespace shop.', status: 403 },
}

export function namespace(name: string, labels: Record<string, string> = {}): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels: { 'kubernetes.io/metadata.name': name, ...labels } },
  }
}

function kind(
  group: string,
  version: string,
  resource: string,
  name: string,
  namespaced = true,
  subresources: readonly string[] = [],
): ResourceInfo {
  return {
    group,
    version,
    resource,
    kind: name,
    singular: name.toLowerCase(),
    shortNames: [],
    categories: [],
    namespaced,
    verbs: ['get', 'list', 'watch'],
    preferred: true,
    subresources: subresources.map(each => ({ name: each, kind: name, verbs: ['update'] })),
  }
}

export const served = {
  resources: [
    kind('', 'v1', 'pods', 'Pod', true, ['exec', 'status', 'ephemeralcontainers']),
    kind('', 'v1', 'configmaps', 'ConfigMap'),
    kind('', 'v1', 'namespaces', 'Namespace', false),
    kind('apps', 'v1', 'deployments', 'Deployment', true, ['scale', 'status']),
    kind('rbac.authorization.k8s.io', 'v1', 'clusterroles', 'ClusterRole', false),
    kind('example.com', 'v1', 'limits', 'Limit', false),
  ],
  failedGroups: new Set(['broken.example.com']),
}

const group = 'admissionregistration.k8s.io/v1'
const podRule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }

export function policy(name: string, spec: object = {}, over: object = {}): KubeObject {
  return {
    apiVersion: group,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name, generation: 1 },
    spec: { matchConstraints: { resourceRules: [podRule] }, validations: [{ expression: 'true' }], ...spec },
    ...over,
  }
}

export function binding(name: string, policyName: string, spec: object = {}): KubeObject {
  return {
    apiVersion: group,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name },
    spec: { policyName, validationActions: ['Deny'], ...spec },
  }
}

export function webhooks(phase: 'Mutating' | 'Validating', name: string, ...list: object[]): KubeObject {
  const defaults = {
    rules: [podRule],
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    clientConfig: { service: { namespace: 'acme', name: 'hook', port: 443 }, caBundle: 'good' },
  }
  return {
    apiVersion: group,
    kind: `${phase}WebhookConfiguration`,
    metadata: { name },
    webhooks: list.map(entry => ({ ...defaults, ...entry })),
  }
}

export function service(ns: string, name: string, spec: object = {}): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: ns },
    spec: { selector: { app: name }, ports: [{ name: 'https', port: 443, targetPort: 8443 }], ...spec },
  }
}

export function slice(
  ns: string,
  serviceName: string,
  ready: readonly boolean[],
  name = `${serviceName}-x1`,
): KubeObject {
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name, namespace: ns, labels: { 'kubernetes.io/service-name': serviceName } },
    endpoints: ready.map((isReady, at) => ({
      addresses: [`10.0.0.${at}`],
      conditions: { ready: isReady },
      targetRef: { kind: 'Pod', namespace: ns, name: `${serviceName}-${at}` },
    })),
  }
}
