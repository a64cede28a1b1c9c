import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../cel/kubernetes/index.ts'
import type { TraceRequest, World } from '../../trace/types.ts'
import type { Gate } from '../gate.ts'
import { requestOf, unreadable, worldOf } from '../world.fixture.ts'
import { limitBounds, limitDefaults } from './limitRanger.ts'
import { serviceAccount, serviceAccountSecrets } from './serviceAccount.ts'

const run = (gate: Gate, request: TraceRequest, world: World) => gate.run(request, request.object, world)
const pod = (spec: JsonObject, metadata: JsonObject = { name: 'p' }) => requestOf({ metadata, spec })
const specOf = (object: JsonObject | null) => object?.spec as JsonObject
const account = (more: object = {}) => ({ metadata: { name: 'default', namespace: 'shop' }, ...more })
const accounts = (...given: readonly object[]) => worldOf(['ServiceAccount', given])
const container = (name: string, more: JsonObject = {}): JsonObject => ({ name, ...more })

describe('ServiceAccount', () => {
  it('gives a pod the default account and its token, in every container', () => {
    const request = pod({ containers: [container('a')], initContainers: [container('i')] })
    const result = run(serviceAccount, request, accounts(account()))
    const mount = {
      name: 'kube-api-access-xxxxx',
      readOnly: true,
      mountPath: '/var/run/secrets/kubernetes.io/serviceaccount',
    }
    expect(specOf(result.object)).toMatchObject({
      serviceAccountName: 'default',
      serviceAccount: 'default',
      containers: [{ volumeMounts: [mount] }],
      initContainers: [{ volumeMounts: [mount] }],
      volumes: [{ name: 'kube-api-access-xxxxx', projected: { defaultMode: 420 } }],
    })
    expect(result.assumptions).toEqual([
      'The volume of the token is named kube-api-access-xxxxx: the server draws the last letters.',
    ])
  })

  it.each([
    ['the pod says no', { automountServiceAccountToken: false }, {}, false],
    ['the account says no', {}, { automountServiceAccountToken: false }, false],
    [
      'the pod says yes',
      { automountServiceAccountToken: true },
      { automountServiceAccountToken: false },
      true,
    ],
    [
      'every container mounts something there',
      {
        containers: [
          container('a', { volumeMounts: [{ mountPath: '/var/run/secrets/kubernetes.io/serviceaccount' }] }),
        ],
      },
      {},
      false,
    ],
  ])('mounts the token unless told otherwise: %s', (_, spec, more, mounted) => {
    const request = pod({ containers: [container('a')], ...spec })
    const { object } = run(serviceAccount, request, accounts(account(more)))
    expect(specOf(object).volumes !== undefined).toBe(mounted)
  })

  it('uses the token volume that is there', () => {
    const request = pod({ containers: [container('a')], volumes: [{ name: 'kube-api-access-abcde' }] })
    const { object } = run(serviceAccount, request, accounts(account()))
    expect(specOf(object)).toMatchObject({
      volumes: [{ name: 'kube-api-access-abcde' }],
      containers: [{ volumeMounts: [{ name: 'kube-api-access-abcde' }] }],
    })
  })

  it('copies pull secrets to a pod that has none', () => {
    const world = accounts(account({ imagePullSecrets: [{ name: 's' }] }))
    expect(specOf(run(serviceAccount, pod({}), world).object).imagePullSecrets).toEqual([{ name: 's' }])
    const own = pod({ imagePullSecrets: [{ name: 'own' }] })
    expect(specOf(run(serviceAccount, own, world).object).imagePullSecrets).toEqual([{ name: 'own' }])
  })

  it.each([
    [
      'an account that is not there',
      { serviceAccountName: 'gone' },
      'error looking up service account shop/gone: serviceaccount "gone" not found',
    ],
    [
      'a volume of a secret that the account does not list',
      { serviceAccountName: 'strict', volumes: [{ name: 'v', secret: { secretName: 'other' } }] },
      'volume with secret.secretName="other" is not allowed because service account strict does not reference that secret',
    ],
    [
      'a variable of one',
      {
        serviceAccountName: 'strict',
        containers: [
          container('a', { env: [{ name: 'E', valueFrom: { secretKeyRef: { name: 'other' } } }] }),
        ],
      },
      'container a with envVar E referencing secret.secretName="other" is not allowed because service account strict does not reference that secret',
    ],
    [
      'variables of one in an init container',
      {
        serviceAccountName: 'strict',
        initContainers: [container('i', { envFrom: [{ secretRef: { name: 'other' } }] })],
      },
      'init container i with envFrom referencing secret.secretName="other" is not allowed because service account strict does not reference that secret',
    ],
    [
      'a pull secret',
      { serviceAccountName: 'strict', imagePullSecrets: [{ name: 'other' }] },
      'imagePullSecrets[0].name="other" is not allowed because service account strict does not reference that imagePullSecret',
    ],
  ])('%s is refused', (_, spec, why) => {
    const strict = {
      metadata: {
        name: 'strict',
        namespace: 'shop',
        annotations: { 'kubernetes.io/enforce-mountable-secrets': 'true' },
      },
      secrets: [{ name: 'own' }],
    }
    const message = `pods "p" is forbidden: ${why}`
    expect(run(serviceAccount, pod(spec), accounts(strict)).denied?.message).toBe(message)
    expect(run(serviceAccountSecrets, pod(spec), accounts(strict)).denied?.message).toBe(message)
  })

  it.each([
    ['an account', { serviceAccountName: 'x' }, 'a mirror pod may not reference service accounts'],
    ['a secret', { volumes: [{ secret: { secretName: 's' } }] }, 'a mirror pod may not reference secrets'],
    [
      'a token',
      { volumes: [{ projected: { sources: [{ serviceAccountToken: {} }] } }] },
      'a mirror pod may not use ServiceAccountToken volume projections',
    ],
    ['nothing', { containers: [container('a')] }, undefined],
  ])('a mirror pod refers to %s', (_, spec, why) => {
    const mirror = pod(spec, { name: 'p', annotations: { 'kubernetes.io/config.mirror': 'x' } })
    const result = run(serviceAccount, mirror, accounts())
    expect(result.denied?.message).toBe(why === undefined ? undefined : `pods "p" is forbidden: ${why}`)
    expect(result.object).toBe(mirror.object)
  })

  it('is not known where accounts may not be read', () => {
    const result = run(serviceAccount, pod({}), worldOf(['ServiceAccount', unreadable('serviceaccounts')]))
    expect(result).toMatchObject({ steps: [{ outcome: 'unknown' }], gaps: [{ resource: 'serviceaccounts' }] })
  })
})

