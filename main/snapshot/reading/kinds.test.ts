import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { KubeObject } from '../../../shared/kube/index.ts'
import { definedKind } from './definitions.ts'
import { guessedPlural } from './kinds.ts'
import { pathHint } from './pathHint.ts'
import { configMap, folderForEachTest } from './underTest.ts'

const folder = folderForEachTest()

const make = (
  apiVersion: string,
  kind: string,
  name: string,
  more: Readonly<Record<string, unknown>> = {},
  namespace?: string,
) => ({
  apiVersion,
  kind,
  metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
  ...more,
})
const documents = (...objects: readonly object[]): string =>
  objects.map(object => stringify(object)).join('---\n')

const definition = (more: Readonly<Record<string, unknown>> = {}) =>
  make('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'oxen.farm.example', {
    spec: {
      group: 'farm.example',
      scope: 'Namespaced',
      names: { kind: 'Ox', plural: 'oxen', singular: 'ox' },
      versions: [
        { name: 'v1', served: true, storage: true },
        { name: 'v1beta1', served: true, storage: false },
      ],
      ...more,
    },
  })

it('fields that a server sets are given, and given the same in every reading', async () => {
  const file = await folder.write(
    'a.yaml',
    documents(
      make('v1', 'Pod', 'web'),
      make('v1', 'Node', 'n1', {}, 'x'),
      make('v1', 'Pod', '', { metadata: { generateName: 'job-' } }),
    ),
  )
  const read = await folder.read([file])
  expect(read.all).toEqual([
    '/pods default/job-unnamed',
    '/pods default/web',
    '/nodes /n1',
    '/namespaces /default',
  ])
  const { metadata } = read.object('web')
  expect(metadata).toEqual({
    name: 'web',
    namespace: 'default',
    resourceVersion: '1',
    uid: expect.stringMatching(/^[0-9a-f]{8}-/),
  })
  expect((await folder.read([file])).object('web').metadata.uid).toBe(metadata.uid)
  expect(read.object('default').status).toEqual({ phase: 'NotInDump' })
})

it.each([
  ['a plural that leaves its address', { names: { kind: 'Ox', plural: '../../v1/secrets' } }],
  ['a plural with a slash', { names: { kind: 'Ox', plural: 'oxen/status' } }],
  ['a plural in capitals', { names: { kind: 'Ox', plural: 'Oxen' } }],
  ['a plural longer than a label', { names: { kind: 'Ox', plural: 'o'.repeat(64) } }],
  ['no group', { group: '' }],
  ['a group that is a path', { group: '../farm.example' }],
  ['a group with an empty part', { group: 'farm..example' }],
])('a definition with %s defines nothing', (_what, more) => {
  expect(definedKind(definition(more) as KubeObject)).toBeNull()
})

it('versions with names that no server takes are not served', () => {
  const versions = ['v1', '../v1', 'V1', '', 'v'.repeat(64)].map(name => ({ name, served: true }))
  expect(definedKind(definition({ versions }) as KubeObject)?.servedVersions).toEqual(new Set(['v1']))
})

it.each([
  ['name', 1024, (name: string) => make('v1', 'ConfigMap', name, {}, 'a')],
  ['namespace', 253, (namespace: string) => make('v1', 'ConfigMap', 'x', {}, namespace)],
  ['group', 253, (group: string) => make(`${group}/v1`, 'Thing', 'x')],
  ['version', 63, (version: string) => make(`a.example/${version}`, 'Thing', 'x')],
] as const)(
  'a %s of more than %i characters, which no view could open, is told',
  async (what, most, object) => {
    const read = async (length: number) =>
      folder.read([await folder.write('a.json', JSON.stringify(object('v'.repeat(length))))])
    expect((await read(most)).problems).toEqual([])
    expect((await read(most + 1)).problems).toEqual([
      expect.stringContaining(`has a ${what} that is longer than any of a cluster`),
    ])
  },
)

it('metadata of wrong shapes harms nobody', async () => {
  const odd = make('v1', 'Pod', 'odd', {
    metadata: {
      name: 'odd',
      labels: [1],
      annotations: { a: 1, b: null, c: { d: 1 } },
      ownerReferences: 'x',
      managedFields: {},
      creationTimestamp: 5,
      resourceVersion: 'abc',
      generation: 'x',
      uid: null,
      namespace: 7,
    },
  })
  const { object, problems } = await folder.read([await folder.write('a.json', JSON.stringify(odd))])
  expect(problems).toEqual([])
  expect(object('odd').metadata).toEqual({
    name: 'odd',
    namespace: 'default',
    annotations: { a: '1', b: 'null', c: '{"d":1}' },
    resourceVersion: '1',
    uid: expect.any(String),
  })
})

