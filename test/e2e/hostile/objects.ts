import type { KubeObject } from '../../../shared/kube/index.ts'
import { allAttacks, attacks, hostileMap, mega } from './strings.ts'

/** An object and the place it is stored at. */
export interface Placed {
  readonly group: string
  readonly resource: string
  readonly object: KubeObject
}

const everything = allAttacks.join(' ')
const created = '2026-01-01T00:00:00Z'
let count = 0

interface Form {
  readonly apiVersion: string
  readonly kind: string
  readonly resource: string
  readonly name: string
  readonly namespace?: string
}

function place(form: Form, more: Readonly<Record<string, unknown>>, metadata: object = {}): Placed {
  count += 1
  const object = {
    apiVersion: form.apiVersion,
    kind: form.kind,
    metadata: {
      name: form.name,
      ...(form.namespace === undefined ? {} : { namespace: form.namespace }),
      uid: `${attacks.image}-${count}`,
      creationTimestamp: created,
      labels: hostileMap(attacks.vector),
      annotations: { ...hostileMap(everything), 'deployment.kubernetes.io/revision': attacks.script },
      finalizers: [attacks.image],
      managedFields: [
        {
          manager: everything,
          operation: 'Update',
          apiVersion: form.apiVersion,
          time: created,
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:metadata': { 'f:labels': { [`f:${attacks.reversed}`]: {}, 'f:__proto__': {} } } },
        },
      ],
      ...metadata,
    },
    ...more,
  }
  const group = form.apiVersion.includes('/') ? (form.apiVersion.split('/')[0] ?? '') : ''
  return { group, resource: form.resource, object: object as KubeObject }
}

const namespace = 'hostile'
const configMap = (name: string, data: object, metadata: object = {}): Placed =>
  place({ apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', name, namespace }, { data }, metadata)

function nested(depth: number): object {
  let value: object = { end: attacks.image }
  for (let level = 0; level < depth; level++) value = { [level % 2 === 0 ? 'a' : '__proto__x']: value }
  return value
}

const odd: readonly object[] = [
  { metadata: { name: 'labels-as-text', namespace, labels: attacks.image, annotations: [1, null], uid: 7 } },
  {
    metadata: { name: 'null-parts', namespace, labels: null, ownerReferences: null, managedFields: 'x' },
    data: null,
  },
  {
    metadata: { name: 'list-data', namespace, creationTimestamp: attacks.script, generation: {} },
    data: [attacks.image],
  },
]

function pods(): readonly Placed[] {
  return allAttacks.map((name, index) =>
    place(
      { apiVersion: 'v1', kind: 'Pod', resource: 'pods', name: `${name}-${index}`, namespace },
      {
        spec: {
          nodeName: everything,
          containers: [
            { name, image: everything, env: [{ name, value: everything }], command: [everything] },
          ],
          tolerations: [{ key: everything, value: everything }],
          nodeSelector: hostileMap('x'),
        },
        status: {
          phase: attacks.image,
          reason: attacks.terminal,
          message: everything,
          podIP: attacks.reversed,
          conditions: [
            {
              type: everything,
              status: 'False',
              reason: attacks.vector,
              message: everything,
              lastTransitionTime: created,
            },
          ],
          containerStatuses: [
            {
              name,
              ready: false,
              restartCount: 3,
              state: { waiting: { reason: attacks.reversed, message: everything } },
            },
          ],
        },
      },
      {
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: everything, uid: 'owner', controller: true },
        ],
      },
    ),
  )
}

function workloads(): readonly Placed[] {
  const template = {
    metadata: { labels: hostileMap('x') },
    spec: { containers: [{ name: everything, image: everything }] },
  }
  const deployment = place(
    { apiVersion: 'apps/v1', kind: 'Deployment', resource: 'deployments', name: attacks.reversed, namespace },
    {
      spec: { replicas: 1, selector: { matchLabels: hostileMap('x') }, template },
      status: {
        conditions: [{ type: 'Progressing', status: 'True', reason: everything, message: everything }],
      },
    },
    { uid: 'deployment' },
  )
  const owned = [1, 2].map(revision =>
    place(
      {
        apiVersion: 'apps/v1',
        kind: 'ReplicaSet',
        resource: 'replicasets',
        name: `${attacks.image}${revision}`,
        namespace,
      },
      {
        spec: {
          replicas: 1,
          selector: { matchLabels: hostileMap('x') },
          template: { ...template, metadata: { labels: hostileMap(String(revision)) } },
        },
      },
      {
        uid: `set-${revision}`,
        annotations: {
          'deployment.kubernetes.io/revision': String(revision),
          'kubernetes.io/change-cause': everything,
        },
        ownerReferences: [
          {
            apiVersion: 'apps/v1',
            kind: 'Deployment',
            name: attacks.reversed,
            uid: 'deployment',
            controller: true,
          },
        ],
      },
    ),
  )
  const event = place(
    { apiVersion: 'v1', kind: 'Event', resource: 'events', name: attacks.nothing, namespace },
    {
      type: attacks.image,
      reason: attacks.reversed,
      message: everything,
      source: { component: everything, host: everything },
      involvedObject: {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        name: attacks.reversed,
        namespace,
        uid: 'deployment',
      },
      firstTimestamp: created,
      lastTimestamp: created,
      count: 3,
    },
  )
  return [deployment, ...owned, event]
}

