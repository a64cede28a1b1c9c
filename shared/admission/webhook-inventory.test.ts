import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../kube/index.ts'
import type { CertificateBundle } from './certificates.ts'
import { denied, known, namespace, served, service, slice, webhooks } from './cluster.fixture.ts'
import { type WebhookSnapshot, webhookInventory } from './webhook-inventory.ts'

const day = 86_400_000
const now = 1_800_000_000_000

function bundle(days: number, over: object = {}, begun = -30): CertificateBundle {
  const certificate = {
    subject: 'CN=acme-ca, O=Acme',
    issuer: 'CN=root',
    notBefore: now + begun * day,
    notAfter: now + days * day,
    isCertificateAuthority: true,
    names: [],
    serial: '1',
    fingerprint: 'AA',
    ...over,
  }
  return { certificates: [certificate], rejected: 0, failure: '' }
}

function inventory(configurations: KubeObject[], over: Partial<WebhookSnapshot> = {}) {
  const of = (kind: string) => known(...configurations.filter(each => each.kind.startsWith(kind)))
  return webhookInventory({
    configurations: { mutating: of('Mutating'), validating: of('Validating') },
    namespaces: known(namespace('acme'), namespace('shop', { team: 'shop' })),
    served,
    services: ns => known(service(ns, 'hook')),
    slices: ns => known(slice(ns, 'hook', [true, true])),
    decode: () => bundle(300),
    now,
    ...over,
  })
}
const outside = { namespaceSelector: { matchLabels: { team: 'shop' } } }
const one = (entry: object, over: Partial<WebhookSnapshot> = {}) =>
  inventory([webhooks('Validating', 'v', { name: 'w', ...outside, ...entry })], over).webhooks[0]
const codes = (entry: ReturnType<typeof one>) => entry?.problems.map(each => each.code)

it('a healthy webhook has no problem and says where its calls go', () => {
  const entry = one({})
  expect(entry).toMatchObject({
    problems: [],
    certificate: { meaning: 'good', label: '300 d' },
    endpoint: { meaning: 'good', label: '2/2 hook' },
    actsOn: 'create pods',
    where: 'namespaces team = shop',
    path: { address: 'https://hook.acme.svc:443', serverName: 'hook.acme.svc' },
  })
  expect(entry?.path.service).toMatchObject({
    servicePort: { name: 'https', target: '8443' },
    ready: 2,
    total: 2,
  })
  expect(entry?.path.service?.pods.map(each => each.ref.name)).toEqual(['hook-0', 'hook-1'])
})

describe('Service', () => {
  it('of the same name in another namespace is not linked', () => {
    const decoy = [service('shop', 'hook'), service('acme', 'hook-2')]
    const entry = one(
      {},
      { services: () => known(...decoy), slices: () => known(slice('shop', 'hook', [true])) },
    )
    expect(entry?.path.service).toMatchObject({ state: 'missing', total: 0 })
    expect(codes(entry)).toEqual(['serviceMissing'])
  })

  it.each([
    [
      'no port of that number',
      { services: () => known(service('acme', 'hook', { ports: [{ port: 80 }] })) },
      ['portMissing'],
    ],
    ['no slice', { slices: () => known() }, ['noEndpointSlice']],
    [
      'slice of another Service',
      { slices: () => known(slice('acme', 'hook2', [true])) },
      ['noEndpointSlice'],
    ],
    ['no endpoint', { slices: () => known(slice('acme', 'hook', [])) }, ['noReadyEndpoint']],
    ['none ready', { slices: () => known(slice('acme', 'hook', [false, false])) }, ['noReadyEndpoint']],
    ['some ready', { slices: () => known(slice('acme', 'hook', [false, true])) }, []],
    ['may not be read', { services: () => denied }, ['serviceUnreadable']],
    ['slices may not be read', { slices: () => denied }, []],
    [
      'loading',
      { services: () => ({ state: 'loading' }) as const, slices: () => ({ state: 'loading' }) as const },
      [],
    ],
    [
      'external name',
      {
        services: () => known(service('acme', 'hook', { type: 'ExternalName', externalName: 'x.test' })),
        slices: () => known(),
      },
      [],
    ],
  ])('%s', (_name, over, expected) => {
    expect(codes(one({}, over))).toEqual(expected)
  })

  it('breaks requests under Fail and only the webhook under Ignore', () => {
    const missing = { services: () => known() }
    expect(one({}, missing)?.problems[0]).toMatchObject({ severity: 'bad' })
    expect(one({ failurePolicy: 'Ignore' }, missing)?.problems[0]).toMatchObject({ severity: 'warning' })
  })
})

