import type { IncomingHttpHeaders } from 'node:http'

/** Writes that are tried on a real server and on the one in memory, and what of the answers has to be equal. */

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export /** A request that would change something. */
interface Write {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** A text is sent as it is. */
  readonly body?: unknown
  readonly type?: string
  readonly headers?: Record<string, string>
}

const shop = '/api/v1/namespaces/shop'
const dry = '?dryRun=All'
const core = (kind: string, name: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind,
  metadata: { name },
  ...more,
})
const map = (name: string, more: object = {}) => core('ConfigMap', name, { data: { a: 'b' }, ...more })
const deployment = (replicas: number, more: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'tried', labels: { team: 'shop' } },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'tried' } },
    template: {
      metadata: { labels: { app: 'tried' } },
      spec: { containers: [{ name: 'main', image: 'i:1', resources: { limits: { memory: '1Gi' } } }] },
    },
  },
  ...more,
})
const pod = (spec: object = {}, labels: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'tried', labels },
  spec: { containers: [{ name: 'main', image: 'i:1' }], ...spec },
})
const limit = (spec: object) => ({
  apiVersion: 'policy.lanternfish.example/v1',
  kind: 'ReplicaLimit',
  metadata: { name: 'tried' },
  spec,
})
const deployments = '/apis/apps/v1/namespaces/shop/deployments'
const limits = '/apis/policy.lanternfish.example/v1/namespaces/shop/replicalimits'
const merge = 'application/merge-patch+json'
const strategic = 'application/strategic-merge-patch+json'
const operations = 'application/json-patch+json'
const container = (fields: object) => ({
  spec: { template: { spec: { containers: [{ name: 'web', ...fields }] } } },
})

