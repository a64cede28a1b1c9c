import {
  CompiledPolicies,
  type TraceRequest,
  traceRequest,
  type World,
} from '../../shared/admission/trace/index.ts'
import type { KubeObject, ResourceInfo } from '../../shared/kube/index.ts'
import { percentile, report } from './figures.ts'

const group = 'admissionregistration.k8s.io/v1'
const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))

const rule = {
  operations: ['CREATE', 'UPDATE'],
  apiGroups: [''],
  apiVersions: ['v1'],
  resources: ['configmaps'],
}
const meta = (name: string) => ({ name, uid: name, resourceVersion: '1' })

/** Half of the webhooks take the object, one in four of those by a match condition. */
const webhooks = (kind: 'Mutating' | 'Validating'): readonly KubeObject[] =>
  many(20, at => ({
    apiVersion: group,
    kind: `${kind}WebhookConfiguration`,
    metadata: meta(`${kind}-${at}`),
    webhooks: many(5, index => ({
      name: `w${index}.c${at}.example.com`,
      rules: [{ ...rule, resources: index % 2 === 0 ? ['*'] : ['pods', 'deployments'] }],
      namespaceSelector: { matchExpressions: [{ key: 'skip', operator: 'DoesNotExist' }] },
      objectSelector: index === 4 ? { matchLabels: { app: 'other' } } : {},
      ...(index === 0 ? { matchConditions: [{ name: 'c', expression: "object.metadata.name != 'x'" }] } : {}),
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      clientConfig: { url: 'https://w.example.com/' },
    })),
  }))

const policies: readonly KubeObject[] = many(50, at => [
  {
    apiVersion: group,
    kind: 'ValidatingAdmissionPolicy',
    metadata: meta(`p${at}`),
    spec: {
      matchConstraints: { resourceRules: [{ ...rule, resources: at % 2 === 0 ? ['configmaps'] : ['pods'] }] },
      variables: [{ name: 'labels', expression: 'object.metadata.?labels.orValue({})' }],
      matchConditions: [{ name: 'not-system', expression: "request.namespace != 'kube-system'" }],
      validations: [
        {
          expression: `size(object.data) < ${at + 10}`,
          messageExpression: "'too many: ' + string(size(object.data))",
        },
        { expression: "variables.labels.all(key, key.size() < 63) && 'app' in variables.labels" },
      ],
    },
  },
  {
    apiVersion: group,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: meta(`p${at}-b`),
    spec: { policyName: `p${at}`, validationActions: ['Deny'] },
  },
]).flat()

const objects: readonly KubeObject[] = [
  ...webhooks('Mutating'),
  ...webhooks('Validating'),
  ...policies,
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels: { team: 'web' } } },
]

const resources: readonly ResourceInfo[] = many(150, at => ({
  ...{
    group: at === 0 ? '' : `g${at % 12}.example.com`,
    version: 'v1',
    singular: '',
    shortNames: [],
    categories: [],
  },
  ...{ resource: at === 0 ? 'configmaps' : `things${at}`, kind: at === 0 ? 'ConfigMap' : `Thing${at}` },
  ...{ namespaced: true, verbs: [], preferred: true, subresources: [] },
}))

function world(): World {
  const byKind = Map.groupBy(objects, each => each.kind)
  return {
    minor: 36,
    now: 0,
    served: { resources, failedGroups: new Set() },
    objects: ({ kind, name }) => ({
      state: 'known',
      staleSince: null,
      items: (byKind.get(kind) ?? []).filter(item => name === '' || item.metadata.name === name),
    }),
    schema: () => ({ state: 'none' }),
    authorize: () => ({ decision: 'allow', reason: '' }),
    webhookAnswer: () => ({ type: 'answered', allowed: true }),
  }
}

const request: TraceRequest = {
  ...{ operation: 'CREATE', verb: 'create', subresource: '', namespace: 'shop', name: 'a' },
  resource: { group: '', version: 'v1', resource: 'configmaps' },
  kind: { group: '', version: 'v1', kind: 'ConfigMap' },
  object: {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', namespace: 'shop', labels: { app: 'web' } },
    data: Object.fromEntries(many(8, at => [`key${at}`, 'value'])),
  },
  oldObject: null,
  options: null,
  user: { username: 'ada', groups: ['system:authenticated'] },
  dryRun: false,
  isObjectKnown: true,
}

/** The way of one object past 200 webhooks and 50 policies, everything compiled and warm. */
export async function benchTrace(): Promise<void> {
  const compiled = new CompiledPolicies()
  const known = world()
  const start = performance.now()
  traceRequest(request, known, { compiled })
  report('admission.trace.200x50.cold', performance.now() - start, 'ms')
  const times: number[] = []
  for (let round = 0; round < 60; round++) {
    const before = performance.now()
    traceRequest(request, known, { compiled })
    if (round >= 20) times.push(performance.now() - before)
  }
  report('admission.trace.200x50', percentile(times, 0.5), 'ms', '50')
}
