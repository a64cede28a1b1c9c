import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../cel/kubernetes/index.ts'
import { defaultsVersion, isBuiltIn, withDefaults } from './index.ts'
import { rules } from './rules/index.ts'
import { structOf, variedFields } from './table.ts'

const kind = (group: string, version: string, name: string) => ({ group, version, kind: name })
const pod = kind('', 'v1', 'Pod')
const deployment = kind('apps', 'v1', 'Deployment')
// Compared as JSON: objects of clusters have no prototype.
const decoded = (of: ReturnType<typeof kind>, object: object) =>
  JSON.parse(JSON.stringify(withDefaults(of, object as JsonObject).object))

describe('an object of a built-in kind', () => {
  it('has the defaults of its kind, and shows structs that are always there', () => {
    const spec = { selector: {}, template: { spec: { containers: [{ name: 'a', image: 'nginx' }] } } }
    expect(decoded(deployment, { metadata: { name: 'web' }, spec })).toEqual({
      kind: 'Deployment',
      apiVersion: 'apps/v1',
      metadata: { name: 'web' },
      spec: {
        replicas: 1,
        selector: {},
        template: {
          metadata: {},
          spec: {
            containers: [
              {
                name: 'a',
                image: 'nginx',
                resources: {},
                terminationMessagePath: '/dev/termination-log',
                terminationMessagePolicy: 'File',
                imagePullPolicy: 'Always',
              },
            ],
            restartPolicy: 'Always',
            terminationGracePeriodSeconds: 30,
            dnsPolicy: 'ClusterFirst',
            securityContext: {},
            schedulerName: 'default-scheduler',
          },
        },
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
        revisionHistoryLimit: 10,
        progressDeadlineSeconds: 600,
      },
      status: {},
    })
  })

  it('loses unknown fields, nulls and empty values, and keeps zeros that were meant', () => {
    const { spec, metadata } = decoded(deployment, {
      metadata: { labels: {}, creationTimestamp: null, generateName: '' },
      spec: { replicas: 0, paused: false, nothing: 1, strategy: { type: 'Recreate' } },
    })
    expect(metadata).toEqual({})
    expect(spec).toMatchObject({ replicas: 0, strategy: { type: 'Recreate' }, selector: null })
    expect(Object.keys(spec)).not.toEqual(expect.arrayContaining(['paused']))
    expect(spec.strategy).toEqual({ type: 'Recreate' })
  })

  it('has canonical quantities, times and bytes', () => {
    const resources = { limits: { cpu: '1000m', memory: '1.5Gi' }, requests: { cpu: 0.5 } }
    const { spec } = decoded(pod, { spec: { containers: [{ name: 'a', resources }] } })
    expect(spec.containers[0].resources).toEqual({
      limits: { cpu: '1', memory: '1536Mi' },
      requests: { cpu: '500m', memory: '1536Mi' },
    })
    const secret = decoded(kind('', 'v1', 'Secret'), {
      metadata: { deletionTimestamp: '2026-01-02T03:04:05+01:00' },
      data: { a: 'YR==' },
      stringData: { b: 'ä' },
    })
    expect(secret).toMatchObject({
      metadata: { deletionTimestamp: '2026-01-02T02:04:05Z' },
      data: { a: 'YQ==', b: 'w6Q=' },
      type: 'Opaque',
    })
    expect(secret).not.toHaveProperty('stringData')
  })

  it('is the same when it is decoded once more', () => {
    const once = decoded(kind('', 'v1', 'Service'), {
      spec: { type: 'LoadBalancer', ports: [{ port: 80 }, { port: 443, targetPort: 'https' }] },
    })
    expect(once.spec).toEqual({
      ports: [
        { protocol: 'TCP', port: 80, targetPort: 80 },
        { protocol: 'TCP', port: 443, targetPort: 'https' },
      ],
      type: 'LoadBalancer',
      sessionAffinity: 'None',
      externalTrafficPolicy: 'Cluster',
      allocateLoadBalancerNodePorts: true,
      internalTrafficPolicy: 'Cluster',
    })
    expect(decoded(kind('', 'v1', 'Service'), once)).toEqual(once)
  })

  it('is not changed itself', () => {
    const object = {
      metadata: { annotations: { a: 'b' } },
      spec: { template: { spec: { containers: [{}] } } },
    }
    const before = JSON.stringify(object)
    withDefaults(kind('apps', 'v1', 'DaemonSet'), object)
    expect(JSON.stringify(object)).toBe(before)
  })
})

