import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../cel/kubernetes/index.ts'
import type { TraceRequest, World } from '../../trace/types.ts'
import type { Gate } from '../gate.ts'
import { loading, requestOf, unreadable, worldOf } from '../world.fixture.ts'
import { defaultIngressClass, defaultStorageClass } from './defaultClasses.ts'
import { namespaceLifecycle } from './namespaceLifecycle.ts'
import { priority, priorityClassDefault } from './priority.ts'
import { mergeTolerations, runtimeClass, runtimeClassOverhead } from './runtimeClass.ts'
import { defaultTolerationSeconds, taintNodes } from './tolerations.ts'
import { storageObjectInUse, volumeClaimResize } from './volumes.ts'

const run = (gate: Gate, request: TraceRequest, world: World = worldOf()) =>
  gate.run(request, request.object, world)
const on = (group: string, resource: string, kind: string, changes: Partial<TraceRequest> = {}) => ({
  resource: { group, version: 'v1', resource },
  kind: { group, version: 'v1', kind },
  ...changes,
})
const pod = (spec: JsonObject = {}, changes: Partial<TraceRequest> = {}) =>
  requestOf({ metadata: { name: 'p' }, spec }, changes)
const specOf = (object: JsonObject | null) => object?.spec as JsonObject

describe('NamespaceLifecycle', () => {
  const going = { metadata: { name: 'shop' }, status: { phase: 'Terminating' } }
  const there = { metadata: { name: 'shop' }, status: { phase: 'Active' } }
  const namespace = (name: string) =>
    requestOf({}, on('', 'namespaces', 'Namespace', { operation: 'DELETE', namespace: name, name }))
  it.each([
    ['a namespace that is there', pod(), [there], undefined],
    ['a namespace that is not', pod(), [], 'namespaces "shop" not found'],
    ['an update in one that is not', pod({}, { operation: 'UPDATE' }), [], 'namespaces "shop" not found'],
    [
      'a new object in one that is going',
      pod(),
      [going],
      'pods "p" is forbidden: unable to create new content in namespace shop because it is being terminated',
    ],
    ['an update in one that is going', pod({}, { operation: 'UPDATE' }), [going], undefined],
    ['a delete', pod({}, { operation: 'DELETE' }), [], undefined],
    ['an object of the cluster', pod({}, { namespace: '' }), [], undefined],
    [
      'the end of kube-system',
      namespace('kube-system'),
      [],
      'namespaces "kube-system" is forbidden: this namespace may not be deleted',
    ],
    ['the end of another', namespace('shop'), [], undefined],
    [
      'an access review',
      pod({}, on('authorization.k8s.io', 'localsubjectaccessreviews', 'LocalSubjectAccessReview')),
      [],
      undefined,
    ],
  ])('%s', (_, request, namespaces, message) => {
    expect(run(namespaceLifecycle, request, worldOf(['Namespace', namespaces])).denied?.message).toBe(message)
  })

  it('is not known where namespaces may not be read', () => {
    const result = run(namespaceLifecycle, pod(), worldOf(['Namespace', unreadable('namespaces')]))
    expect(result).toMatchObject({ steps: [{ outcome: 'unknown' }], gaps: [{ resource: 'namespaces' }] })
    const waiting = run(namespaceLifecycle, pod(), worldOf(['Namespace', loading]))
    expect(waiting.gaps).toBeUndefined()
    expect(waiting.steps).toMatchObject([{ outcome: 'unknown', name: 'shop' }])
  })
})

