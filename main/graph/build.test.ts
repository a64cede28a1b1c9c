import { describe, expect, it } from 'vitest'
import type { KubeObject, ResourceInfo } from '../../shared/kube/index.ts'
import { matchesLabels, parseLabelSelector } from '../../shared/kube/index.ts'
import { buildTree, type TreeReader } from './build.ts'

const info = (group: string, kind: string, namespaced = true): ResourceInfo => ({
  group,
  version: 'v1',
  resource: `${kind.toLowerCase()}s`,
  kind,
  singular: kind.toLowerCase(),
  shortNames: [],
  categories: [],
  namespaced,
  verbs: ['get', 'list', 'watch'],
  preferred: true,
  subresources: [],
})

const admissionGroup = 'admissionregistration.k8s.io'
const served = [
  info('apps', 'Deployment'),
  info('apps', 'ReplicaSet'),
  info('apps', 'StatefulSet'),
  info('', 'Pod'),
  info('', 'Service'),
  info('', 'ConfigMap'),
  info('', 'PersistentVolumeClaim'),
  info('', 'PersistentVolume', false),
  info('storage.k8s.io', 'StorageClass', false),
  info('discovery.k8s.io', 'EndpointSlice'),
  info('example.com', 'Shop'),
  info(admissionGroup, 'ValidatingWebhookConfiguration', false),
  info(admissionGroup, 'ValidatingAdmissionPolicy', false),
  info(admissionGroup, 'ValidatingAdmissionPolicyBinding', false),
]

interface Extra {
  readonly labels?: Record<string, string>
  readonly owner?: string
  readonly [field: string]: unknown
}

const groupOf = (kind: string): string => served.find(entry => entry.kind === kind)?.group ?? ''
const namespacedOf = (kind: string): boolean => served.find(entry => entry.kind === kind)?.namespaced ?? true

