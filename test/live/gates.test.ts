import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withDefaults } from '../../shared/admission/defaults/index.ts'
import {
  authorize,
  type Gate,
  lastGates,
  mutatingGates,
  validatingGates,
} from '../../shared/admission/gates/index.ts'
import { requestOf, worldOf } from '../../shared/admission/gates/world.fixture.ts'
import type { TraceRequest, World } from '../../shared/admission/trace/index.ts'
import type { JsonObject } from '../../shared/cel/kubernetes/index.ts'
import { type Cluster, startCluster } from '../cluster/harness/index.ts'
import { figure } from './figures.ts'

/** Gates against a real server: what it makes of a dry run, and in which words it refuses one. */

let cluster: Cluster
let world: World

const kinds = [
  ...['namespaces', 'limitranges', 'resourcequotas', 'serviceaccounts', 'priorityclasses', 'runtimeclasses'],
  ...['storageclasses', 'ingressclasses', 'roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'],
]

interface List {
  readonly items: readonly { readonly kind: string }[]
}

beforeAll(async () => {
  cluster = await startCluster({ profile: 'default' })
  await cluster.apply(setup)
  const counted = async (): Promise<List> => {
    const { stdout, stderr } = await cluster.kubectl(['get', kinds.join(','), '-A', '-o', 'json'])
    if (stdout === '') throw new Error(stderr)
    return JSON.parse(stdout) as List
  }
  let list = await counted()
  // Controllers fill in what is used, and make the service accounts.
  for (const deadline = Date.now() + 60_000; !isFilled(list); ) {
    if (Date.now() > deadline) throw new Error('the controllers did nothing')
    await setTimeout(500)
    list = await counted()
  }
  world = worldOf(...[...Map.groupBy(list.items, each => each.kind)])
})
afterAll(() => cluster?.stop())

function isFilled({ items }: List): boolean {
  const texts = items.map(item => JSON.stringify(item))
  const isAccounted = ['shop', 'limited', 'strict'].every(name =>
    texts.some(text => text.includes(`"name":"default","namespace":"${name}"`)),
  )
  return isAccounted && texts.some(text => text.includes('"used":{"'))
}

const setup = `
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: v1
kind: Namespace
metadata: {name: limited}
---
apiVersion: v1
kind: Namespace
metadata: {name: strict, labels: {pod-security.kubernetes.io/enforce: restricted}}
---
apiVersion: v1
kind: LimitRange
metadata: {name: limits, namespace: limited}
spec:
  limits:
  - {type: Container, max: {cpu: "2"}, defaultRequest: {cpu: 100m, memory: 64Mi}}
  - {type: PersistentVolumeClaim, max: {storage: 2Gi}}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: quota, namespace: limited}
spec: {hard: {requests.cpu: "1", count/configmaps: "1", services.nodeports: "1"}}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: puller, namespace: shop}
imagePullSecrets: [{name: registry}]
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: quiet, namespace: shop}
automountServiceAccountToken: false
---
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: high}
value: 1000
preemptionPolicy: Never
---
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: usual}
value: 10
globalDefault: true
---
apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: {name: fast}
handler: fast
overhead: {podFixed: {cpu: 250m}}
scheduling: {nodeSelector: {disk: fast}, tolerations: [{key: fast, operator: Exists}]}
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: standard, annotations: {storageclass.kubernetes.io/is-default-class: "true"}}
provisioner: example.com/disk
---
apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata: {name: front, annotations: {ingressclass.kubernetes.io/is-default-class: "true"}}
spec: {controller: example.com/front}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: pods, namespace: shop}
rules:
- {apiGroups: [""], resources: [pods], verbs: [patch]}
- {apiGroups: [rbac.authorization.k8s.io], resources: [roles, rolebindings], verbs: [create]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: pods, namespace: shop}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: pods}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: ada}, {apiGroup: rbac.authorization.k8s.io, kind: User, name: bob}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: lost, namespace: shop}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: gone}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: bob}]
`

const container: JsonObject = { name: 'c', image: 'example.com/x:1' }
const asking = (requests: JsonObject): JsonObject => ({ ...container, resources: { requests } })
const pod = (namespace: string, spec: JsonObject = {}, name = 'p'): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace },
  spec: { containers: [container], ...spec },
})
const other = (apiVersion: string, kind: string, namespace: string, more: JsonObject): JsonObject => ({
  apiVersion,
  kind,
  metadata: { name: 'x', ...(namespace === '' ? {} : { namespace }) },
  ...more,
})
const claim = (storage: string, more: JsonObject = {}): JsonObject => ({
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } }, ...more },
})
const bindingOf = (kind: string, name: string): JsonObject => ({
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name },
  subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'eve' }],
})
const safe: JsonObject = {
  allowPrivilegeEscalation: false,
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
  capabilities: { drop: ['ALL'] },
}
const template = (spec: JsonObject): JsonObject => ({
  spec: {
    selector: { matchLabels: { app: 'x' } },
    template: { metadata: { labels: { app: 'x' } }, spec: { containers: [container], ...spec } },
  },
})