type Case = readonly [what: string, write: Write, except?: 'message']
/** Dry runs of every verb, sound and not; `message` where the texts need not be equal. */
export const dryRunCases: readonly Case[] = [
  ['a new object', { method: 'POST', path: `${shop}/configmaps${dry}`, body: map('tried') }],
  ['one that is there', { method: 'POST', path: `${shop}/configmaps${dry}`, body: map('feature-flags') }],
  [
    'one in no namespace',
    { method: 'POST', path: `/api/v1/namespaces/none/configmaps${dry}`, body: map('tried') },
  ],
  ['a name that is none', { method: 'POST', path: `${shop}/configmaps${dry}`, body: map('No_Name') }],
  ['no name', { method: 'POST', path: `${shop}/configmaps${dry}`, body: map('') }],
  ['too many replicas', { method: 'POST', path: deployments + dry, body: deployment(40) }],
  ['a warning', { method: 'POST', path: deployments + dry, body: deployment(3) }],
  ['an unknown field', { method: 'POST', path: deployments + dry, body: deployment(3, { more: 1 }) }],
  [
    'an unknown field, strictly',
    {
      method: 'POST',
      path: `${deployments + dry}&fieldValidation=Strict`,
      body: deployment(3, { more: 1 }),
    },
  ],
  [
    'a wrong type',
    { method: 'POST', path: deployments + dry, body: deployment('x' as unknown as number) },
    'message',
  ],
  [
    'no selector',
    { method: 'POST', path: deployments + dry, body: deployment(3, { spec: { template: {} } }) },
    'message',
  ],
  ['an odd dryRun', { method: 'POST', path: `${shop}/configmaps?dryRun=Some`, body: map('tried') }],
  [
    'an odd fieldValidation',
    { method: 'POST', path: `${shop}/configmaps${dry}&fieldValidation=x`, body: map('tried') },
  ],
  ['no JSON', { method: 'POST', path: `${shop}/configmaps${dry}`, body: 'no json' }, 'message'],
  ['an array', { method: 'POST', path: `${shop}/configmaps${dry}`, body: [] }, 'message'],
  [
    'another kind',
    { method: 'POST', path: `${shop}/configmaps${dry}`, body: core('Secret', 'tried') },
    'message',
  ],
  [
    'another version',
    { method: 'POST', path: `${shop}/configmaps${dry}`, body: { ...map('tried'), apiVersion: 'apps/v1' } },
    'message',
  ],
  [
    'another namespace',
    {
      method: 'POST',
      path: `${shop}/configmaps${dry}`,
      body: map('tried', { metadata: { name: 'tried', namespace: 'payments' } }),
    },
  ],
  ['no namespace in the path', { method: 'POST', path: `/api/v1/configmaps${dry}`, body: map('tried') }],
  [
    'an odd media type',
    { method: 'POST', path: `${shop}/configmaps${dry}`, body: 'x', type: 'text/csv' },
    'message',
  ],
  [
    'a replacement',
    { method: 'PUT', path: `${shop}/configmaps/feature-flags${dry}`, body: map('feature-flags') },
  ],
  [
    'an older version',
    {
      method: 'PUT',
      path: `${shop}/configmaps/feature-flags${dry}`,
      body: map('feature-flags', { metadata: { name: 'feature-flags', resourceVersion: '1' } }),
    },
  ],
  [
    'another uid',
    {
      method: 'PUT',
      path: `${shop}/configmaps/feature-flags${dry}`,
      body: map('feature-flags', { metadata: { name: 'feature-flags', uid: 'x' } }),
    },
    'message',
  ],
  ['another name', { method: 'PUT', path: `${shop}/configmaps/feature-flags${dry}`, body: map('other') }],
  ['a replacement of nothing', { method: 'PUT', path: `${shop}/configmaps/none${dry}`, body: map('none') }],
  [
    'a lease by replacement',
    {
      method: 'PUT',
      path: `/apis/coordination.k8s.io/v1/namespaces/shop/leases/none${dry}`,
      body: { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'none' }, spec: {} },
    },
  ],
  [
    'a merge patch',
    { method: 'PATCH', path: `${deployments}/web${dry}`, body: { spec: { replicas: 4 } }, type: merge },
  ],
  [
    'a merge patch that is refused',
    { method: 'PATCH', path: `${deployments}/web${dry}`, body: { spec: { replicas: 40 } }, type: merge },
  ],
  [
    'a strategic merge patch',
    {
      method: 'PATCH',
      path: `${deployments}/web${dry}`,
      body: container({
        image: 'i:2',
        env: [
          { name: 'LOG_LEVEL', value: 'debug' },
          { name: 'MORE', value: '1' },
        ],
      }),
      type: strategic,
    },
  ],
  [
    'a deleted element',
    {
      method: 'PATCH',
      path: `${deployments}/web${dry}`,
      body: container({ env: [{ name: 'LOG_LEVEL', $patch: 'delete' }] }),
      type: strategic,
    },
  ],
  [
    'an order of elements',
    {
      method: 'PATCH',
      path: `${deployments}/web${dry}`,
      body: container({ '$setElementOrder/env': [{ name: 'LOG_LEVEL' }, { name: 'CATALOG_URL' }] }),
      type: strategic,
    },
  ],
  [
    'a replaced strategy',
    {
      method: 'PATCH',
      path: `${deployments}/web${dry}`,
      body: { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } },
      type: strategic,
    },
  ],
  [
    'a JSON patch',
    {
      method: 'PATCH',
      path: `${deployments}/web${dry}`,
      body: [{ op: 'replace', path: '/spec/replicas', value: 5 }],
      type: operations,
    },
  ],
  [
    'a JSON patch that does not apply',
    {
      method: 'PATCH',
      path: `${deployments}/web${dry}`,
      body: [{ op: 'test', path: '/spec/replicas', value: 77 }],
      type: operations,
    },
  ],
  [
    'a JSON patch that is none',
    { method: 'PATCH', path: `${deployments}/web${dry}`, body: { a: 1 }, type: operations },
    'message',
  ],
  [
    'a patch of another name',
    {
      method: 'PATCH',
      path: `${deployments}/web${dry}`,
      body: { metadata: { name: 'other' } },
      type: merge,
    },
  ],
  ['a patch of nothing', { method: 'PATCH', path: `${deployments}/none${dry}`, body: {}, type: merge }],
  ['a patch of no type', { method: 'PATCH', path: `${deployments}/web${dry}`, body: {} }, 'message'],
  [
    'a strategic patch of a custom resource',
    { method: 'PATCH', path: `${limits}/default${dry}`, body: {}, type: strategic },
    'message',
  ],
  ['a custom resource', { method: 'POST', path: limits + dry, body: limit({ maxReplicas: 5 }) }],
  ['one that is not valid', { method: 'POST', path: limits + dry, body: limit({ maxReplicas: 0 }) }],
  [
    'one that breaks a rule',
    { method: 'POST', path: limits + dry, body: limit({ maxReplicas: 1, minReplicas: 2 }) },
  ],
  [
    'a patch of one',
    { method: 'PATCH', path: `${limits}/default${dry}`, body: { spec: { maxReplicas: 20 } }, type: merge },
  ],
  [
    'a replacement of one',
    {
      method: 'PUT',
      path: `${limits}/default${dry}`,
      body: { ...limit({ maxReplicas: 5 }), metadata: { name: 'default' } },
    },
  ],
  ['a pod', { method: 'POST', path: `/api/v1/namespaces/default/pods${dry}`, body: pod() }],
  [
    'a pod against the standard',
    { method: 'POST', path: `${shop}/pods${dry}`, body: pod({ hostNetwork: true }) },
  ],
  [
    'a pod above the quota',
    { method: 'POST', path: `/api/v1/namespaces/payments/pods${dry}`, body: pod() },
    'message',
  ],
  [
    'a tag that is refused',
    {
      method: 'POST',
      path: `/api/v1/namespaces/default/pods${dry}`,
      body: pod({ containers: [{ name: 'main', image: 'i' }] }),
    },
  ],
  [
    'a generated name',
    {
      method: 'POST',
      path: `${shop}/configmaps${dry}`,
      body: core('ConfigMap', '', { metadata: { generateName: 'made-' } }),
    },
  ],
  ['a namespace', { method: 'POST', path: `/api/v1/namespaces${dry}`, body: core('Namespace', 'tried') }],
  ['a deletion', { method: 'DELETE', path: `${shop}/configmaps/feature-flags${dry}` }],
  [
    'a deletion by its body',
    {
      method: 'DELETE',
      path: `${shop}/configmaps/feature-flags`,
      body: { kind: 'DeleteOptions', apiVersion: 'v1', dryRun: ['All'] },
    },
  ],
  ['a deletion of nothing', { method: 'DELETE', path: `${shop}/configmaps/none${dry}` }],
  [
    'a deletion of another one',
    {
      method: 'DELETE',
      path: `${shop}/configmaps/feature-flags`,
      body: { kind: 'DeleteOptions', apiVersion: 'v1', dryRun: ['All'], preconditions: { uid: 'x' } },
    },
    'message',
  ],
  ['a deletion of a deployment', { method: 'DELETE', path: `${deployments}/web${dry}` }],
  ['a deletion of a service', { method: 'DELETE', path: `${shop}/services/web${dry}` }],
  ['a deletion of a pod', { method: 'DELETE', path: `/api/v1/namespaces/default/pods/evicted${dry}` }],
  ['a deletion of a custom resource', { method: 'DELETE', path: `${limits}/default${dry}` }],
  ['a deletion of a namespace', { method: 'DELETE', path: `/api/v1/namespaces/shop${dry}` }],
  ['a deletion of a namespace that stays', { method: 'DELETE', path: `/api/v1/namespaces/default${dry}` }],
  ['a deletion of many', { method: 'DELETE', path: `${shop}/configmaps${dry}&labelSelector=team` }],
  ['a deletion of none', { method: 'DELETE', path: `${shop}/configmaps${dry}&labelSelector=none` }],
  [
    'a scale',
    {
      method: 'PUT',
      path: `${deployments}/web/scale${dry}`,
      body: {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name: 'web', namespace: 'shop' },
        spec: { replicas: 5 },
      },
    },
  ],
  [
    'a patched scale',
    {
      method: 'PATCH',
      path: `${deployments}/web/scale${dry}`,
      body: { spec: { replicas: 6 } },
      type: merge,
    },
  ],
  [
    'a status',
    {
      method: 'PATCH',
      path: `${deployments}/web/status${dry}`,
      body: { spec: { replicas: 9 }, status: { observedGeneration: 7 } },
      type: merge,
    },
  ],
  [
    'an eviction',
    {
      method: 'POST',
      path: `/api/v1/namespaces/default/pods/failed/eviction${dry}`,
      body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'failed' } },
    },
  ],
  [
    'a connection',
    { method: 'POST', path: `/api/v1/namespaces/default/pods/failed/exec${dry}&command=x` },
    'message',
  ],
  [
    'a user without rights',
    {
      method: 'POST',
      path: `${shop}/configmaps${dry}`,
      body: map('tried'),
      headers: { 'impersonate-user': 'nobody' },
    },
  ],
  ['a method that is none', { method: 'PUT', path: `${shop}/configmaps${dry}`, body: map('tried') }],
]

const token = /^kube-api-access-[a-z0-9]{5}$/
/** What both write anew, or count for themselves, is compared by being there. */
const comparable = (value: unknown, name = ''): unknown => {
  if (['uid', 'creationTimestamp', 'deletionTimestamp', 'resourceVersion'].includes(name))
    return value === undefined || value === null ? value : 'set'
  if (Array.isArray(value)) return value.map(item => comparable(item))
  if (typeof value === 'string' && token.test(value)) return 'a token'
  if (typeof value !== 'object' || value === null) return value
  const made = (value as { readonly generateName?: unknown }).generateName
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'managedFields')
      .map(([key, field]) => [
        key,
        key === 'name' && made !== undefined ? 'made up' : comparable(field, key),
      ]),
  )
}
/** What of an answer has to be equal. */
export const seen = (answer: Answer, except: string): object => {
  const body = JSON.parse(answer.text) as Record<string, unknown>
  const { code, reason } = body
  const isError = body.kind === 'Status' && body.status === 'Failure'
  return {
    status: answer.status,
    warnings: answer.headers.warning,
    body: isError && except === 'message' ? { code, reason } : comparable(body),
  }
}