describe('taints and tolerations', () => {
  it('every new node is not ready', () => {
    const node = requestOf({ spec: {} }, on('', 'nodes', 'Node', { namespace: '' }))
    const taints = [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }]
    expect(specOf(run(taintNodes, node).object).taints).toEqual(taints)
    const tainted = requestOf({ spec: { taints } }, on('', 'nodes', 'Node', { namespace: '' }))
    expect(run(taintNodes, tainted).object).toBe(tainted.object)
  })

  it.each([
    ['none', [], ['not-ready', 'unreachable']],
    ['one of them', [{ key: 'node.kubernetes.io/not-ready', effect: 'NoExecute' }], ['unreachable']],
    ['any effect', [{ key: 'node.kubernetes.io/unreachable', operator: 'Exists' }], ['not-ready']],
    ['everything', [{ operator: 'Exists' }], []],
    [
      'another effect',
      [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }],
      ['not-ready', 'unreachable'],
    ],
  ])('a pod that tolerates %s gets the rest', (_, tolerations, added) => {
    const { object } = run(defaultTolerationSeconds, pod({ tolerations }))
    const all = specOf(object).tolerations as readonly JsonObject[]
    expect(all.slice(tolerations.length)).toEqual(
      added.map(key => ({
        key: `node.kubernetes.io/${key}`,
        operator: 'Exists',
        effect: 'NoExecute',
        tolerationSeconds: 300,
      })),
    )
  })

  it('depends on a pod that is not given', () => {
    const { steps, object } = run(defaultTolerationSeconds, pod({}, { isObjectKnown: false }))
    expect(steps).toMatchObject([{ outcome: 'unknown' }])
    expect(specOf(object)).toEqual({})
  })
})

describe('Priority', () => {
  const high = { metadata: { name: 'high' }, value: 1000, preemptionPolicy: 'Never' }
  const usual = {
    metadata: { name: 'usual' },
    value: 10,
    globalDefault: true,
    preemptionPolicy: 'PreemptLowerPriority',
  }
  const lower = {
    metadata: { name: 'lower' },
    value: 5,
    globalDefault: true,
    preemptionPolicy: 'PreemptLowerPriority',
  }
  const classes = worldOf(['PriorityClass', [high, usual, lower]])
  it.each([
    ['its class', { priorityClassName: 'high' }, classes, { priority: 1000, preemptionPolicy: 'Never' }],
    ['the lowest default', {}, classes, { priorityClassName: 'lower', priority: 5 }],
    [
      'nothing',
      {},
      worldOf(['PriorityClass', [high]]),
      { priority: 0, preemptionPolicy: 'PreemptLowerPriority' },
    ],
  ])('a pod has the priority of %s', (_, spec, world, expected) => {
    expect(specOf(run(priority, pod(spec), world).object)).toMatchObject(expected)
  })

  it.each([
    ['a class that is not there', { priorityClassName: 'gone' }, 'no PriorityClass with name gone was found'],
    [
      'another number',
      { priorityClassName: 'high', priority: 7 },
      'the integer value of priority (7) must not be provided in pod spec; priority admission controller computed 1000 from the given PriorityClass name',
    ],
    [
      'another preemption policy',
      { priorityClassName: 'high', preemptionPolicy: 'PreemptLowerPriority' },
      'the string value of PreemptionPolicy (PreemptLowerPriority) must not be provided in pod spec; priority admission controller computed Never from the given PriorityClass name',
    ],
  ])('%s is refused', (_, spec, why) => {
    expect(run(priority, pod(spec), classes).denied?.message).toBe(`pods "p" is forbidden: ${why}`)
  })

  it('an update keeps what was stored', () => {
    const oldObject = { spec: { priority: 5, preemptionPolicy: 'Never' } }
    const { object } = run(priority, pod({}, { operation: 'UPDATE', oldObject }), classes)
    expect(specOf(object)).toEqual({ priority: 5, preemptionPolicy: 'Never' })
  })

  it('there is one default class', () => {
    const made = requestOf(
      { metadata: { name: 'new' }, globalDefault: true },
      {
        ...on('scheduling.k8s.io', 'priorityclasses', 'PriorityClass'),
        name: 'new',
      },
    )
    expect(run(priorityClassDefault, made, classes).denied?.message).toBe(
      'priorityclasses.scheduling.k8s.io "new" is forbidden: PriorityClass lower is already marked as default. Only one default can exist',
    )
    expect(
      run(priorityClassDefault, { ...made, operation: 'UPDATE', name: 'lower' }, classes).denied,
    ).toBeUndefined()
    expect(run(priorityClassDefault, made, worldOf()).denied).toBeUndefined()
  })
})