it('a definition of the dump gives its objects their plural and scope, wherever it stands', async () => {
  const ox = make('farm.example/v1', 'Ox', 'berta')
  const { all, kinds } = await folder.read([await folder.write('a.yaml', documents(ox, definition()))])
  expect(all).toContain('farm.example/oxen default/berta')
  expect(kinds.inferred).toEqual([])
  const cluster = await folder.read([
    await folder.write(
      'b.yaml',
      documents(make('farm.example/v1', 'Ox', 'berta', {}, 'a'), definition({ scope: 'Cluster' })),
    ),
  ])
  expect(cluster.all).toContain('farm.example/oxen /berta')
})

it('an object in two versions of one definition is shown once, as the newest has it', async () => {
  const old = { ...make('farm.example/v1beta1', 'Ox', 'berta', {}, 'a'), age: 1 }
  const young = {
    ...old,
    apiVersion: 'farm.example/v1',
    metadata: { ...old.metadata, creationTimestamp: '2026-01-01T00:00:00Z' },
    age: 2,
  }
  const { all, object } = await folder.read([
    await folder.write('a.yaml', documents(young, old, definition())),
  ])
  expect(all.filter(text => text.includes('oxen a/'))).toHaveLength(1)
  expect(object('berta')).toMatchObject({ age: 2 })
})

