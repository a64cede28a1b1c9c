import { describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors/index.ts'
import { type Clock, Observable } from '../../shared/flow/index.ts'
import type { Discovery, PolicyInventory, SourcePhase, WebhookInventory } from '../../shared/ipc/index.ts'
import { apiVersionOf, type KubeObject, type ResourceInfo, resourceKey } from '../../shared/kube/index.ts'
import type { ApiClient } from '../api/index.ts'
import type { ObjectWatch, Watches, WatchTarget } from '../watch/index.ts'
import { createAdmission, createTraces } from './index.ts'

/** Watches over objects held in memory; counts what is open. */
class MemoryWatches implements Pick<Watches, 'objects'> {
  readonly open = new Map<ObjectWatch, { target: WatchTarget; changed: () => void }>()
  readonly store = new Map<string, KubeObject[]>()
  readonly phases = new Map<string, SourcePhase>()
  readonly opened: string[] = []

  objects(_api: ApiClient, target: WatchTarget): ObjectWatch {
    const { store, phases, open } = this
    const key = resourceKey(target.resource)
    this.opened.push([key, target.namespace, target.labelSelector, target.fieldSelector].join(' ').trim())
    const listeners = new Set<() => void>()
    const watch: ObjectWatch = {
      phase: { get: () => phases.get(key) ?? { phase: 'live' } } as ObjectWatch['phase'],
      get objects() {
        const name = /^metadata\.name=(.*)$/.exec(target.fieldSelector)?.[1]
        const fitting = (store.get(key) ?? []).filter(
          object =>
            (target.namespace === '' || object.metadata.namespace === target.namespace) &&
            (name === undefined || object.metadata.name === name),
        )
        return new Map(fitting.map(each => [`${each.metadata.namespace ?? ''}/${each.metadata.name}`, each]))
      },
      isSynced: true,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      release() {
        if (listeners.size > 0) throw new Error('released with a listener left')
        if (!open.delete(watch)) throw new Error('released twice')
      },
    }
    open.set(watch, { target, changed: () => [...listeners].map(listener => listener()) })
    return watch
  }

  set(resource: string, ...objects: KubeObject[]): void {
    this.store.set(resource, objects)
    for (const { target, changed } of this.open.values()) {
      if (resourceKey(target.resource) === resource) changed()
    }
  }
}

/** A clock whose timers run on demand. */
class ManualClock implements Clock {
  time = 1_000_000
  readonly timers = new Set<{ at: number; run: () => void }>()
  now = () => this.time
  elapsed = () => this.time
  after(milliseconds: number, run: () => void) {
    const timer = { at: this.time + milliseconds, run }
    this.timers.add(timer)
    return { cancel: () => void this.timers.delete(timer) }
  }
  advance(milliseconds: number): void {
    this.time += milliseconds
    for (const timer of [...this.timers].filter(each => each.at <= this.time)) {
      this.timers.delete(timer)
      timer.run()
    }
  }
}

const admissionGroup = 'admissionregistration.k8s.io'
const info = (group: string, version: string, resource: string, kind: string): ResourceInfo => ({
  group,
  version,
  resource,
  kind,
  singular: '',
  shortNames: [],
  categories: [],
  namespaced: !['namespaces'].includes(resource) && group !== admissionGroup,
  verbs: [],
  preferred: true,
  subresources: [],
})
const everything = [
  info('', 'v1', 'namespaces', 'Namespace'),
  info('', 'v1', 'configmaps', 'ConfigMap'),
  info('', 'v1', 'pods', 'Pod'),
  info('', 'v1', 'services', 'Service'),
  info('discovery.k8s.io', 'v1', 'endpointslices', 'EndpointSlice'),
  info(admissionGroup, 'v1', 'validatingadmissionpolicies', 'ValidatingAdmissionPolicy'),
  info(admissionGroup, 'v1', 'validatingadmissionpolicybindings', 'ValidatingAdmissionPolicyBinding'),
  info(admissionGroup, 'v1', 'validatingwebhookconfigurations', 'ValidatingWebhookConfiguration'),
  info(admissionGroup, 'v1', 'mutatingwebhookconfigurations', 'MutatingWebhookConfiguration'),
]

function harness(resources: readonly ResourceInfo[] = everything) {
  const discovery = new Observable<Discovery>({ resources, failures: [], readAt: 1 })
  const api = {
    context: 'c',
    discovery,
    findKind: (group: string, kind: string) =>
      discovery.get().resources.find(each => each.group === group && each.kind === kind) ?? null,
  } as unknown as ApiClient
  const contexts = {
    get(context: string) {
      if (context === 'c') return api
      throw new AppError({ kind: 'notOpen', message: 'not open' })
    },
  }
  const watches = new MemoryWatches()
  const clock = new ManualClock()
  const isDump = () => false
  const traces = createTraces({ contexts, watches, clock, isDump, maskSecret: secret => secret })
  const openPort = () => Promise.reject(new Error('nobody is asked'))
  const handlers = createAdmission({ contexts, watches, clock, isDump, traces, openPort })
  return { discovery, watches, clock, handlers }
}

const object = (apiVersion: string, kind: string, name: string, over: object = {}): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name },
  ...over,
})
const inNamespace = (kind: string, namespace: string, name: string, over: object = {}): KubeObject =>
  object('v1', kind, name, { metadata: { name, namespace }, ...over })