const admission = 'admissionregistration.k8s.io/v1'
const rules = [
  {
    apiGroups: [everything],
    apiVersions: ['*'],
    operations: ['CREATE'],
    resources: [attacks.image],
    resourceNames: [attacks.reversed],
    scope: '*',
  },
]
const selector = { matchExpressions: [{ key: attacks.reversed, operator: 'In', values: [everything] }] }

function admissionObjects(): readonly Placed[] {
  const webhook = (name: string, clientConfig: object): object => ({
    name,
    clientConfig,
    rules,
    failurePolicy: attacks.reversed,
    matchPolicy: attacks.image,
    sideEffects: attacks.terminal,
    timeoutSeconds: attacks.script,
    admissionReviewVersions: [everything],
    namespaceSelector: selector,
    objectSelector: selector,
    matchConditions: [{ name: everything, expression: everything }],
  })
  const configuration = (kind: string, resource: string): Placed =>
    place(
      { apiVersion: admission, kind, resource, name: attacks.reversed },
      {
        webhooks: [
          webhook(attacks.image, { url: attacks.link, caBundle: attacks.script }),
          webhook(attacks.nothing, { url: `https://evil.example/${everything}` }),
          webhook(attacks.terminal, {
            service: { namespace: everything, name: everything, path: everything, port: 1 },
            caBundle: 'AAAA',
          }),
        ],
      },
    )
  const policy = place(
    {
      apiVersion: admission,
      kind: 'ValidatingAdmissionPolicy',
      resource: 'validatingadmissionpolicies',
      name: attacks.reversed,
    },
    {
      spec: {
        failurePolicy: attacks.image,
        paramKind: { apiVersion: everything, kind: attacks.reversed },
        matchConstraints: { resourceRules: rules, namespaceSelector: selector, objectSelector: selector },
        matchConditions: [{ name: everything, expression: everything }],
        variables: [{ name: everything, expression: everything }],
        validations: [
          { expression: everything, message: everything, messageExpression: everything, reason: everything },
        ],
        auditAnnotations: [{ key: everything, valueExpression: everything }],
      },
      status: { typeChecking: { expressionWarnings: [{ fieldRef: everything, warning: everything }] } },
    },
  )
  const binding = place(
    {
      apiVersion: admission,
      kind: 'ValidatingAdmissionPolicyBinding',
      resource: 'validatingadmissionpolicybindings',
      name: attacks.vector,
    },
    {
      spec: {
        policyName: attacks.reversed,
        validationActions: [attacks.image, attacks.reversed],
        paramRef: { name: everything, namespace: attacks.reversed, parameterNotFoundAction: everything },
        matchResources: { resourceRules: rules, namespaceSelector: selector },
      },
    },
  )
  return [
    configuration('MutatingWebhookConfiguration', 'mutatingwebhookconfigurations'),
    configuration('ValidatingWebhookConfiguration', 'validatingwebhookconfigurations'),
    policy,
    binding,
  ]
}

/** A megabyte where a word is expected. */
function megaObjects(): readonly Placed[] {
  const condition = {
    type: 'Ready',
    status: 'False',
    reason: mega,
    message: mega,
    lastTransitionTime: created,
  }
  return [
    place(
      { apiVersion: 'v1', kind: 'Pod', resource: 'pods', name: 'mega', namespace },
      {
        spec: { containers: [{ name: 'main', image: mega }] },
        status: { phase: mega, conditions: [condition] },
      },
      { labels: { mega }, annotations: {} },
    ),
    place(
      { apiVersion: 'v1', kind: 'Event', resource: 'events', name: 'mega', namespace },
      {
        type: mega,
        reason: mega,
        message: mega,
        involvedObject: { apiVersion: 'v1', kind: 'Pod', name: 'mega', namespace },
      },
    ),
  ]
}

/** What a hostile server can send: names, keys, values and shapes that no real API server takes. */
export function hostileObjects(): readonly Placed[] {
  const crowded = Object.fromEntries(
    Array.from({ length: 5500 }, (_, index) => [`key-${index}<b>`, `value ${index}`]),
  )
  return [
    ...allAttacks.map(name => configMap(name, hostileMap(name))),
    configMap('crowded', crowded),
    configMap('mega', { value: mega }, { annotations: { mega } }),
    configMap('nested', nested(2000)),
    ...megaObjects(),
    configMap(
      'many-labels',
      {},
      { labels: Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`l${n}`, attacks.image])) },
    ),
    ...odd.map(object => ({
      group: '',
      resource: 'configmaps',
      object: { apiVersion: 'v1', kind: 'ConfigMap', ...object } as unknown as KubeObject,
    })),
    ...[namespace, attacks.reversed, attacks.image].map(name =>
      place(
        { apiVersion: 'v1', kind: 'Namespace', resource: 'namespaces', name },
        { status: { phase: attacks.vector } },
      ),
    ),
    place(
      { apiVersion: 'v1', kind: 'Secret', resource: 'secrets', name: attacks.image, namespace },
      {
        type: everything,
        data: { [attacks.reversed]: attacks.script, [attacks.image]: 'not base64 \u202E' },
      },
    ),
    ...pods(),
    ...workloads(),
    ...admissionObjects(),
  ]
}