function object(
  kind: string,
  name: string,
  { labels, owner, ...rest }: Extra = {},
  namespace = 'shop',
): KubeObject {
  const [ownerKind = '', ownerName = ''] = owner?.split('/') ?? []
  return {
    apiVersion: `${groupOf(kind)}/v1`.replace(/^\//, ''),
    kind,
    metadata: {
      name,
      uid: `${kind}/${name}`,
      ...(namespacedOf(kind) ? { namespace } : {}),
      ...(labels === undefined ? {} : { labels }),
      ...(owner === undefined
        ? {}
        : {
            ownerReferences: [
              {
                apiVersion: `${groupOf(ownerKind)}/v1`.replace(/^\//, ''),
                kind: ownerKind,
                name: ownerName,
                uid: owner,
                controller: true,
              },
            ],
          }),
    },
    ...rest,
  }
}

function readerOf(objects: readonly KubeObject[], unreadable: readonly string[] = []): TreeReader {
  const list = (kind: ResourceInfo, namespace: string) =>
    objects.filter(
      item => item.kind === kind.kind && (namespace === '' || (item.metadata.namespace ?? '') === namespace),
    )
  const known = (kind: ResourceInfo, found: readonly KubeObject[]) =>
    unreadable.includes(kind.kind)
      ? ({ objects: [], state: 'unreadable' } as const)
      : ({ objects: found, state: 'known' } as const)
  return {
    findKind: ({ group, kind }) => served.find(entry => entry.group === group && entry.kind === kind) ?? null,
    byName: (kind, namespace, name) =>
      known(
        kind,
        list(kind, namespace).filter(item => item.metadata.name === name),
      ),
    list: (kind, namespace, labelSelector) => {
      const parsed = parseLabelSelector(labelSelector)
      if (!parsed.ok) throw new Error('a selector that does not parse')
      return known(
        kind,
        list(kind, namespace).filter(item => matchesLabels(parsed.selector, item.metadata.labels)),
      )
    },
    ownedBy: (kind, namespace, _selector, uid) =>
      known(
        kind,
        list(kind, namespace).filter(item => item.metadata.ownerReferences?.some(owner => owner.uid === uid)),
      ),
    scannedKinds: owner =>
      served.filter(kind =>
        objects.some(
          item =>
            item.kind === kind.kind &&
            item.metadata.ownerReferences?.some(({ uid }) => uid === owner.metadata.uid),
        ),
      ),
  }
}

function outline(objects: readonly KubeObject[], subject: KubeObject, unreadable: readonly string[] = []) {
  const kind = served.find(entry => entry.kind === subject.kind)!
  const ref = {
    resource: { group: kind.group, version: kind.version, resource: kind.resource },
    namespace: subject.metadata.namespace ?? '',
    name: subject.metadata.name,
  }
  return buildTree(ref, kind, readerOf(objects, unreadable)).nodes
}

const lines = (...input: Parameters<typeof outline>) =>
  outline(...input).map(
    node =>
      `${'  '.repeat(node.depth)}${node.relation === '' ? '' : `${node.relation} `}${node.kind}/${node.ref.name}` +
      `${node.state === '' ? '' : ` (${node.state})`}${node.exists === false ? ' !' : ''}${node.isSubject ? ' *' : ''}`,
  )

const ready = { status: { phase: 'Running', containerStatuses: [{ ready: true }] } }
const crashing = {
  status: { phase: 'Running', containerStatuses: [{ state: { waiting: { reason: 'CrashLoopBackOff' } } }] },
}

describe('a workload', () => {
  const deployment = object('Deployment', 'web', {
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: {
          containers: [{ envFrom: [{ configMapRef: { name: 'env' } }, { configMapRef: { name: 'lost' } }] }],
        },
      },
    },
    status: { readyReplicas: 1 },
  })
  const objects = [
    deployment,
    object('ReplicaSet', 'web-1', {
      owner: 'Deployment/web',
      spec: { replicas: 2 },
      status: { readyReplicas: 1, replicas: 2 },
    }),
    object('Pod', 'web-1-a', { owner: 'ReplicaSet/web-1', labels: { app: 'web' }, ...ready }),
    object('Pod', 'web-1-b', { owner: 'ReplicaSet/web-1', labels: { app: 'web' }, ...crashing }),
    object('Pod', 'other', { owner: 'ReplicaSet/gone', ...ready }),
    object('ConfigMap', 'env'),
    object('Service', 'web', { spec: { selector: { app: 'web' } } }),
    object('Service', 'all', { spec: { selector: {} } }),
  ]

  it('shows what it owns, what its template names and what selects its pods', () => {
    expect(lines(objects, deployment)).toEqual([
      'Deployment/web (1/2) *',
      '  owns ReplicaSet/web-1 (1/2)',
      '    owns Pod/web-1-a (1/1)',
      '    owns Pod/web-1-b (CrashLoopBackOff)',
      '  reads ConfigMap/env',
      '  reads ConfigMap/lost (not found) !',
      '  selected by Service/web',
    ])
  })

  it('shows the owners above a pod, but not its siblings', () => {
    expect(lines(objects, objects[3]!).slice(0, 3)).toEqual([
      'Deployment/web (1/2)',
      '  owns ReplicaSet/web-1 (1/2)',
      '    owns Pod/web-1-b (CrashLoopBackOff) *',
    ])
  })

  it('gives each line the worst meaning below it', () => {
    expect(outline(objects, deployment).map(node => [node.ref.name, node.below])).toEqual([
      ['web', 'bad'],
      ['web-1', 'bad'],
      ['web-1-a', null],
      ['web-1-b', null],
      ['env', null],
      ['lost', null],
      ['web', null],
    ])
  })

  it('takes an owner of the same name with another UID for gone', () => {
    const orphan = object('Pod', 'x', { owner: 'ReplicaSet/web-1', ...ready })
    const again = { ...objects[1]!, metadata: { ...objects[1]!.metadata, uid: 'new' } }
    expect(lines([orphan, again], orphan)).toEqual(['ReplicaSet/web-1 (not found) !', '  owns Pod/x (1/1) *'])
  })

  it('does not call a kind missing that may not be read', () => {
    expect(lines(objects, deployment, ['ConfigMap'])).toContain('  reads ConfigMap/env (cannot be read)')
  })
})