const range = (limit: JsonObject) =>
  worldOf(['LimitRange', [{ metadata: { name: 'limits', namespace: 'shop' }, spec: { limits: [limit] } }]])
const asking = (requests: JsonObject, limits: JsonObject = {}, name = 'a') =>
  container(name, { resources: { requests, limits } })

describe('LimitRanger', () => {
  it('fills in what containers do not ask for and says so', () => {
    const request = pod({ containers: [asking({ cpu: '1' })], initContainers: [container('i')] })
    const limit = { type: 'Container', default: { cpu: '2', memory: '1Gi' }, defaultRequest: { cpu: '100m' } }
    const { object, steps } = run(limitDefaults, request, range(limit))
    expect(object).toMatchObject({
      metadata: {
        annotations: {
          'kubernetes.io/limit-ranger':
            'LimitRanger plugin set: cpu, memory limit for container a; cpu request for init container i; cpu, memory limit for init container i',
        },
      },
      spec: {
        containers: [{ resources: { requests: { cpu: '1' }, limits: { cpu: '2', memory: '1Gi' } } }],
        initContainers: [{ resources: { requests: { cpu: '100m' } } }],
      },
    })
    expect(steps).toMatchObject([{ name: 'limits', outcome: 'mutated' }])
  })

  it.each([
    [
      'no request',
      {},
      {},
      { min: { cpu: '1' } },
      'minimum cpu usage per Container is 1.  No request is specified',
    ],
    [
      'too small a request',
      { cpu: '500m' },
      {},
      { min: { cpu: '1' } },
      'minimum cpu usage per Container is 1, but request is 500m',
    ],
    [
      'too small a limit',
      { cpu: '1' },
      { cpu: '0.5' },
      { min: { cpu: '1' } },
      'minimum cpu usage per Container is 1, but limit is 500m',
    ],
    [
      'no limit',
      { cpu: '1' },
      {},
      { max: { cpu: '1' } },
      'maximum cpu usage per Container is 1.  No limit is specified',
    ],
    [
      'too great a limit',
      {},
      { memory: '2Gi' },
      { max: { memory: '1Gi' } },
      'maximum memory usage per Container is 1Gi, but limit is 2Gi',
    ],
    [
      'too great a request',
      { cpu: '2' },
      { cpu: '1' },
      { max: { cpu: '1' } },
      'maximum cpu usage per Container is 1, but request is 2',
    ],
    [
      'too great a ratio',
      { cpu: '1' },
      { cpu: '3' },
      { maxLimitRequestRatio: { cpu: '2' } },
      'cpu max limit to request ratio per Container is 2, but provided ratio is 3.000000',
    ],
    [
      'no ratio',
      {},
      { cpu: '3' },
      { maxLimitRequestRatio: { cpu: '2' } },
      'cpu max limit to request ratio per Container is 2, but no request is specified or request is 0',
    ],
    ['what is in bounds', { cpu: '1' }, { cpu: '2' }, { min: { cpu: '1' }, max: { cpu: '2' } }, undefined],
  ])('%s', (_, requests, limits, limit, why) => {
    const request = pod({ containers: [asking(requests, limits)] })
    const result = run(limitBounds, request, range({ type: 'Container', ...limit }))
    expect(result.denied?.message).toBe(why === undefined ? undefined : `pods "p" is forbidden: ${why}`)
  })

  it('of a pod the sum counts, or the greatest init container', () => {
    const spec = {
      containers: [asking({ cpu: '1' }), asking({ cpu: '1' }, {}, 'b')],
      initContainers: [asking({ cpu: '3' })],
    }
    const denied = run(limitBounds, pod(spec), range({ type: 'Pod', min: { cpu: '4' } })).denied
    expect(denied?.message).toMatch(/per Pod is 4, but request is 3$/)
    const kept = { ...spec, initContainers: [{ ...asking({ cpu: '3' }), restartPolicy: 'Always' }] }
    const sum = run(limitBounds, pod(kept), range({ type: 'Pod', min: { cpu: '6' } })).denied
    expect(sum?.message).toMatch(/per Pod is 6, but request is 5$/)
  })

  it('of a claim the request counts', () => {
    const claim = requestOf(
      { spec: { resources: { requests: { storage: '5Gi' } } } },
      { resource: { group: '', version: 'v1', resource: 'persistentvolumeclaims' }, name: 'data' },
    )
    const limit = { type: 'PersistentVolumeClaim', max: { storage: '2Gi' } }
    expect(run(limitBounds, claim, range(limit)).denied?.message).toBe(
      'persistentvolumeclaims "data" is forbidden: maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 5Gi',
    )
  })

  it.each([
    ['pods that are updated', { operation: 'UPDATE' as const }, 0],
    ['a resize', { operation: 'UPDATE' as const, subresource: 'resize' }, 1],
    ['what is going', { oldObject: { metadata: { deletionTimestamp: 'x' } } }, 0],
  ])('looks at new pods and a resize: %s', (_, changes, count) => {
    const request = { ...pod({ containers: [] }), ...changes }
    expect(run(limitBounds, request, range({ type: 'Container' })).steps).toHaveLength(count)
  })

  it('is not known where ranges may not be read, and nothing where there are none', () => {
    expect(run(limitDefaults, pod({}), worldOf(['LimitRange', unreadable('limitranges')])).gaps).toHaveLength(
      1,
    )
    expect(run(limitDefaults, pod({}), worldOf()).steps).toEqual([])
    const frame = { ...pod({}), isObjectKnown: false }
    expect(run(limitDefaults, frame, range({ type: 'Container' })).steps).toMatchObject([
      { outcome: 'unknown' },
    ])
  })
})