const requests: readonly (readonly [string, JsonObject])[] = [
  ['a bare pod', pod('shop')],
  [
    'pull secrets',
    pod('shop', { serviceAccountName: 'puller', initContainers: [{ ...container, name: 'i' }] }),
  ],
  ['no token', pod('shop', { serviceAccountName: 'quiet' })],
  ['an account that is not there', pod('shop', { serviceAccountName: 'gone' })],
  ['a priority class', pod('shop', { priorityClassName: 'high' })],
  ['a priority class that is not there', pod('shop', { priorityClassName: 'gone' })],
  ['another priority', pod('shop', { priority: 7 })],
  [
    'tolerations',
    pod('shop', { tolerations: [{ key: 'node.kubernetes.io/not-ready', operator: 'Exists' }] }),
  ],
  ['a runtime class', pod('shop', { runtimeClassName: 'fast', nodeSelector: { zone: 'a' } })],
  ['a runtime class that is not there', pod('shop', { runtimeClassName: 'gone' })],
  [
    'another node than its runtime class',
    pod('shop', { runtimeClassName: 'fast', nodeSelector: { disk: 'slow' } }),
  ],
  ['another overhead', pod('shop', { runtimeClassName: 'fast', overhead: { cpu: '1' } })],
  ['overhead without a class', pod('shop', { overhead: { cpu: '1' } })],
  ['a namespace that is not there', pod('nowhere')],
  ['defaults of limits', pod('limited')],
  ['above a limit', pod('limited', { containers: [{ ...container, resources: { limits: { cpu: '3' } } }] })],
  ['above a quota', pod('limited', { containers: [asking({ cpu: '1500m' })] })],
  ['within a quota', pod('limited', { containers: [asking({ cpu: '1' })] })],
  ['too many objects', other('v1', 'ConfigMap', 'limited', { data: { a: 'b' } })],
  [
    'too many node ports',
    other('v1', 'Service', 'limited', {
      spec: {
        type: 'NodePort',
        ports: [
          { name: 'a', port: 1 },
          { name: 'b', port: 2 },
        ],
      },
    }),
  ],
  ['a claim', other('v1', 'PersistentVolumeClaim', 'shop', claim('1Gi'))],
  [
    'a claim without a class',
    other('v1', 'PersistentVolumeClaim', 'shop', claim('1Gi', { storageClassName: '' })),
  ],
  ['a claim above a limit', other('v1', 'PersistentVolumeClaim', 'limited', claim('5Gi'))],
  [
    'an ingress',
    other('networking.k8s.io/v1', 'Ingress', 'shop', {
      spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } },
    }),
  ],
  [
    'a volume',
    other('v1', 'PersistentVolume', '', {
      spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } },
    }),
  ],
  ['a node', other('v1', 'Node', '', {})],
  [
    'a second default priority',
    other('scheduling.k8s.io/v1', 'PriorityClass', '', { value: 1, globalDefault: true }),
  ],
  ['an unsafe pod', pod('strict')],
  ['a safe pod', pod('strict', { containers: [{ ...container, securityContext: safe }] })],
  ['an unsafe template', other('apps/v1', 'Deployment', 'strict', template({ hostPID: true }))],
  [
    'a namespace with an odd level',
    other('v1', 'Namespace', '', {
      metadata: { name: 'x', labels: { 'pod-security.kubernetes.io/enforce': 'hard' } },
    }),
  ],
]

const resources: Readonly<Record<string, string>> = {
  Pod: 'pods',
  ConfigMap: 'configmaps',
  Service: 'services',
  PersistentVolumeClaim: 'persistentvolumeclaims',
  Ingress: 'ingresses',
  PersistentVolume: 'persistentvolumes',
  Node: 'nodes',
  PriorityClass: 'priorityclasses',
  Deployment: 'deployments',
  Namespace: 'namespaces',
  Role: 'roles',
  RoleBinding: 'rolebindings',
}

interface Metadata {
  readonly name: string
  readonly namespace?: string
}

function creationOf(object: JsonObject, changes: Partial<TraceRequest> = {}): TraceRequest {
  const [version = '', group = ''] = String(object.apiVersion).split('/').reverse()
  const kind = { group, version, kind: String(object.kind) }
  const metadata = object.metadata as unknown as Metadata
  return requestOf(withDefaults(kind, object).object, {
    kind,
    resource: { group, version, resource: resources[kind.kind] ?? '' },
    name: metadata.name,
    namespace: kind.kind === 'Namespace' ? metadata.name : (metadata.namespace ?? ''),
    user: { username: 'root', groups: ['system:masters'] },
    ...changes,
  })
}

interface Outcome {
  /** Empty where it is allowed. */
  readonly message: string
  readonly warnings: readonly string[]
  readonly object: unknown
}

function predicted(request: TraceRequest): Outcome {
  const warnings: string[] = []
  let object = request.object
  const run = (gates: readonly Gate[]): string => {
    for (const gate of gates) {
      const result = gate.run(request, object, world)
      object = result.object
      warnings.push(...(result.warnings ?? []))
      if (result.denied !== undefined) return result.denied.message
    }
    return ''
  }
  const message = run(mutatingGates) || run(validatingGates) || run(lastGates)
  if (message !== '' || object === null) return { message, warnings, object: null }
  return { message, warnings, object: comparable(withDefaults(request.kind, object).object) }
}