describe('RuntimeClass', () => {
  const fast = {
    metadata: { name: 'fast' },
    overhead: { podFixed: { cpu: '250m' } },
    scheduling: { nodeSelector: { disk: 'fast' }, tolerations: [{ key: 'fast', operator: 'Exists' }] },
  }
  const world = worldOf(['RuntimeClass', [fast, { metadata: { name: 'plain' } }]])

  it('gives a pod overhead, node selector and tolerations', () => {
    const { object } = run(
      runtimeClass,
      pod({ runtimeClassName: 'fast', nodeSelector: { zone: 'a' } }),
      world,
    )
    expect(specOf(object)).toMatchObject({
      overhead: { cpu: '250m' },
      nodeSelector: { zone: 'a', disk: 'fast' },
      tolerations: [{ key: 'fast', operator: 'Exists' }],
    })
  })

  it.each([
    [
      'a class that is not there',
      { runtimeClassName: 'gone' },
      'pod rejected: RuntimeClass "gone" not found',
    ],
    [
      'another overhead',
      { runtimeClassName: 'fast', overhead: { cpu: '1' } },
      "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead",
    ],
    [
      'another node',
      { runtimeClassName: 'fast', nodeSelector: { disk: 'slow' } },
      'conflict: runtimeClass.scheduling.nodeSelector[disk] = fast; pod.spec.nodeSelector[disk] = slow',
    ],
  ])('%s is refused', (_, spec, why) => {
    expect(run(runtimeClass, pod(spec), world).denied?.message).toBe(`pods "p" is forbidden: ${why}`)
  })

  it.each([
    ['the overhead of its class', { runtimeClassName: 'fast', overhead: { cpu: '0.25' } }, true],
    ['no overhead', { runtimeClassName: 'fast' }, false],
    ['overhead without a class', { overhead: { cpu: '1' } }, false],
    ['overhead of a class without', { runtimeClassName: 'plain', overhead: { cpu: '1' } }, false],
    ['nothing of it', {}, true],
  ])('in the end a pod has %s', (_, spec, allowed) => {
    expect(run(runtimeClassOverhead, pod(spec), world).denied === undefined).toBe(allowed)
  })

  it('of tolerations that cover each other the wider stays, of equal ones the first', () => {
    const narrow = { key: 'a', operator: 'Equal', value: 'x', effect: 'NoExecute' }
    const wide = { key: 'a', operator: 'Exists' }
    const short = { key: 'b', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 }
    const long = { ...short, tolerationSeconds: 10 }
    expect(mergeTolerations([narrow, wide])).toEqual([wide])
    expect(mergeTolerations([wide, { ...wide }])).toEqual([wide])
    expect(mergeTolerations([short, long])).toEqual([long])
    expect(mergeTolerations([narrow, short])).toEqual([narrow, short])
  })
})