describe('what is odd', () => {
  it.each([
    [
      { spec: { replicas: 'two' } },
      'json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32',
    ],
    [{ spec: [] }, /array into Go struct field Deployment\.spec of type v1\.DeploymentSpec$/],
    [{ spec: { replicas: 2 ** 31 } }, /number 2147483648 into .* of type int32$/],
    [
      { metadata: { labels: { a: 1 } } },
      /number into Go struct field ObjectMeta\.metadata\.labels of type string$/,
    ],
  ])('comes back as it is, with what the server would say: %j', (object, message) => {
    const { object: same, problem } = withDefaults(deployment, object as JsonObject)
    expect(same).toBe(object)
    if (typeof message === 'string') expect(problem).toBe(message)
    else expect(problem).toMatch(message)
  })

  it('throws nothing, however deep', () => {
    let schema: object = {}
    for (let depth = 0; depth < 50_000; depth++) schema = { not: schema }
    const versions = [{ name: 'v1', schema: { openAPIV3Schema: schema } }]
    const definition = { spec: { names: {}, versions } } as unknown as JsonObject
    const { problem } = withDefaults(
      kind('apiextensions.k8s.io', 'v1', 'CustomResourceDefinition'),
      definition,
    )
    expect(problem).toMatch(/exceeded max depth$/)
  })

  it('may be a number of 64 bits', () => {
    const seconds = 2n ** 60n
    const object = { spec: { activeDeadlineSeconds: seconds, priority: 5n } }
    expect(withDefaults(pod, object).object.spec).toMatchObject({
      activeDeadlineSeconds: seconds,
      priority: 5,
    })
  })

  it('pollutes nothing', () => {
    const labels = JSON.parse('{"__proto__": "x", "constructor": "y"}')
    const { metadata } = withDefaults(pod, { metadata: { labels } }).object as {
      metadata: { labels: object }
    }
    expect(Object.entries(metadata.labels)).toEqual(Object.entries(labels))
    expect({}).not.toHaveProperty('polluted')
    expect(Object.getPrototypeOf(metadata.labels)).toBeNull()
  })
})

it('a kind that is not built in comes back as it is', () => {
  const object = { spec: { any: '1000m' } }
  expect(withDefaults(kind('example.com', 'v1', 'Widget'), object)).toEqual({ object, assumptions: [] })
  expect(isBuiltIn(kind('example.com', 'v1', 'Widget'))).toBe(false)
  // No version that a server of the release no longer has.
  expect(defaultsVersion).toMatch(/^v1\.36\.\d+$/)
  expect(isBuiltIn(kind('extensions', 'v1beta1', 'Deployment'))).toBe(false)
})

it('says what depends on the clock or on a feature gate, where it is not given', () => {
  const set = (rollingUpdate: object) =>
    withDefaults(kind('apps', 'v1', 'StatefulSet'), {
      spec: { updateStrategy: { rollingUpdate } },
    } as JsonObject).assumptions
  expect(set({})).toEqual([expect.stringMatching(/maxUnavailable .* feature gate MaxUnavailableStatefulSet/)])
  expect(set({ maxUnavailable: 1 })).toEqual([])
  const taint = { spec: { taint: { key: 'a', effect: 'NoExecute' } } }
  expect(withDefaults(kind('resource.k8s.io', 'v1alpha3', 'DeviceTaintRule'), taint).assumptions).toEqual([
    expect.stringMatching(/timeAdded .* time of the request/),
  ])
})

describe('rules', () => {
  it('are of structs that there are, and decide upon their fields', () => {
    for (const [name, { decides = [] }] of rules) {
      const fields = structOf(name).fields.map(field => field.name)
      expect(fields).toEqual(expect.arrayContaining([...decides]))
    }
  })

  it('are there for every default that depends on where its struct stands', () => {
    // One more here asks for a rule: of the kind, or of the struct around.
    expect(variedFields).toEqual({
      'HPAScalingRules@autoscaling/v2': 'policies stabilizationWindowSeconds',
      JobSpec:
        'backoffLimit completionMode completions manualSelector parallelism podReplacementPolicy suspend',
      PersistentVolumeSpec: 'persistentVolumeReclaimPolicy volumeMode',
      PodSpec: 'enableServiceLinks',
    })
  })
})