async function observed(object: JsonObject): Promise<Outcome> {
  const args = ['create', '--dry-run=server', '-o', 'json', '-f', '-', '--validate=false']
  const { stdout, stderr, code } = await cluster.kubectl(args, { input: JSON.stringify(object) })
  const warnings = [...stderr.matchAll(/^Warning: (.*)$/gm)].map(found => found[1] ?? '')
  if (code === 0) return { message: '', warnings, object: comparable(JSON.parse(stdout) as JsonObject) }
  return { message: said(stderr), warnings, object: null }
}

/** The server’s message out of what kubectl prints. */
const said = (stderr: string): string =>
  stderr
    .replaceAll(/^Warning: .*\n/gm, '')
    .trim()
    .replace(/^Error from server[^:]*: /, '')
    .replace(/^error when creating "STDIN": /, '')
    .replace(/^The Namespace "x" is invalid: /, 'Namespace "x" is invalid: ')

/** What gates change: the letters that the server draws are not told apart. */
function comparable(object: JsonObject): unknown {
  const text = JSON.stringify(object).replaceAll(/kube-api-access-[a-z0-9]{5}/g, 'kube-api-access-xxxxx')
  const { metadata, spec } = JSON.parse(text) as Record<string, Record<string, unknown>>
  const { annotations, finalizers } = metadata ?? {}
  return { annotations, finalizers, spec }
}

describe('gates on a real server', () => {
  it('make of objects what it makes of them, and refuse in its words', async () => {
    const differing = new Set<string>()
    const wrong: string[] = []
    for (const [title, object] of requests) {
      const theirs = await observed(object)
      const ours = predicted(creationOf(object))
      const parts = ['message', 'warnings', 'object'] as const
      for (const part of parts) {
        const [one, another] = [theirs[part], ours[part]].map(value => JSON.stringify(sorted(value)))
        if (one === another) continue
        differing.add(title)
        wrong.push(`${title}, ${part}:\n  ${one}\n  ${another}`)
      }
    }
    figure(
      'admission.gates.real',
      `${requests.length - differing.size}/${requests.length}`,
      'requests',
      'all',
    )
    expect(wrong).toEqual([])
  })

  it.each([
    ['pods', 'delete', ['delete', 'pod', 'p', '-n', 'shop', '--as=ada']],
    ['pods', 'delete', ['delete', 'pod', 'p', '-n', 'shop', '--as=bob']],
    ['nodes', 'get', ['get', 'node', 'p', '--as=ada']],
  ])('refuses access to %s (%s) as it does', async (resource, verb, args) => {
    const { stderr } = await cluster.kubectl(args)
    const isNamespaced = resource === 'pods'
    const request = creationOf(pod('shop'), {
      operation: verb === 'delete' ? 'DELETE' : 'CONNECT',
      verb,
      resource: { group: '', version: 'v1', resource },
      namespace: isNamespaced ? 'shop' : '',
      user: { username: args.at(-1)?.replace('--as=', '') ?? '', groups: ['system:authenticated'] },
    })
    expect(authorize(request, world).denied?.message).toBe(said(stderr))
  })

  it.each([
    [
      'a role',
      'Role',
      { rules: [{ apiGroups: [''], resources: ['pods', 'secrets'], verbs: ['patch', 'get', 'list'] }] },
    ],
    ['what he has', 'Role', { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['patch'] }] }],
    ['a binding', 'RoleBinding', bindingOf('ClusterRole', 'system:basic-user')],
    ['a binding to a role that is not there', 'RoleBinding', bindingOf('Role', 'gone')],
    ['a binding to his own role', 'RoleBinding', bindingOf('Role', 'pods')],
  ])('refuses rights that a user gives and does not have: %s', async (_, kind, more) => {
    const object = other('rbac.authorization.k8s.io/v1', kind, 'shop', more)
    for (const user of ['ada', 'bob']) {
      const args = ['create', '--dry-run=server', '-f', '-', `--as=${user}`, '--validate=false']
      const { stderr } = await cluster.kubectl(args, { input: JSON.stringify(object) })
      const groups = ['system:authenticated']
      const { message } = predicted(creationOf(object, { user: { username: user, groups } }))
      expect(message).toBe(said(stderr))
    }
  })

  it('refuses an apply that may patch and not create', async () => {
    const args = ['apply', '--server-side', '--dry-run=server', '-f', '-', '--as=ada', '--validate=false']
    const { stderr } = await cluster.kubectl(args, { input: JSON.stringify(pod('shop')) })
    const user = { username: 'ada', groups: ['system:authenticated'] }
    const { denied, steps } = authorize(creationOf(pod('shop'), { verb: 'patch', user }), world)
    expect(denied?.message).toBe(said(stderr))
    expect(steps[0]?.reason).toContain(
      'RBAC: allowed by RoleBinding "pods/shop" of Role "pods" to User "ada"',
    )
  })
})

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return Object.fromEntries(
    entries
      .toSorted(([one], [another]) => (one < another ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  )
}