describe('CA bundle', () => {
  it.each([
    ['valid', bundle(300), [], 'good', '300 d'],
    ['within a month', bundle(20), ['bundleExpires'], 'warning', '20 d'],
    ['within a week', bundle(3), ['bundleExpires'], 'bad', '3 d'],
    ['expired', bundle(-2), ['bundleExpired'], 'bad', 'expired 2 d'],
    ['not yet valid', bundle(300, {}, 5), ['bundleNotYetValid'], 'bad', 'not yet valid'],
    [
      'not a CA',
      bundle(300, { isCertificateAuthority: false }),
      ['bundleNotAuthority'],
      'warning',
      'not a CA · 300 d',
    ],
    [
      'self-signed',
      bundle(300, { isCertificateAuthority: false, issuer: 'CN=acme-ca, O=Acme' }),
      [],
      'good',
      '300 d',
    ],
    [
      'undecodable',
      { certificates: [], rejected: 1, failure: 'noCertificate' } as const,
      ['bundleUndecodable'],
      'bad',
      'unreadable',
    ],
    [
      'one of two expired',
      { ...bundle(-2), certificates: [...bundle(-2).certificates, ...bundle(90).certificates] },
      [],
      'good',
      '90 d',
    ],
  ])('%s', (_name, decoded, expected, meaning, label) => {
    const entry = one({}, { decode: () => decoded })
    expect(codes(entry)).toEqual(expected)
    expect(entry?.certificate).toEqual({ meaning, label })
  })

  it('is needed for a Service, not for a URL', () => {
    const target = { namespace: 'acme', name: 'hook' }
    expect(codes(one({ clientConfig: { service: target } }))).toEqual(['bundleMissing'])
    expect(codes(one({ clientConfig: { url: 'https://x.test' } }))).toEqual([])
  })
})

describe('deadlock', () => {
  const down = { slices: () => known(slice('acme', 'hook', [false])) }
  it.each([
    ['Fail, every namespace, nothing ready', {}, down, ['deadlock', 'noReadyEndpoint']],
    ['Fail, every namespace, ready', {}, {}, ['blocksItself']],
    ['Ignore', { failurePolicy: 'Ignore' }, down, ['noReadyEndpoint']],
    ['its namespace is left out', outside, down, ['noReadyEndpoint']],
    [
      'no Pods in the rules',
      { rules: [{ operations: ['CREATE'], apiGroups: ['apps'], apiVersions: ['v1'], resources: ['*'] }] },
      down,
      ['noReadyEndpoint'],
    ],
    [
      'its Pods are left out',
      { objectSelector: { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['hook'] }] } },
      down,
      ['noReadyEndpoint'],
    ],
    [
      'everything',
      { rules: [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }] },
      down,
      ['deadlock', 'noReadyEndpoint'],
    ],
    ['namespaces not readable', {}, { ...down, namespaces: denied }, ['noReadyEndpoint']],
  ])('%s', (_name, entry, over, expected) => {
    const [found] = inventory([webhooks('Validating', 'v', { name: 'w', ...entry })], over).webhooks
    expect(codes(found)).toEqual(expected)
  })
})