const policyKey = `${admissionGroup}/v1/validatingadmissionpolicies`
const bindingKey = `${admissionGroup}/v1/validatingadmissionpolicybindings`
const webhookKey = `${admissionGroup}/v1/validatingwebhookconfigurations`
const policy = object(`${admissionGroup}/v1`, 'ValidatingAdmissionPolicy', 'p', {
  spec: { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } },
})
const bindingTo = (name: string) =>
  object(`${admissionGroup}/v1`, 'ValidatingAdmissionPolicyBinding', 'b', {
    spec: { policyName: 'p', paramRef: { name, namespace: 'shop', parameterNotFoundAction: 'Deny' } },
  })
const callingTo = (namespace: string) =>
  object(`${admissionGroup}/v1`, 'ValidatingWebhookConfiguration', 'v', {
    webhooks: [{ name: 'w', clientConfig: { service: { namespace, name: 'hook' } } }],
  })

describe('the policy view', () => {
  const open = (over?: readonly ResourceInfo[]) => {
    const all = harness(over)
    let notified = 0
    const state = all.handlers['admission.policies']({ context: 'c' }, () => {
      notified += 1
    })
    return {
      ...all,
      state,
      take: () => state.take() as PolicyInventory | undefined,
      notified: () => notified,
    }
  }

  it('gathers changes for 50 ms and sends a value only when it differs', () => {
    const { watches, clock, take, notified } = open()
    expect(take()?.policies).toEqual([])
    watches.set(policyKey, policy)
    watches.set(policyKey, policy)
    clock.advance(49)
    expect(take()).toBeUndefined()
    clock.advance(1)
    expect(take()?.policies).toHaveLength(1)
    expect(notified()).toBe(2)
    watches.set(policyKey, { ...policy })
    clock.advance(50)
    expect(take()).toBeUndefined()
  })

  it('watches exactly the parameters that bindings name, and gives up those they stop naming', () => {
    const { watches, clock, take, state } = open()
    watches.set('/v1/configmaps', inNamespace('ConfigMap', 'shop', 'one'))
    watches.set(policyKey, policy)
    watches.set(bindingKey, bindingTo('one'))
    clock.advance(50)
    expect(watches.opened.at(-1)).toBe('/v1/configmaps shop  metadata.name=one')
    expect(take()?.bindings[0]?.problems).toEqual([])
    const count = watches.open.size
    watches.set(bindingKey, bindingTo('two'))
    clock.advance(50)
    expect(watches.opened.at(-1)).toBe('/v1/configmaps shop  metadata.name=two')
    expect(take()?.bindings[0]?.problems[0]?.code).toBe('parameterMissing')
    expect(watches.open.size).toBe(count)
    state.close()
  })

  it('names a denied kind and keeps it apart from an empty one', () => {
    const all = harness()
    const error = { kind: 'denied', message: 'no' } as const
    all.watches.phases.set(bindingKey, { phase: 'denied', error, readableNamespaces: [] })
    all.watches.set(policyKey, policy)
    const state = all.handlers['admission.policies']({ context: 'c' }, () => undefined)
    const value = state.take()
    expect(value?.sources.find(each => each.kind.endsWith('PolicyBinding'))).toMatchObject({
      state: 'unreadable',
      error,
    })
    expect(value?.policies[0]?.problems.map(each => each.code)).toContain('bindingsUnreadable')
  })

  it('says what the server does not offer, and follows discovery', () => {
    const { discovery, clock, take, watches } = open(everything.slice(0, 3))
    expect(take()?.sources.map(each => each.state)).toEqual([
      'notServed',
      'notServed',
      'notServed',
      'notServed',
      'live',
    ])
    watches.store.set(policyKey, [policy])
    discovery.set({ resources: everything, failures: [], readAt: 2 })
    clock.advance(50)
    expect(take()?.policies).toHaveLength(1)
  })

  it('waits while discovery is not read', () => {
    const { discovery, clock, take } = open()
    discovery.set({ resources: [], failures: [], readAt: 0 })
    clock.advance(50)
    expect(take()?.sources.map(each => each.state)).toEqual([
      'loading',
      'loading',
      'loading',
      'loading',
      'loading',
    ])
  })
})

