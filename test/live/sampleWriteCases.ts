/** Writes that are sent to a real server and to the one in memory, each sequence on objects of its own. */

interface Object {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly [field: string]: unknown
}

export interface Step {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** A text is sent as it is. */
  readonly body?: unknown
  /** The body, of the last answer that was one of success. */
  readonly of?: (last: Object) => unknown
  readonly type?: string
  /** Asked again until it answers with this code. */
  readonly until?: number
  /** Asked again until the answer holds this text. */
  readonly holds?: string
}

export interface Sequence {
  readonly name: string
  readonly steps: readonly Step[]
}

const core = '/api/v1/namespaces/writes'
const maps = `${core}/configmaps`
const deployments = '/apis/apps/v1/namespaces/writes/deployments'
const jobs = '/apis/batch/v1/namespaces/writes/jobs'
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const merge = 'application/merge-patch+json'
const operations = 'application/json-patch+json'
const strategic = 'application/strategic-merge-patch+json'
const apply = 'application/apply-patch+yaml'

const map = (name: string, metadata: object = {}, data: object = { a: 'b' }) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
  data,
})
const waits = { finalizers: ['example.com/wait'] }
const template = (image: string) => ({
  metadata: { labels: { app: 'x' } },
  spec: { containers: [{ name: 'main', image }] },
})
const deployment = (name: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: { replicas: 0, selector: { matchLabels: { app: 'x' } }, template: template('i:1') },
})
const reference = (last: Object, more: object = {}) => ({
  ownerReferences: [
    { apiVersion: 'v1', kind: 'ConfigMap', name: last.metadata.name, uid: last.metadata.uid, ...more },
  ],
})
const lamps = '/apis/light.example/v1/namespaces/writes/lamps'
const lamp = (metadata: object) => ({
  apiVersion: 'light.example/v1',
  kind: 'Lamp',
  metadata,
  spec: { lit: true },
})
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'lamps.light.example' },
  spec: {
    ...{ group: 'light.example', scope: 'Namespaced' },
    names: { kind: 'Lamp', listKind: 'LampList', plural: 'lamps', singular: 'lamp' },
    versions: [
      {
        ...{ name: 'v1', served: true, storage: true },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { lit: { type: 'boolean' } } } },
          },
        },
      },
    ],
  },
}