describe('declaration', () => {
  it.each([
    ['sideEffects Unknown', { sideEffects: 'Unknown' }, ['blocksDryRun']],
    ['sideEffects Some', { sideEffects: 'Some' }, ['blocksDryRun']],
    ['sideEffects NoneOnDryRun', { sideEffects: 'NoneOnDryRun' }, []],
    ['no rules', { rules: [] }, ['noRules']],
    ['no version in common', { admissionReviewVersions: ['v2'] }, ['reviewVersions']],
    ['v1beta1 alone', { admissionReviewVersions: ['v1beta1'] }, []],
    ['no target', { clientConfig: {} }, ['noTarget']],
    [
      'group not served',
      { rules: [{ operations: ['*'], apiGroups: ['none.io'], apiVersions: ['v1'], resources: ['x'] }] },
      ['notServed'],
    ],
    [
      'group whose discovery failed',
      {
        rules: [
          { operations: ['*'], apiGroups: ['broken.example.com'], apiVersions: ['v1'], resources: ['x'] },
        ],
      },
      [],
    ],
    [
      'version not served',
      {
        rules: [
          { operations: ['*'], apiGroups: ['apps'], apiVersions: ['v1beta1'], resources: ['deployments'] },
        ],
      },
      ['notServed'],
    ],
    [
      'one of two versions not served',
      {
        rules: [
          { operations: ['*'], apiGroups: ['apps'], apiVersions: ['v1', 'v2'], resources: ['deployments'] },
        ],
      },
      ['notServed'],
    ],
    [
      'custom kind, Equivalent',
      {
        rules: [
          { operations: ['*'], apiGroups: ['example.com'], apiVersions: ['v9'], resources: ['limits'] },
        ],
      },
      [],
    ],
    [
      'custom kind, Exact',
      {
        matchPolicy: 'Exact',
        rules: [
          { operations: ['*'], apiGroups: ['example.com'], apiVersions: ['v9'], resources: ['limits'] },
        ],
      },
      ['notServed'],
    ],
  ])('%s', (_name, entry, expected) => {
    expect(codes(one(entry))).toEqual(expected)
  })
})

describe('timeouts in a row', () => {
  const hook = (name: string, over: object = {}) =>
    webhooks('Mutating', name, { name, timeoutSeconds: 15, ...outside, ...over })
  const chainOf = (...list: KubeObject[]) =>
    inventory(list).webhooks.map(
      each => each.problems.find(problem => problem.code === 'slowChain')?.label ?? '',
    )

  it('are summed where webhooks take the same request', () => {
    expect(chainOf(hook('a'), hook('b'), hook('c'))).toEqual(['up to 45 s', 'up to 45 s', 'up to 45 s'])
    expect(chainOf(hook('a'), hook('b'))).toEqual(['', ''])
  })

  it('are not summed over different resources', () => {
    const other = {
      rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
    }
    expect(chainOf(hook('a'), hook('b'), hook('c', other))).toEqual(['', '', ''])
  })

  it('count a webhook on everything in every chain', () => {
    const everything = {
      rules: [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }],
    }
    expect(chainOf(hook('a'), hook('b'), hook('c', everything))).toEqual([
      'up to 45 s',
      'up to 45 s',
      'up to 45 s',
    ])
  })

  it('are not summed over selectors that exclude each other', () => {
    const inject = (value: string) => ({ objectSelector: { matchLabels: { inject: value } } })
    expect(chainOf(hook('a', inject('x')), hook('b', inject('y')), hook('c', inject('z')))).toEqual([
      '',
      '',
      '',
    ])
    const apart = { namespaceSelector: { matchLabels: { team: 'other' } } }
    expect(chainOf(hook('a'), hook('b'), hook('c', apart))).toEqual(['', '', ''])
  })
})

it('counts positions by phase and keeps calling order', () => {
  const entries = inventory([
    webhooks('Validating', 'a', { name: 'v1' }),
    webhooks('Mutating', 'b', { name: 'm2' }),
    webhooks('Mutating', 'a', { name: 'm1' }),
  ]).webhooks
  expect(entries.map(each => [each.webhook.name, each.position])).toEqual([
    ['m1', 1],
    ['m2', 2],
    ['v1', 1],
  ])
})

it('keeps unreadable configurations apart from none', () => {
  const { sources, webhooks: list } = inventory([], {
    configurations: { mutating: denied, validating: known() },
  })
  expect(list).toEqual([])
  expect(sources[0]).toMatchObject({ state: 'unreadable', error: { status: 403 } })
})
