import { afterEach, expect, it } from 'vitest'
import { type Clock, Observable, systemClock } from '../../../shared/flow/index.ts'
import type { KubeObject, ResourceInfo } from '../../../shared/kube/index.ts'
import type { ApiClient } from '../../api/index.ts'
import type { ObjectWatch } from '../../watch/index.ts'
import { Auditing } from './auditing.ts'

const group = 'admissionregistration.k8s.io'
const kinds = ['Validating', 'Mutating'].flatMap(flavour =>
  ['AdmissionPolicy', 'AdmissionPolicyBinding'].map(kind => `${flavour}${kind}`),
)

function info(kind: string, over: Partial<ResourceInfo>): ResourceInfo {
  return {
    group,
    version: 'v1',
    resource: `${kind.toLowerCase()}s`.replace(/ys$/, 'ies'),
    kind,
    singular: '',
    shortNames: [],
    categories: [],
    namespaced: false,
    verbs: ['list', 'watch'],
    preferred: true,
    subresources: [],
    ...over,
  }
}

const served = [
  ...kinds.map(kind => info(kind, {})),
  info('ConfigMap', { group: '', namespaced: true }),
  info('Namespace', { group: '' }),
]

const policy: KubeObject = {
  apiVersion: `${group}/v1`,
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name: 'p' },
  spec: {
    matchConstraints: {
      resourceRules: [
        { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] },
      ],
    },
    validations: [{ expression: 'object.metadata.name != "x"', message: 'no' }],
  },
}
const binding: KubeObject = {
  apiVersion: `${group}/v1`,
  kind: 'ValidatingAdmissionPolicyBinding',
  metadata: { name: 'p' },
  spec: { policyName: 'p', validationActions: ['Deny'] },
}
const configMap: KubeObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'x', namespace: 'a' },
}
const namespace: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a' } }

/** A clock on which a second takes a few milliseconds. */
const hurried: Clock = {
  ...systemClock,
  elapsed: () => performance.now() * 100,
  after: (milliseconds, run) => systemClock.after(milliseconds / 100, run),
}

const open: Auditing[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

interface Audited {
  /** Kinds that are never answered. */
  readonly unread?: readonly string[]
  readonly clock?: Clock
  readonly onChange?: (auditing: Auditing) => void
}

/** An audit of a cluster with these objects. */
async function audited(objects: readonly KubeObject[], over: Audited = {}): Promise<Auditing> {
  const { unread = [], clock = hurried, onChange = () => undefined } = over
  const of = (resource: string): readonly KubeObject[] => {
    const kind = served.find(each => each.resource === resource)?.kind
    return objects.filter(each => each.kind === kind)
  }
  const api = {
    context: 'c',
    discovery: new Observable({ resources: served, failures: [], readAt: 1 }),
    find: () => null,
    findKind: (_: string, kind: string) => served.find(each => each.kind === kind) ?? null,
    schema: async () => ({ root: null, schemas: {} }),
    list: async (wanted: ResourceInfo) => ({ items: of(wanted.resource), continue: '', remaining: 0 }),
    session: { state: new Observable({ serverVersion: 'v1.36.3' }) },
  } as unknown as ApiClient
  const watches = {
    objects: (_: unknown, { resource }: { readonly resource: { readonly resource: string } }) => {
      const isUnread = unread.includes(served.find(each => each.resource === resource.resource)?.kind ?? '')
      return {
        phase: { get: () => ({ phase: isUnread ? 'loading' : 'live' }) },
        objects: new Map(of(resource.resource).map(each => [each.metadata.name, each])),
        isSynced: !isUnread,
        subscribe: () => () => undefined,
        release: () => undefined,
      } as unknown as ObjectWatch
    },
  }
  const setup = { api, watches, clock, isDump: false, onChange: () => onChange(auditing) }
  const auditing: Auditing = new Auditing(setup, { context: 'c' })
  open.push(auditing)
  await auditing.ended
  return auditing
}

const none = new AbortController().signal

it('policies that are not read in time are gaps, never no policies; files say so too', async () => {
  const auditing = await audited([policy, binding, configMap, namespace], { unread: kinds })
  const { state, gaps } = auditing.view()
  const texts = kinds.map(kind => `${kind}: not read in time.`)
  expect([state, gaps.map(({ message }) => message).sort()]).toEqual(['done', texts.sort()])
  const { text } = await auditing.file('json', none)
  expect(JSON.parse(text)).toMatchObject({
    findings: [],
    gaps: expect.arrayContaining(texts),
    assumptions: [expect.stringContaining('system:masters')],
  })
}, 120_000)

it('what was found is handed out for as long as the audit is open, in each format', async () => {
  const auditing = await audited([policy, binding, configMap, namespace])
  expect(auditing.view()).toMatchObject({ state: 'done', gaps: [], totals: { findings: 1, omitted: 0 } })
  for (const format of ['csv', 'json', 'sarif'] as const)
    expect((await auditing.file(format, none)).text).toContain('ValidatingAdmissionPolicy')
}, 120_000)

const many = (count: number): readonly KubeObject[] =>
  Array.from({ length: count }, (_, at) => ({
    ...configMap,
    metadata: { name: 'x', namespace: 'a', uid: `${at}` },
  }))

/** Takes some milliseconds for each object. */
const slow: KubeObject = {
  ...policy,
  spec: {
    ...(policy.spec as object),
    validations: [
      { expression: 'object.metadata.name != "x"', message: 'no' },
      { expression: `${'[1,2,3,4,5,6,7,8].all(a,'.repeat(4)}true${')'.repeat(4)}` },
    ],
  },
}

it.each([
  ['with the batch under way', systemClock],
  ['in the middle of one', hurried],
])(
  'a cancelled audit ends soon (%s), keeps what it found, and each file says that it is not whole',
  async (_how, clock) => {
    let cancelled = 0
    const auditing = await audited([slow, binding, namespace, ...many(20_000)], {
      clock,
      onChange: each => {
        if (cancelled > 0 || each.view().done === 0) return
        cancelled = performance.now()
        each.cancel()
      },
    })
    const took = performance.now() - cancelled
    const { state, done, wanted, totals } = auditing.view()
    expect([state, wanted, totals.findings]).toEqual(['cancelled', 20_000, done])
    expect(done).toBeGreaterThan(0)
    expect(done).toBeLessThan(10_000)
    expect(took).toBeLessThan(8000)
    for (const format of ['csv', 'json', 'sarif'] as const) {
      const { text } = await auditing.file(format, none)
      expect(text).toContain(`it ended after ${done.toLocaleString('en-US')} of 20,000 objects.`)
      expect(text.split('ValidatingAdmissionPolicy').length).toBeGreaterThan(done)
    }
    expect((await auditing.file('sarif', none)).text).toContain('"executionSuccessful": false')
  },
  120_000,
)
