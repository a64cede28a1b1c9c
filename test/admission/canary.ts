import { setTimeout as sleep } from 'node:timers/promises'
import type { KubeObject } from '../../shared/kube/index.ts'
import { pathOf } from './address.ts'
import { fieldsOf } from './json.ts'
import type { ApiServer, ServerAnswer } from './server.ts'
import { until, type Writer } from './writing.ts'

/** Each kind of admission object watches a resource of its own, so that none stands in another’s way. */
const watched = {
  ValidatingAdmissionPolicy: { resource: 'configmaps', kind: 'ConfigMap' },
  MutatingAdmissionPolicy: { resource: 'limitranges', kind: 'LimitRange' },
  ValidatingWebhookConfiguration: { resource: 'secrets', kind: 'Secret' },
  MutatingWebhookConfiguration: { resource: 'serviceaccounts', kind: 'ServiceAccount' },
} as const

type Kind = keyof typeof watched

const apiVersion = 'admissionregistration.k8s.io/v1'

/**
 * Waits until the admission objects that were written before are in effect: objects of the same kinds
 * are written after them, and asked for until they act. The server takes them in in the order of writing.
 * @param tag makes the names of one wait differ from those of another
 */
export async function awaitEffect(server: ApiServer, writer: Writer, tag: string): Promise<void> {
  const namespace = `canary-${tag}`
  await writer.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
  const kinds = Object.keys(watched) as Kind[]
  await Promise.all(
    kinds.map(async kind => {
      for (const object of canariesOf(kind, namespace)) await writer.put(object)
      await until(
        `${kind} takes effect`,
        () => ask(server, kind, namespace),
        answer => acts(kind, answer),
      )
    }),
  )
  const names = kinds.flatMap(kind => canariesOf(kind, namespace)).reverse()
  for (const object of names) await writer.remove(object)
  // Informers of namespaces and parameters are others than those that the canaries went through.
  await sleep(300)
}

function canariesOf(kind: Kind, name: string): readonly KubeObject[] {
  const rules = [
    { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: [watched[kind].resource] },
  ]
  const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': name } }
  const binding = (spec: object): KubeObject => ({
    apiVersion,
    kind: `${kind}Binding`,
    metadata: { name },
    spec: { policyName: name, ...spec },
  })
  const policy = (spec: object): KubeObject => ({
    apiVersion,
    kind,
    metadata: { name },
    spec: { matchConstraints: { resourceRules: rules, namespaceSelector }, ...spec },
  })
  if (kind === 'ValidatingAdmissionPolicy')
    return [policy({ validations: [{ expression: 'false' }] }), binding({ validationActions: ['Deny'] })]
  if (kind === 'MutatingAdmissionPolicy') {
    const expression = '[JSONPatch{op: "add", path: "/metadata/annotations", value: {"canary": "1"}}]'
    const mutations = [{ patchType: 'JSONPatch', jsonPatch: { expression } }]
    return [policy({ reinvocationPolicy: 'Never', mutations }), binding({})]
  }
  const webhook = {
    name: 'canary.example.com',
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    failurePolicy: 'Fail',
    clientConfig: { url: 'https://127.0.0.1:1/' },
    rules,
    namespaceSelector,
  }
  return [{ apiVersion, kind, metadata: { name }, webhooks: [webhook] }]
}

function ask(server: ApiServer, kind: Kind, namespace: string): Promise<ServerAnswer> {
  const { resource, kind: asked } = watched[kind]
  return server.call('POST', pathOf({ group: '', version: 'v1', resource, namespace }), {
    body: { apiVersion: 'v1', kind: asked, metadata: { name: 'asked', namespace } },
    query: { dryRun: 'All' },
  })
}

function acts(kind: Kind, { code, body }: ServerAnswer): boolean {
  if (kind !== 'MutatingAdmissionPolicy') return code >= 400 && code !== 404
  return code === 201 && fieldsOf(fieldsOf(fieldsOf(body).metadata).annotations).canary === '1'
}

/**
 * Policies that are never removed and do nothing: a server stops following a built-in kind of parameters
 * for good when there is a moment in which no binding uses it (kubernetes#130887).
 */
export function keepers(): readonly KubeObject[] {
  const rules = [
    {
      apiGroups: ['keeper.example.com'],
      apiVersions: ['v1'],
      operations: ['CREATE'],
      resources: ['keepers'],
    },
  ]
  const shared = {
    paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
    matchConstraints: { resourceRules: rules },
  }
  const binding = { policyName: 'keeper', paramRef: { selector: {}, parameterNotFoundAction: 'Allow' } }
  const mutation = {
    patchType: 'JSONPatch',
    jsonPatch: { expression: '[JSONPatch{op: "test", path: "/kind", value: "Keeper"}]' },
  }
  return [
    {
      apiVersion,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name: 'keeper' },
      spec: { ...shared, validations: [{ expression: 'true' }] },
    },
    {
      apiVersion,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: 'keeper' },
      spec: { ...binding, validationActions: ['Deny'] },
    },
    {
      apiVersion,
      kind: 'MutatingAdmissionPolicy',
      metadata: { name: 'keeper' },
      spec: { ...shared, reinvocationPolicy: 'Never', mutations: [mutation] },
    },
    {
      apiVersion,
      kind: 'MutatingAdmissionPolicyBinding',
      metadata: { name: 'keeper' },
      spec: binding,
    },
  ]
}