describe('the webhook view', () => {
  it('watches Services and slices of the called namespaces only', () => {
    const { watches, clock, handlers } = harness()
    watches.store.set(webhookKey, [callingTo('acme')])
    const state = handlers['admission.webhooks']({ context: 'c' }, () => undefined)
    const namespaced = () =>
      [...watches.open.values()].map(({ target }) => `${target.resource.resource} ${target.namespace}`)
    expect(namespaced()).toEqual(expect.arrayContaining(['services acme', 'endpointslices acme']))
    watches.set(webhookKey, callingTo('shop'))
    clock.advance(50)
    expect(namespaced()).toEqual(expect.arrayContaining(['services shop', 'endpointslices shop']))
    expect(namespaced()).not.toContain('services acme')
    state.close()
  })

  it('looks at the clock again, since certificates run out without an event', () => {
    const { watches, clock, handlers } = harness()
    let notified = 0
    watches.store.set(webhookKey, [callingTo('acme')])
    handlers['admission.webhooks']({ context: 'c' }, () => {
      notified += 1
    })
    expect(notified).toBe(1)
    clock.advance(60_000)
    clock.advance(50)
    expect(notified).toBe(1) // nothing ran out
    expect(clock.timers.size).toBe(1)
  })

  it('never links a Service of another namespace', () => {
    const { watches, handlers } = harness()
    watches.store.set(webhookKey, [callingTo('acme')])
    watches.store.set('/v1/services', [inNamespace('Service', 'shop', 'hook')])
    const state = handlers['admission.webhooks']({ context: 'c' }, () => undefined)
    const value = state.take() as WebhookInventory
    expect(value.webhooks[0]?.path.service?.state).toBe('missing')
  })
})

it.each(['admission.policies', 'admission.webhooks'] as const)('%s leaves nothing open after close', name => {
  const { watches, clock, discovery, handlers } = harness()
  watches.store.set(policyKey, [policy])
  watches.store.set(bindingKey, [bindingTo('one')])
  watches.store.set(webhookKey, [callingTo('acme')])
  const state = handlers[name]({ context: 'c' }, () => undefined)
  clock.advance(50)
  expect(watches.open.size).toBeGreaterThan(0)
  state.close()
  expect(watches.open.size).toBe(0)
  expect(clock.timers.size).toBe(0)
  expect(discovery.listenerCount).toBe(0)
})

it('a context that is not open is refused', () => {
  const { handlers } = harness()
  expect(() => handlers['admission.policies']({ context: 'x' }, () => undefined)).toThrow(AppError)
  expect(apiVersionOf({ group: admissionGroup, version: 'v1' })).toBe(`${admissionGroup}/v1`)
})
