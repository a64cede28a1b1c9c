import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Clock } from '../../../shared/flow/index.ts'
import {
  type KubeObject,
  type LabelSelectorObject,
  labelSelectorOf,
  matchesLabels,
} from '../../../shared/kube/index.ts'
import { sampleObjects, sampleStore } from './build.ts'
import { certificate } from './certificates.ts'
import { kinds, storedAs } from './kinds.ts'
import { startSampleLife } from './life.ts'
import { days, minutes } from './objects.ts'

/** A value that has to be there. */
function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('absent')
  return value
}

const now = Date.parse('2026-12-01T10:00:00Z')
const objects = sampleObjects(now)
const of = (kind: string) => objects.filter(object => object.kind === kind)
const named = (kind: string, name: string, namespace?: string) =>
  of(kind).find(({ metadata }) => metadata.name === name && metadata.namespace === namespace)

describe('the sample', () => {
  it('has more than 60 objects of more than 25 kinds, in the namespaces of three teams', () => {
    expect(objects.length).toBeGreaterThan(60)
    expect(new Set(objects.map(({ kind }) => kind)).size).toBeGreaterThan(25)
    const teams = new Set(of('Namespace').map(({ metadata }) => metadata.labels?.team))
    expect([...teams].filter(team => team !== undefined).sort()).toEqual(['payments', 'platform', 'shop'])
  })

  it('is the same in every run at the same time', () => {
    expect(sampleObjects(now)).toEqual(objects)
  })

  it('has one object for each kind, namespace and name, each with a UID of its own', () => {
    const keys = objects.map(({ kind, metadata }) => `${kind}|${metadata.namespace}|${metadata.name}`)
    expect(new Set(keys).size).toBe(keys.length)
    const uids = objects.map(({ metadata }) => metadata.uid)
    expect(new Set(uids).size).toBe(uids.length)
    for (const uid of uids)
      expect(uid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('names only owners that are there, by their UID', () => {
    const byUid = new Map(objects.map(object => [object.metadata.uid, object]))
    for (const { metadata } of objects)
      for (const owner of metadata.ownerReferences ?? [])
        expect(byUid.get(owner.uid)?.metadata.name, `${metadata.name} → ${owner.name}`).toBe(owner.name)
  })

  it('has namespaces for everything namespaced, and nothing younger than now', () => {
    const namespaces = new Set(of('Namespace').map(({ metadata }) => metadata.name))
    for (const { metadata } of objects) {
      if (metadata.namespace !== undefined) expect(namespaces).toContain(metadata.namespace)
      expect(Date.parse(metadata.creationTimestamp ?? ''), metadata.name).toBeLessThanOrEqual(now)
    }
  })

  it('keeps the history of deployments: several replica sets, one of them with pods', () => {
    const sets = of('ReplicaSet').filter(
      ({ metadata }) => metadata.labels?.['app.kubernetes.io/name'] === 'web',
    )
    expect(sets.length).toBe(3)
    expect(
      sets.map(({ metadata }) => metadata.annotations?.['deployment.kubernetes.io/revision']).sort(),
    ).toEqual(['1', '2', '3'])
    expect(sets.filter(({ spec }) => (spec as { readonly replicas: number }).replicas > 0).length).toBe(1)
    expect(of('ControllerRevision').length).toBeGreaterThan(5)
  })

  it('says who owns the fields: several managers on what has several', () => {
    const managers = ({ metadata }: KubeObject) =>
      (metadata.managedFields ?? []).map(({ manager }) => manager)
    expect(managers(named('Deployment', 'web', 'shop') as KubeObject)).toEqual([
      'argocd-controller',
      'kube-controller-manager',
    ])
    expect(managers(named('ValidatingWebhookConfiguration', 'policy-guard') as KubeObject)).toEqual([
      'argocd-controller',
      'cert-manager-cainjector',
    ])
    expect(new Set(objects.flatMap(managers)).size).toBeGreaterThan(6)
  })
})

interface Hook {
  readonly name: string
  readonly failurePolicy: string
  readonly clientConfig: {
    readonly caBundle?: string
    readonly url?: string
    readonly service?: { readonly namespace: string; readonly name: string }
  }
  readonly namespaceSelector: LabelSelectorObject
  readonly matchConditions?: readonly object[]
  readonly objectSelector: object
}

const hooks = objects
  .filter(({ kind }) => kind.endsWith('WebhookConfiguration'))
  .flatMap(({ webhooks }) => webhooks as readonly Hook[])
const hook = (name: string): Hook => hooks.find(found => found.name.startsWith(name)) as Hook
const bundleOf = ({ clientConfig }: Hook) =>
  new X509Certificate(Buffer.from(clientConfig.caBundle ?? '', 'base64'))
const daysLeft = (bundle: X509Certificate): number => (Date.parse(bundle.validTo) - now) / days

describe('its webhooks', () => {
  it('are eight at least, with one of each fault', () => {
    expect(hooks.length).toBeGreaterThanOrEqual(8)
    expect(daysLeft(bundleOf(hook('namespaces.quota')))).toBeCloseTo(-12)
    expect(daysLeft(bundleOf(hook('webhook.cert-manager')))).toBeCloseTo(8)
    expect(daysLeft(bundleOf(hook('images.guard')))).toBeGreaterThan(1000)
    expect(hook('changes.audit').clientConfig.url).toMatch(/^https:/)
    expect(hook('images.guard').matchConditions?.length).toBe(2)
    expect(hook('images.guard').objectSelector).toMatchObject({
      matchExpressions: [{ operator: 'DoesNotExist' }],
    })
  })

  it('name a service that is not there while another namespace has one of that name', () => {
    const { service } = hook('volumes.ledger').clientConfig
    expect(service).toMatchObject({ namespace: 'payments', name: 'ledger-guard' })
    expect(named('Service', 'ledger-guard', 'payments')).toBeUndefined()
    expect(named('Service', 'ledger-guard', 'platform')).toBeDefined()
  })

  it('hold one whose service has no ready endpoint and which matches its own pods with Fail', () => {
    const deadlock = hook('signatures.images')
    const namespace = named('Namespace', deadlock.clientConfig.service?.namespace ?? '')
    const selector = labelSelectorOf(deadlock.namespaceSelector)
    expect([
      deadlock.failurePolicy,
      selector.ok && matchesLabels(selector.selector, namespace?.metadata.labels),
    ]).toEqual(['Fail', true])
    const slice = of('EndpointSlice').find(
      ({ metadata }) => metadata.labels?.['kubernetes.io/service-name'] === 'image-verifier',
    )
    const endpoints = present(slice).endpoints as readonly {
      readonly conditions: { readonly ready: boolean }
    }[]
    expect(endpoints.map(({ conditions }) => conditions.ready)).toEqual([false, false])
  })

  it('have serving certificates that their bundle signed, for the right name', () => {
    for (const [name, namespace, found] of [
      ['policy-guard', 'platform', hook('images.guard')],
      ['cert-manager-webhook', 'cert-manager', hook('webhook.cert-manager')],
    ] as const) {
      const secret = named('Secret', `${name}-tls`, namespace)
      const serving = new X509Certificate(
        Buffer.from((present(secret).data as Readonly<Record<string, string>>)['tls.crt'] ?? '', 'base64'),
      )
      expect(serving.checkHost(`${name}.${namespace}.svc`)).toBe(`${name}.${namespace}.svc`)
      expect(serving.verify(bundleOf(found).publicKey)).toBe(true)
    }
  })
})

interface Policy {
  readonly spec: { readonly paramKind?: object }
  readonly status: {
    readonly observedGeneration: number
    readonly typeChecking: { readonly expressionWarnings?: readonly object[] }
  }
  readonly metadata: { readonly generation: number }
}
interface Binding {
  readonly spec: {
    readonly policyName: string
    readonly paramRef?: {
      readonly name?: string
      readonly namespace?: string
      readonly selector?: object
      readonly parameterNotFoundAction: string
    }
  }
}

describe('its policies', () => {
  const bindings = of('ValidatingAdmissionPolicyBinding') as unknown as readonly Binding[]
  const policy = (name: string) => named('ValidatingAdmissionPolicy', name) as unknown as Policy
  const boundTo = (name: string) => bindings.filter(({ spec }) => spec.policyName === name)

  it('are sound, unbound, dangling, and with parameters by name, by selector and missing', () => {
    expect(boundTo('replica-limits').length).toBe(2)
    expect(boundTo('no-host-network')).toEqual([])
    expect(bindings.filter(({ spec }) => policy(spec.policyName) === undefined).length).toBe(1)
    const missing = boundTo('deploy-window')[0]?.spec.paramRef
    expect(missing?.parameterNotFoundAction).toBe('Deny')
    expect(named('ConfigMap', missing?.name ?? '', missing?.namespace)).toBeUndefined()
    expect(boundTo('ingress-hosts')[0]?.spec.paramRef?.selector).toBeDefined()
    expect(
      of('ConfigMap').filter(({ metadata }) => metadata.labels?.purpose === 'ingress-hosts').length,
    ).toBe(2)
    expect(of('ReplicaLimit').length).toBe(2)
  })

  it('have type-check warnings of this generation, and of one before', () => {
    const warnings = (name: string) => policy(name).status.typeChecking.expressionWarnings?.length
    const behind = (name: string) => policy(name).metadata.generation - policy(name).status.observedGeneration
    expect([warnings('resource-hygiene'), behind('resource-hygiene')]).toEqual([2, 0])
    expect([warnings('no-latest-tag'), behind('no-latest-tag')]).toEqual([1, 1])
    expect([warnings('replica-limits'), behind('replica-limits')]).toEqual([undefined, 0])
  })

  it('include mutating ones of both patch types, each bound', () => {
    const names = of('MutatingAdmissionPolicy').map(({ metadata }) => metadata.name)
    expect(
      (of('MutatingAdmissionPolicyBinding') as unknown as readonly Binding[])
        .map(({ spec }) => spec.policyName)
        .sort(),
    ).toEqual(names.sort())
    expect(JSON.stringify(of('MutatingAdmissionPolicy'))).toMatch(
      /"JSONPatch".*"ApplyConfiguration"|"ApplyConfiguration".*"JSONPatch"/,
    )
  })
})

it('certificates say what was asked for, also past 2050', () => {
  const made = new X509Certificate(
    certificate({ name: 'Far CA', issuer: 'Far CA', from: now, until: Date.parse('2061-02-03T04:05:06Z') }),
  )
  expect([made.ca, made.validTo, made.verify(made.publicKey)]).toEqual([
    true,
    'Feb  3 04:05:06 2061 GMT',
    true,
  ])
})

/** A clock that moves when told. */
class TestClock implements Clock {
  time = now
  readonly timers: { at: number; run: () => void }[] = []

  now(): number {
    return this.time
  }

  elapsed(): number {
    return this.time
  }

  after(milliseconds: number, run: () => void) {
    const timer = { at: this.time + milliseconds, run }
    this.timers.push(timer)
    return { cancel: () => void this.timers.splice(this.timers.indexOf(timer), 1) }
  }

  advance(milliseconds: number): void {
    const end = this.time + milliseconds
    for (;;) {
      const [next] = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
      if (next === undefined) break
      this.timers.splice(this.timers.indexOf(next), 1)
      this.time = next.at
      next.run()
    }
    this.time = end
  }
}

function live(duration: number, seed = 1) {
  const clock = new TestClock()
  const store = sampleStore(now)
  const life = startSampleLife(store, clock, { seed })
  clock.advance(duration)
  return { clock, store, life }
}

const everything = (store: ReturnType<typeof sampleStore>) =>
  Object.values(kinds).map(kind => store.collection(kind).list())

describe('its life', () => {
  it('is the same for the same seed and clock, and leaves no timer when stopped', () => {
    const first = live(30 * minutes)
    expect(everything(live(30 * minutes).store)).toEqual(everything(first.store))
    expect(everything(live(30 * minutes, 2).store)).not.toEqual(everything(first.store))
    first.life.stop()
    expect(first.clock.timers).toEqual([])
    const { version } = first.store
    first.clock.advance(60 * minutes)
    expect(first.store.version).toBe(version)
  })

  it('crashes a pod again and again, and counts its events up', () => {
    const { store } = live(10 * minutes)
    const pod = store
      .collection(kinds.Pod)
      .list('payments')
      .find(({ metadata }) => metadata.name.startsWith('fraud-check'))
    const [status] = (
      present(pod).status as { readonly containerStatuses: readonly { readonly restartCount: number }[] }
    ).containerStatuses
    expect(status?.restartCount).toBe(17 + 13)
    const events = store
      .collection(kinds.Event)
      .list('payments')
      .filter(({ reason }) => reason === 'BackOff')
    expect(events.map(({ count }) => count)).toEqual([41 + 2 * 13])
  })

  it('rolls a deployment out: new pods for old, the endpoints with them, the history bounded', () => {
    const { store } = live(3 * 60 * minutes)
    const pods = store
      .collection(kinds.Pod)
      .list('shop')
      .filter(({ metadata }) => metadata.name.startsWith('web-'))
    const sets = store
      .collection(kinds.ReplicaSet)
      .list('shop')
      .filter(({ metadata }) => metadata.name.startsWith('web-'))
    expect([pods.length, sets.length]).toEqual([3, 4])
    const slice = store
      .collection(kinds.EndpointSlice)
      .list('shop')
      .find(({ metadata }) => metadata.name.startsWith('web-'))
    const targets = (
      present(slice).endpoints as readonly { readonly targetRef: { readonly name: string } }[]
    ).map(({ targetRef }) => targetRef.name)
    expect(targets.sort()).toEqual(pods.map(({ metadata }) => metadata.name).sort())
    expect(store.collection(kinds.Event).size).toBeLessThan(120)
    const uids = new Set(sets.map(({ metadata }) => metadata.uid))
    for (const { metadata } of pods) expect(uids).toContain(metadata.ownerReferences?.[0]?.uid)
  })

  it('renews the leases of the nodes', () => {
    const { store } = live(minutes)
    const lease = store.get(
      storedAs(named('Lease', 'mill-a1', 'kube-node-lease') as KubeObject),
      'kube-node-lease',
      'mill-a1',
    )
    expect((lease as KubeObject & { readonly spec: { readonly renewTime: string } }).spec.renewTime).toBe(
      '2026-12-01T10:01:00.000000Z',
    )
  })
})