describe('references', () => {
  it('leads from a webhook configuration to the Service in the very namespace, its slices and pods', () => {
    const configuration = object('ValidatingWebhookConfiguration', 'guard', {
      webhooks: [{ name: 'a.b.c', clientConfig: { service: { namespace: 'guard', name: 'hook' } } }],
    })
    const slice = {
      labels: { 'kubernetes.io/service-name': 'hook' },
      endpoints: [{ conditions: { ready: true }, targetRef: { kind: 'Pod', name: 'hook-0' } }],
    }
    const objects = [
      configuration,
      object('Service', 'hook', { spec: { selector: { app: 'hook' } } }, 'guard'),
      object('Service', 'hook', { spec: { selector: { app: 'hook' } } }, 'shop'),
      object('EndpointSlice', 'hook-x', slice, 'guard'),
      object('EndpointSlice', 'hook-y', slice, 'shop'),
      object('Pod', 'hook-0', { labels: { app: 'hook' }, ...ready }, 'guard'),
    ]
    expect(
      outline(objects, configuration).map(node => `${node.depth} ${node.ref.namespace}/${node.ref.name}`),
    ).toEqual(['0 /guard', '1 guard/hook', '2 guard/hook-x', '3 guard/hook-0'])
  })

  it('leads from a StatefulSet to the claims of each pod, their volumes and class', () => {
    const set = object('StatefulSet', 'db', {
      spec: { replicas: 1, selector: { matchLabels: { app: 'db' } } },
    })
    const objects = [
      set,
      object('Pod', 'db-0', {
        owner: 'StatefulSet/db',
        spec: { volumes: [{ persistentVolumeClaim: { claimName: 'data-db-0' } }] },
        ...ready,
      }),
      object('PersistentVolumeClaim', 'data-db-0', {
        spec: { volumeName: 'pv1' },
        status: { phase: 'Bound' },
      }),
      object('PersistentVolume', 'pv1', { spec: { storageClassName: 'fast' }, status: { phase: 'Bound' } }),
      object('StorageClass', 'fast'),
    ]
    expect(lines(objects, set)).toEqual([
      'StatefulSet/db (0/1) *',
      '  owns Pod/db-0 (1/1)',
      '    mounts PersistentVolumeClaim/data-db-0 (Bound)',
      '      bound to PersistentVolume/pv1 (Bound)',
      '        is of class StorageClass/fast',
    ])
  })

  it('leads from a policy to its bindings and their parameters', () => {
    const policy = object('ValidatingAdmissionPolicy', 'limit', {
      spec: { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } },
    })
    const objects = [
      policy,
      object('ValidatingAdmissionPolicyBinding', 'b1', {
        spec: { policyName: 'limit', paramRef: { name: 'five', namespace: 'shop' } },
      }),
      object('ValidatingAdmissionPolicyBinding', 'b2', { spec: { policyName: 'other' } }),
    ]
    expect(lines(objects, policy)).toEqual([
      'ValidatingAdmissionPolicy/limit *',
      '  bound by ValidatingAdmissionPolicyBinding/b1',
      '    takes parameters ConfigMap/five (not found) !',
    ])
  })

  it('shows whatever a custom resource owns', () => {
    const shop = object('Shop', 's', {
      status: { conditions: [{ type: 'Ready', status: 'False', reason: 'Closed' }] },
    })
    const objects = [shop, object('ConfigMap', 'c', { owner: 'Shop/s' })]
    expect(lines(objects, shop)).toEqual(['Shop/s (Closed) *', '  owns ConfigMap/c'])
  })
})

describe('odd objects', () => {
  it.each([
    { spec: null, status: 'x' },
    { spec: { selector: 3, template: [], volumes: {} }, webhooks: {} },
    {
      spec: { template: { spec: { containers: [null, 3], volumes: [[]] } } },
      status: { conditions: [null] },
    },
  ])('%j neither crash nor lead anywhere', odd => {
    for (const { kind } of served)
      expect(lines([object(kind, 'odd', odd)], object(kind, 'odd', odd))).toHaveLength(1)
  })

  it('an owner loop ends', () => {
    const a = object('Shop', 'a', { owner: 'Shop/b' })
    const b = object('Shop', 'b', { owner: 'Shop/a' })
    expect(outline([a, b], a).length).toBeLessThan(20)
  })
})
