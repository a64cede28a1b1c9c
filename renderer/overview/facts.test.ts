import { expect, test } from 'vitest'
import type { SourceNote } from '../../shared/admission/index.ts'
import type { CertificatePlace, Overview, OverviewSource, WebhookInventory } from '../../shared/ipc/index.ts'
import { authorityCertificates, bySoonness, meaningOf } from './certificates.ts'
import { objectsBySeverity, placedProblems, unreadInWords } from './problems.ts'
import { pluralOf, staleSince, unreadableOf } from './sources.ts'

const day = 86_400_000
const certificate = (days: number, more: Partial<CertificatePlace> = {}): CertificatePlace => ({
  place: 'server',
  ref: null,
  name: `in ${days}`,
  subject: 'CN=a',
  issuer: 'CN=b',
  notBefore: 0,
  notAfter: days * day,
  ...more,
})

test('certificates that end within 90 days come first, the nearest on top', () => {
  const { soon, later } = bySoonness([certificate(200), certificate(80), certificate(-3)], 0)
  expect(soon.map(({ name }) => name)).toEqual(['in -3', 'in 80'])
  expect(later.map(({ name }) => name)).toEqual(['in 200'])
})

test.each([
  [-1, 'bad'],
  [3, 'bad'],
  [20, 'warning'],
  [60, 'good'],
] as const)('a certificate that ends in %i days is %s', (days, meaning) => {
  expect(meaningOf(certificate(days), 0)).toBe(meaning)
})

test('one that is not valid yet is bad', () => {
  expect(meaningOf(certificate(60, { notBefore: day }), 0)).toBe('bad')
})

const ref = { resource: { group: 'a', version: 'v1', resource: 'webhooks' }, namespace: '', name: 'conf' }
const webhooks = {
  sources: [],
  webhooks: [1, 2].map(id => ({
    id: `${id}`,
    ref,
    webhook: { name: `hook-${id}` },
    bundle: { certificates: [{ fingerprint: 'f', subject: 's', issuer: 'i', notBefore: 0, notAfter: 5 }] },
    problems: [
      { code: 'bundleExpires', severity: 'warning', label: '', title: 'soon', detail: '' },
      ...(id === 2 ? [{ code: 'deadlock', severity: 'bad', label: '', title: 'deadlock', detail: '' }] : []),
    ],
  })),
} as unknown as WebhookInventory

test('a bundle that several webhooks of one object share stands once', () => {
  expect(authorityCertificates(webhooks)).toMatchObject([{ place: 'authority', name: 'conf', notAfter: 5 }])
  expect(authorityCertificates(null)).toEqual([])
})

test('problems come with their webhook, the worst first', () => {
  expect(placedProblems(null, webhooks).map(({ name, problem }) => `${problem.severity} ${name}`)).toEqual([
    'bad hook-2',
    'warning hook-1',
    'warning hook-2',
  ])
})

test('objects are counted, each by the worst that it has', () => {
  expect(objectsBySeverity(placedProblems(null, webhooks))).toEqual({ bad: 1, warning: 1, unknown: 0 })
})

const denied = { kind: 'denied', message: '' } as const
const note = (kind: string, state: SourceNote['state']): SourceNote =>
  state === 'unreadable' ? { kind, state, error: denied } : { kind, state }
test.each([
  ['all is read', ['live', 'live', 'live'], null],
  ['older servers have no policies', ['notServed', 'notServed', 'live'], null],
  [
    'nothing may be read',
    ['unreadable', 'unreadable', 'unreadable'],
    'You may not list policies and webhooks',
  ],
  ['no webhook may be read', ['live', 'stale', 'unreadable'], 'You may not list webhooks'],
  [
    'bindings may not be read',
    ['live', 'unreadable', 'live'],
    'You may not list ValidatingAdmissionPolicyBindings',
  ],
] as const)(
  'what is not read is never told as well: %s',
  (_case, [policies, bindings, configurations], words) => {
    const sources = [
      note('ValidatingAdmissionPolicy', policies),
      note('ValidatingAdmissionPolicyBinding', bindings),
      note('MutatingWebhookConfiguration', configurations),
      note('Namespace', 'unreadable'),
    ]
    expect(unreadInWords(sources)).toBe(words)
  },
)

const source = (more: Partial<OverviewSource>): OverviewSource => ({
  kind: 'Pod',
  resource: null,
  state: 'live',
  received: 0,
  expected: null,
  since: 0,
  error: null,
  namespaces: [],
  ...more,
})

function overviewWith(pods: OverviewSource, nodes: OverviewSource): Overview {
  const plain = source({})
  return {
    takenAt: null,
    server: { version: '', platform: '', error: null },
    health: [
      {
        path: '/livez',
        state: 'unreadable',
        checks: [],
        error: { kind: 'denied', message: 'no livez' },
        checkedAt: 0,
      },
    ],
    apiServices: { source: plain, total: 0, unavailable: [], filter: null },
    nodes: { source: nodes, total: 0, statuses: [], roles: [], versions: [], pressures: [] },
    workloads: [{ source: pods, total: 0, tallies: [] }],
    claims: { source: plain, total: 0, tallies: [] },
    namespaces: { source: plain, total: 0, terminating: [] },
    warnings: { source: plain, events: 0, groups: [], omitted: 0 },
    certificates: { sources: [], items: [], undecodable: [], connection: '' },
  }
}

test('what cannot be read is named once, with the namespaces that can', () => {
  const error = { kind: 'denied', message: 'no pods' } as const
  const overview = overviewWith(
    source({ namespaces: ['shop'], error }),
    source({ kind: 'Node', state: 'unreadable', error: { kind: 'denied', message: 'no nodes' } }),
  )
  const notes = [{ kind: 'Node', state: 'unreadable', error } as const]
  expect(unreadableOf(overview, notes)).toEqual([
    { what: 'Pods', why: 'no pods', namespaces: ['shop'], isDenied: true, isAway: false },
    { what: 'Nodes', why: 'no nodes', namespaces: [], isDenied: true, isAway: false },
    { what: '/livez', why: 'no livez', namespaces: [], isDenied: true, isAway: false },
  ])
})

test('the oldest of what is stale tells how old the page is', () => {
  expect(staleSince(overviewWith(source({}), source({})))).toBeNull()
  expect(
    staleSince(overviewWith(source({ state: 'stale', since: 7 }), source({ state: 'stale', since: 5 }))),
  ).toBe(5)
})

test('plurals of kinds', () => {
  expect(['Pod', 'MutatingAdmissionPolicy', 'Gateway'].map(pluralOf)).toEqual([
    'Pods',
    'MutatingAdmissionPolicies',
    'Gateways',
  ])
})