describe('default classes', () => {
  const marked = (name: string, at: string, key = 'storageclass.kubernetes.io/is-default-class') => ({
    metadata: { name, creationTimestamp: at, annotations: { [key]: 'true' } },
  })
  const claim = (object: JsonObject) =>
    requestOf(object, on('', 'persistentvolumeclaims', 'PersistentVolumeClaim'))
  const older = marked('a', '2025-01-01T00:00:00Z')
  const newer = marked('b', '2026-01-01T00:00:00Z', 'storageclass.beta.kubernetes.io/is-default-class')
  it.each([
    ['the newest default', { spec: {} }, [older, newer], 'b'],
    ['the first by name of equally old', { spec: {} }, [marked('z', 'x'), marked('y', 'x')], 'y'],
    ['none where none is the default', { spec: {} }, [{ metadata: { name: 'a' } }], undefined],
    ['its own', { spec: { storageClassName: 'own' } }, [older], 'own'],
    ['none where it says so', { spec: { storageClassName: '' } }, [older], ''],
    [
      'none of the old annotation’s',
      { metadata: { annotations: { 'volume.beta.kubernetes.io/storage-class': 'x' } }, spec: {} },
      [older],
      undefined,
    ],
  ])('a claim gets %s', (_, object, classes, expected) => {
    const result = run(defaultStorageClass, claim(object), worldOf(['StorageClass', classes]))
    expect(specOf(result.object).storageClassName).toBe(expected)
  })

  it('an ingress gets the default class of its own kind', () => {
    const mark = 'ingressclass.kubernetes.io/is-default-class'
    const world = worldOf(['IngressClass', [marked('nginx', '2026-01-01T00:00:00Z', mark)]])
    const ingress = (object: JsonObject) => requestOf(object, on('networking.k8s.io', 'ingresses', 'Ingress'))
    expect(specOf(run(defaultIngressClass, ingress({ spec: {} }), world).object).ingressClassName).toBe(
      'nginx',
    )
    const annotated = { metadata: { annotations: { 'kubernetes.io/ingress.class': 'x' } }, spec: {} }
    expect(run(defaultIngressClass, ingress(annotated), world).steps).toEqual([])
  })

  it('is not known where classes may not be read', () => {
    const world = worldOf(['StorageClass', unreadable('storageclasses')])
    expect(run(defaultStorageClass, claim({ spec: {} }), world).gaps).toHaveLength(1)
  })
})

describe('storage', () => {
  it.each([
    ['', 'persistentvolumes', 'kubernetes.io/pv-protection'],
    ['', 'persistentvolumeclaims', 'kubernetes.io/pvc-protection'],
    ['storage.k8s.io', 'volumeattributesclasses', 'kubernetes.io/vac-protection'],
  ])('%s %s gets the finalizer %s once', (group, resource, finalizer) => {
    const made = (metadata: JsonObject) => requestOf({ metadata }, on(group, resource, ''))
    const first = run(storageObjectInUse, made({ finalizers: ['x'] })).object
    expect(first?.metadata).toEqual({ finalizers: ['x', finalizer] })
    expect(run(storageObjectInUse, made({ finalizers: [finalizer] })).steps).toEqual([])
  })

  const claim = (storage: string, name: string, more: JsonObject = {}) => ({
    spec: { storageClassName: name, resources: { requests: { storage } } },
    ...more,
  })
  const bound = { status: { phase: 'Bound' } }
  const world = worldOf([
    'StorageClass',
    [{ metadata: { name: 'grows' }, allowVolumeExpansion: true }, { metadata: { name: 'fixed' } }],
  ])
  const notResizable =
    'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize'
  it.each([
    ['the same size', claim('1Gi', 'fixed', bound), claim('1024Mi', 'fixed'), undefined],
    ['less', claim('2Gi', 'fixed', bound), claim('1Gi', 'fixed'), undefined],
    ['more', claim('1Gi', 'grows', bound), claim('2Gi', 'grows'), undefined],
    [
      'more, not bound',
      claim('1Gi', 'grows'),
      claim('2Gi', 'grows'),
      'Only bound persistent volume claims can be expanded',
    ],
    [
      'more, of a class that does not grow',
      claim('1Gi', 'fixed', bound),
      claim('2Gi', 'fixed'),
      notResizable,
    ],
    ['more, of a class that is gone', claim('1Gi', 'gone', bound), claim('2Gi', 'gone'), notResizable],
    ['more, without a class', claim('1Gi', '', bound), claim('2Gi', ''), notResizable],
  ])('a claim may ask for %s', (_, oldObject, object, why) => {
    const request = requestOf(object, {
      ...on('', 'persistentvolumeclaims', 'PersistentVolumeClaim'),
      ...{ operation: 'UPDATE', oldObject, name: 'data' },
    })
    const message = why === undefined ? undefined : `persistentvolumeclaims "data" is forbidden: ${why}`
    expect(run(volumeClaimResize, request, world).denied?.message).toBe(message)
  })
})