it('a definition in v1beta1 defines its kind too', async () => {
  const { versions: _versions, ...spec } = (definition() as unknown as { spec: Record<string, unknown> }).spec
  const old = {
    ...definition(),
    apiVersion: 'apiextensions.k8s.io/v1beta1',
    spec: {
      ...spec,
      version: 'v1',
      additionalPrinterColumns: [{ name: 'Age', type: 'integer', JSONPath: '.age' }],
      validation: { openAPIV3Schema: { type: 'object' } },
    },
  }
  const { all, store } = await folder.read([
    await folder.write('a.yaml', documents(old, make('farm.example/v1', 'Ox', 'berta'))),
  ])
  expect(all).toContain('farm.example/oxen default/berta')
  const converted = store.get(
    { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' },
    '',
    'oxen.farm.example',
  )
  expect(converted?.spec).toMatchObject({
    versions: [
      {
        name: 'v1',
        served: true,
        schema: { openAPIV3Schema: { type: 'object' } },
        additionalPrinterColumns: [{ name: 'Age', jsonPath: '.age' }],
      },
    ],
  })
})

it.each([
  [make('farm.example/v1', 'Gateway', 'x', {}, 'a'), { resource: 'gateways', namespaced: true }],
  [make('farm.example/v1', 'Ox', 'x'), { resource: 'oxes', namespaced: false }],
  [make('apps/v1beta1', 'Deployment', 'x'), { resource: 'deployments', namespaced: true }],
  [make('extensions/v1beta1', 'Ingress', 'x'), { resource: 'ingresses', namespaced: true }],
  [make('policy/v1beta1', 'PodSecurityPolicy', 'x'), { resource: 'podsecuritypolicies', namespaced: false }],
  [
    make('flowcontrol.apiserver.k8s.io/v1', 'FlowSchema', 'x', {}, 'a'),
    { resource: 'flowschemas', namespaced: false },
  ],
  [make('events.k8s.io/v1', 'Event', 'x'), { resource: 'events', namespaced: true }],
])('a kind that nothing else says anything of is inferred: %j', async (object, expected) => {
  const { kinds, problems, objects } = await folder.read([await folder.write('a.yaml', stringify(object))])
  expect(problems).toEqual([])
  expect(kinds.inferred).toMatchObject([{ kind: object.kind, ...expected }])
  expect(objects).toBe(1)
})

it('the served version steps back for an older one, unless it has objects itself', async () => {
  const old = make('apps/v1beta1', 'Deployment', 'old')
  const alone = await folder.read([await folder.write('a.yaml', stringify(old))])
  expect([...alone.kinds.withheld]).toEqual(['apps/v1/deployments'])
  const both = await folder.read([
    await folder.write('b.yaml', documents(old, make('apps/v1', 'Deployment', 'new'))),
  ])
  expect([...both.kinds.withheld]).toEqual([])
})

it('admission objects of older versions are in v1 too, with what their version means where it is silent', async () => {
  const old = make('admissionregistration.k8s.io/v1beta1', 'ValidatingWebhookConfiguration', 'hooks', {
    webhooks: [{ name: 'a.example', failurePolicy: 'Fail', matchPolicy: null }],
  })
  const { store, objects, kindCount } = await folder.read([await folder.write('a.yaml', stringify(old))])
  const v1 = store.get(
    { group: 'admissionregistration.k8s.io', resource: 'validatingwebhookconfigurations' },
    '',
    'hooks',
  )
  expect(v1).toMatchObject({
    apiVersion: 'admissionregistration.k8s.io/v1',
    webhooks: [
      {
        name: 'a.example',
        failurePolicy: 'Fail',
        matchPolicy: 'Exact',
        sideEffects: 'Unknown',
        timeoutSeconds: 30,
        admissionReviewVersions: ['v1beta1'],
      },
    ],
  })
  expect([objects, kindCount]).toEqual([1, 1])
})

it('the newer of two is shown, and told of when they differ', async () => {
  const old = configMap('one', { data: { a: '1' } })
  const young = { ...old, metadata: { ...old.metadata, resourceVersion: '8' }, data: { a: '2' } }
  const read = await folder.read([
    await folder.write('a.yaml', stringify(young)),
    await folder.write('b.yaml', stringify(old)),
  ])
  expect(read.object('one')).toMatchObject({ data: { a: '2' } })
  expect(read.problems).toEqual([
    `b.yaml:1 ConfigMap a/one is there twice and differs. This one is older and is left out; the other: ${folder.path}/a.yaml.`,
  ])
  const same = await folder.read([
    await folder.write('c.json', JSON.stringify(old)),
    await folder.write('b.yaml', stringify(old)),
  ])
  expect([same.problems, same.objects]).toEqual([[], 1])
})

it('reads a must-gather: its places give plurals, logs of containers are kept and others counted', async () => {
  const root = 'must-gather.local.1/quay-io-sha256-1'
  await folder.write(`${root}/version`, 'openshift/must-gather\n4.19.1\n')
  await folder.write(`${root}/namespaces/shop/shop.yaml`, stringify(make('v1', 'Namespace', 'shop')))
  await folder.write(
    `${root}/namespaces/shop/core/pods.yaml`,
    stringify({
      apiVersion: 'v1',
      items: [make('v1', 'Pod', 'web', {}, 'shop')],
      kind: 'PodList',
      metadata: {},
    }),
  )
  await folder.write(
    `${root}/namespaces/shop/pods/web/web.yaml`,
    stringify(make('v1', 'Pod', 'web', {}, 'shop')),
  )
  await folder.write(`${root}/namespaces/shop/pods/web/c/c/logs/current.log`, '2026 kind: x\n')
  await folder.write(
    `${root}/namespaces/shop/farm.example/oxen/berta.yaml`,
    stringify(make('farm.example/v1', 'Ox', 'berta', {}, 'shop')),
  )
  await folder.write(
    `${root}/cluster-scoped-resources/core/nodes/n1.yaml`,
    stringify(make('v1', 'Node', 'n1', { status: { nodeInfo: { kubeletVersion: 'v1.31.9' } } })),
  )
  await folder.write(
    `${root}/cluster-scoped-resources/core/nodes/n2.yaml`,
    stringify(make('v1', 'Node', 'n2', { status: { nodeInfo: { kubeletVersion: 'v1.32.1' } } })),
  )
  await folder.write(
    `${root}/cluster-scoped-resources/config.openshift.io/proxies.yaml`,
    stringify({
      apiVersion: 'config.openshift.io/v1',
      kind: 'ProxyList',
      items: [make('config.openshift.io/v1', 'Proxy', 'cluster')],
    }),
  )
  await folder.write(
    `${root}/audit_logs/kube-apiserver/x-audit.log`,
    '{"kind":"Event","apiVersion":"audit.k8s.io/v1"}\n',
  )
  const { all, problems, notes, kubeletVersion, kinds } = await folder.read([folder.path])
  expect(problems).toEqual([])
  expect([...all].sort()).toEqual([
    '/namespaces /shop',
    '/nodes /n1',
    '/nodes /n2',
    '/pods shop/web',
    'config.openshift.io/v1/proxies /cluster',
    'farm.example/v1/oxen shop/berta',
  ])
  expect(notes).toEqual([
    '1 log is shown with its pod.',
    '1 log was skipped.',
    '1 other file holds no objects.',
  ])
  expect(kubeletVersion).toBe('v1.32.1')
  expect(kinds.inferred.map(({ resource }) => resource).sort()).toEqual(['oxen', 'proxies'])
})

it('reads what kubectl cluster-info dump writes, in folders and in one stream', async () => {
  const pods = {
    kind: 'PodList',
    apiVersion: 'v1',
    metadata: {},
    items: [{ metadata: { name: 'web', namespace: 'shop' } }],
  }
  const nodes = {
    kind: 'NodeList',
    apiVersion: 'v1',
    metadata: {},
    items: [{ metadata: { name: 'n1' }, status: { nodeInfo: { kubeletVersion: 'v1.30.2' } } }],
  }
  const log =
    '==== START logs for container c of pod shop/web ====\n{"level":"info"}\nkind: of\n---\n==== END logs for container c of pod shop/web ====\n'
  await folder.write('tree/nodes.json', JSON.stringify(nodes, null, 4))
  await folder.write('tree/shop/pods.json', JSON.stringify(pods, null, 4))
  await folder.write('tree/shop/web/logs.txt', 'kind: log\napiVersion: none\n')
  const streams = [
    await folder.write('json', `${JSON.stringify(nodes, null, 4)}\n${JSON.stringify(pods, null, 4)}\n${log}`),
    await folder.write('yaml', `${stringify(nodes)}---\n${stringify(pods, { sortMapEntries: true })}${log}`),
  ]
  for (const dump of [`${folder.path}/tree`, ...streams]) {
    const { all, problems, notes, kubeletVersion } = await folder.read([dump])
    expect({ all, problems, kubeletVersion }, dump).toEqual({
      all: ['/nodes /n1', '/pods shop/web', '/namespaces /shop'],
      problems: [],
      kubeletVersion: 'v1.30.2',
    })
    expect(notes[0]).toBe(dump.endsWith('tree') ? '1 log is shown with its pod.' : '1 log was skipped.')
  }
})

it.each([
  ['Pod', 'pods'],
  ['Ingress', 'ingresses'],
  ['NetworkPolicy', 'networkpolicies'],
  ['Gateway', 'gateways'],
  ['Endpoints', 'endpoints'],
  ['K8sRequiredLabels', 'k8srequiredlabels'],
  ['Switch', 'switches'],
  ['Proxy', 'proxies'],
  ['ComponentStatus', 'componentstatuses'],
])('the plural of %s is taken to be %s', (kind, plural) => {
  expect(guessedPlural(kind)).toBe(plural)
})

it.each([
  ['/x/namespaces/shop/apps/deployments.yaml', { group: 'apps', plural: 'deployments' }],
  ['/x/namespaces/shop/core/pods.yaml', { group: '', plural: 'pods' }],
  [
    'm.tar.gz » a/cluster-scoped-resources/k8s.ovn.org/egressips/x.yaml',
    { group: 'k8s.ovn.org', plural: 'egressips' },
  ],
  ['/x/namespaces/shop/shop.yaml', null],
  ['/x/y.yaml', null],
])('the place %s says %j', (label, hint) => {
  expect(pathHint(label)).toEqual(hint)
})

it('a kind is held by its objects, or by a list of it that is empty', async () => {
  const list = (kind: string) => ({ apiVersion: 'v1', kind, metadata: {}, items: [] })
  const { held, kindCount, all } = await folder.read([
    await folder.write('secrets.json', JSON.stringify(list('SecretList'), null, 4)),
    await folder.write('services.yaml', stringify(list('ServiceList'))),
    await folder.write('none.yaml', stringify(list('List'))),
    await folder.write('pod.yaml', stringify(make('v1', 'Pod', 'a', {}, 'shop'))),
    await folder.write('old.yaml', stringify(make('farm.example/v1', 'Ox', 'berta', {}, 'shop'))),
  ])
  expect([...held].sort()).toEqual(['/pods', '/secrets', '/services', 'farm.example/oxes'])
  expect([kindCount, all.length]).toEqual([2, 3])
})

it('one state of an object in two forms is no problem, two states are one', async () => {
  const state = (resourceVersion: string, more: object) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'one', namespace: 'a', uid: 'u', resourceVersion, ...more },
  })
  const short = await folder.write('short.yaml', stringify(state('7', {})))
  const full = await folder.write(
    'full.json',
    JSON.stringify(state('7', { managedFields: [{ manager: 'm' }] })),
  )
  const later = await folder.write('later.yaml', stringify(state('8', {})))
  expect((await folder.read([short, full])).problems).toEqual([])
  expect((await folder.read([short, later])).problems).toHaveLength(1)
})