export const sequences: readonly Sequence[] = [
  {
    name: 'create, merge patch and JSON patch by different managers',
    steps: [
      { method: 'POST', path: `${maps}?fieldManager=one`, body: map('managed') },
      { method: 'PATCH', path: `${maps}/managed?fieldManager=two`, type: merge, body: { data: { c: 'd' } } },
      {
        method: 'PATCH',
        path: `${maps}/managed?fieldManager=three`,
        type: operations,
        body: [{ op: 'replace', path: '/data/a', value: 'z' }],
      },
      { method: 'PATCH', path: `${maps}/managed`, type: merge, body: { metadata: { labels: { l: '1' } } } },
      { method: 'GET', path: `${maps}/managed` },
    ],
  },
  {
    name: 'apply: create, change, give up a field, conflict, force',
    steps: [
      {
        method: 'PATCH',
        path: `${maps}/applied?fieldManager=one`,
        type: apply,
        body: map('applied', {}, { a: '1', b: '2' }),
      },
      {
        method: 'PATCH',
        path: `${maps}/applied?fieldManager=one`,
        type: apply,
        body: map('applied', {}, { a: '3' }),
      },
      {
        method: 'PATCH',
        path: `${maps}/applied?fieldManager=two`,
        type: apply,
        body: map('applied', {}, { a: '4' }),
      },
      {
        method: 'PATCH',
        path: `${maps}/applied?fieldManager=two&force=true`,
        type: apply,
        body: map('applied', {}, { a: '4' }),
      },
      { method: 'GET', path: `${maps}/applied` },
      { method: 'PATCH', path: `${maps}/applied`, type: apply, body: map('applied') },
    ],
  },
  {
    name: 'a deployment: create, strategic patch, scale',
    steps: [
      { method: 'POST', path: `${deployments}?fieldManager=one`, body: deployment('rolled') },
      {
        method: 'PATCH',
        path: `${deployments}/rolled/scale?fieldManager=two`,
        type: merge,
        body: { spec: { replicas: 0 } },
      },
    ],
  },
  {
    name: 'an older version, and a version on create',
    steps: [
      { method: 'POST', path: maps, body: map('raced') },
      { method: 'PUT', path: `${maps}/raced`, body: map('raced', { resourceVersion: '1' }) },
      { method: 'PUT', path: `${maps}/raced`, of: last => ({ ...last, data: { now: 'well' } }) },
      { method: 'POST', path: maps, body: map('versioned', { resourceVersion: '1' }) },
      { method: 'POST', path: maps, body: map('raced') },
    ],
  },
  {
    name: 'finalizers hold a deletion up',
    steps: [
      { method: 'POST', path: maps, body: map('held', waits) },
      { method: 'DELETE', path: `${maps}/held` },
      {
        method: 'PATCH',
        path: `${maps}/held`,
        type: merge,
        body: { metadata: { labels: { still: 'there' } } },
      },
      { method: 'PATCH', path: `${maps}/held`, type: merge, body: { metadata: { finalizers: null } } },
      { method: 'GET', path: `${maps}/held` },
    ],
  },
  {
    name: 'preconditions of a deletion',
    steps: [
      { method: 'POST', path: maps, body: map('guarded') },
      { method: 'DELETE', path: `${maps}/guarded`, body: { preconditions: { uid: 'other' } } },
      { method: 'DELETE', path: `${maps}/guarded`, body: { preconditions: { resourceVersion: '1' } } },
      { method: 'DELETE', path: `${maps}/guarded` },
    ],
  },
  {
    name: 'dependents go in the background',
    steps: [
      { method: 'POST', path: maps, body: map('back') },
      { method: 'POST', path: maps, of: last => map('back-child', reference(last)) },
      { method: 'DELETE', path: `${maps}/back` },
      { method: 'GET', path: `${maps}/back-child`, until: 404 },
    ],
  },
  {
    name: 'dependents are orphaned',
    steps: [
      { method: 'POST', path: maps, body: map('left') },
      { method: 'POST', path: maps, of: last => map('left-child', reference(last)) },
      { method: 'DELETE', path: `${maps}/left`, body: { propagationPolicy: 'Orphan' } },
      { method: 'GET', path: `${maps}/left`, until: 404 },
      { method: 'GET', path: `${maps}/left-child` },
    ],
  },
  {
    name: 'dependents go first',
    steps: [
      { method: 'POST', path: maps, body: map('front') },
      {
        method: 'POST',
        path: maps,
        of: last => map('front-child', { ...reference(last, { blockOwnerDeletion: true }), ...waits }),
      },
      { method: 'DELETE', path: `${maps}/front`, body: { propagationPolicy: 'Foreground' } },
      { method: 'GET', path: `${maps}/front-child`, holds: '"deletionTimestamp"' },
      { method: 'PATCH', path: `${maps}/front-child`, type: merge, body: { metadata: { finalizers: null } } },
      { method: 'GET', path: `${maps}/front`, until: 404 },
    ],
  },
  {
    name: 'a job gets labels of its own, and keeps its pods',
    steps: [
      {
        method: 'POST',
        path: `${jobs}?fieldManager=one`,
        body: {
          apiVersion: 'batch/v1',
          kind: 'Job',
          metadata: { name: 'once' },
          spec: {
            suspend: true,
            template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'i:1' }] } },
          },
        },
      },
      { method: 'DELETE', path: `${jobs}/once`, body: { propagationPolicy: 'Background' } },
    ],
  },
  {
    name: 'a pod is bound once',
    steps: [
      {
        method: 'POST',
        path: `${core}/pods/none/binding`,
        body: {
          apiVersion: 'v1',
          kind: 'Binding',
          metadata: { name: 'none' },
          target: { kind: 'Node', name: 'n' },
        },
      },
    ],
  },
  {
    name: 'a kind comes and goes',
    steps: [
      { method: 'POST', path: definitions, body: definition },
      { method: 'GET', path: lamps, until: 200 },
      { method: 'POST', path: `${lamps}?fieldManager=one`, body: lamp({ name: 'a' }) },
      { method: 'PUT', path: `${lamps}/a`, body: lamp({ name: 'a' }) },
      {
        method: 'PATCH',
        path: `${lamps}/a?fieldManager=two`,
        type: apply,
        body: lamp({ name: 'a', labels: { by: 'two' } }),
      },
      { method: 'PATCH', path: `${lamps}/a`, type: strategic, body: { spec: { lit: false } } },
      { method: 'GET', path: `${definitions}/lamps.light.example`, holds: '"Established"' },
      { method: 'DELETE', path: `${definitions}/lamps.light.example` },
      { method: 'GET', path: `${definitions}/lamps.light.example`, until: 404 },
    ],
  },
  {
    name: 'a namespace that something holds up',
    steps: [
      { method: 'POST', path: '/api/v1/namespaces?fieldManager=one', body: { metadata: { name: 'brief' } } },
      { method: 'GET', path: '/api/v1/namespaces/brief/serviceaccounts/default', until: 200 },
      { method: 'GET', path: '/api/v1/namespaces/brief/configmaps/kube-root-ca.crt', until: 200 },
      {
        method: 'POST',
        path: '/api/v1/namespaces/brief/configmaps?fieldManager=one',
        body: map('stuck', waits),
      },
      { method: 'DELETE', path: '/api/v1/namespaces/brief' },
      {
        method: 'GET',
        path: '/api/v1/namespaces/brief',
        holds: 'configmaps. has 1 resource instances',
      },
      { method: 'POST', path: '/api/v1/namespaces/brief/configmaps', body: map('late') },
      {
        method: 'PATCH',
        path: '/api/v1/namespaces/brief/configmaps/stuck',
        type: merge,
        body: { metadata: { finalizers: null } },
      },
      { method: 'GET', path: '/api/v1/namespaces/brief', until: 404 },
    ],
  },
  {
    name: 'options that do not go together',
    steps: [
      { method: 'DELETE', path: `${maps}/x`, body: { propagationPolicy: 'Orphan', orphanDependents: true } },
      { method: 'PATCH', path: `${maps}/raced?force=true`, type: merge, body: {} },
      { method: 'POST', path: `${maps}?dryRun=Some`, body: map('x') },
    ],
  },
]
