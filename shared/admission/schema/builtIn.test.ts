import { describe, expect, it } from 'vitest'
import { builtInMetadataProblems, statusOf, validateAgainst, warningsOf } from './index.ts'

const to = (name: string) => ({ allOf: [{ $ref: `#/components/schemas/${name}` }], default: {} })
const core = 'io.k8s.api.core.v1'
const text = { type: 'string' }

const schemas = {
  'io.k8s.api.apps.v1.Deployment': {
    type: 'object',
    properties: {
      apiVersion: text,
      kind: text,
      metadata: to('io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'),
      spec: to('io.k8s.api.apps.v1.DeploymentSpec'),
      status: { type: 'object', required: ['x'], properties: { x: text } },
    },
  },
  'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta': {
    type: 'object',
    properties: {
      name: text,
      namespace: text,
      uid: text,
      labels: { type: 'object', additionalProperties: text },
      creationTimestamp: to('io.k8s.apimachinery.pkg.apis.meta.v1.Time'),
    },
  },
  'io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector': {
    type: 'object',
    properties: { matchLabels: { type: 'object', additionalProperties: text } },
  },
  'io.k8s.apimachinery.pkg.apis.meta.v1.Time': { type: 'string', format: 'date-time' },
  'io.k8s.apimachinery.pkg.api.resource.Quantity': { oneOf: [{ type: 'string' }, { type: 'number' }] },
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': {
    format: 'int-or-string',
    oneOf: [{ type: 'integer' }, { type: 'string' }],
  },
  'io.k8s.api.apps.v1.DeploymentSpec': {
    type: 'object',
    required: ['selector', 'template'],
    properties: {
      replicas: { type: 'integer', format: 'int32' },
      paused: { type: 'boolean' },
      selector: to('io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector'),
      template: {
        type: 'object',
        properties: {
          metadata: {
            type: 'object',
            properties: { labels: { type: 'object', additionalProperties: text } },
          },
          spec: to(`${core}.PodSpec`),
        },
      },
    },
  },
  [`${core}.PodSpec`]: {
    type: 'object',
    required: ['containers'],
    properties: {
      containers: { type: 'array', items: to(`${core}.Container`) },
      volumes: { type: 'array', items: to(`${core}.Volume`) },
    },
  },
  [`${core}.Container`]: {
    type: 'object',
    required: ['name'],
    properties: {
      name: text,
      image: text,
      imagePullPolicy: { ...text, enum: ['Never', 'Always', ''] },
      cpu: to('io.k8s.apimachinery.pkg.api.resource.Quantity'),
      port: to('io.k8s.apimachinery.pkg.util.intstr.IntOrString'),
      args: { type: 'array', items: text },
      secret: { ...text, format: 'byte' },
    },
  },
  [`${core}.Volume`]: {
    type: 'object',
    properties: { name: text, emptyDir: { type: 'object' }, hostPath: { type: 'object' } },
  },
  [`${core}.Service`]: {
    type: 'object',
    properties: {
      apiVersion: text,
      kind: text,
      metadata: { type: 'object' },
      spec: to(`${core}.ServiceSpec`),
    },
  },
  [`${core}.ServiceSpec`]: {
    type: 'object',
    properties: {
      type: text,
      clusterIP: text,
      ports: { type: 'array', items: to(`${core}.ServicePort`) },
    },
  },
  [`${core}.ServicePort`]: {
    type: 'object',
    required: ['port'],
    properties: { port: { type: 'integer', format: 'int32' } },
  },
}

const deployment = (spec: unknown, pod: unknown = { containers: [{ name: 'a', image: 'i' }] }) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd', namespace: 'n' },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: pod },
    ...(spec as object),
  },
})

const found = (object: unknown, root = 'io.k8s.api.apps.v1.Deployment') =>
  validateAgainst({ root, schemas }, object as never, { isUpdate: false })

const messages = (object: unknown, root?: string): readonly string[] =>
  found(object, root).map(({ message }) => message)

describe('a built-in object', () => {
  it('with nothing wrong is accepted', () => {
    expect(messages(deployment({}))).toEqual([])
  })

  it.each([
    [
      { replicas: 'x' },
      'json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32',
    ],
    [
      { replicas: 1.5 },
      'json: cannot unmarshal number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32',
    ],
    [
      { paused: 'true' },
      'json: cannot unmarshal string into Go struct field DeploymentSpec.spec.paused of type bool',
    ],
    [
      { selector: { matchLabels: { a: 1 } } },
      'json: cannot unmarshal number into Go struct field LabelSelector.spec.selector.matchLabels of type string',
    ],
  ])('spec %j cannot be decoded', (spec, message) => {
    expect(
      found(deployment(spec))
        .filter(({ stage }) => stage === 'decode')
        .map(one => one.message),
    ).toEqual([message])
  })

  it.each([
    [
      { args: 'x' },
      'json: cannot unmarshal string into Go struct field Container.spec.template.spec.containers.args of type []string',
    ],
    [
      { cpu: 'x' },
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    [{ port: true }, 'json: cannot unmarshal bool into Go value of type int32'],
    [{ secret: '!' }, 'illegal base64 data at input byte 0'],
  ])('a container with %j cannot be decoded', (fields, message) => {
    expect(messages(deployment({}, { containers: [{ name: 'a', image: 'i', ...fields }] }))).toEqual([
      message,
    ])
  })

  it.each([
    [{ containers: [] }, 'spec.template.spec.containers: Required value'],
    [{ containers: [{ image: 'i' }] }, 'spec.template.spec.containers[0].name: Required value'],
    [
      { containers: [{ name: 'a', image: 'i', imagePullPolicy: 'Later' }] },
      'spec.template.spec.containers[0].imagePullPolicy: Unsupported value: "Later": supported values: "Always", "Never"',
    ],
    [
      { containers: [{ name: 'a', image: 'i' }], volumes: [{ name: 'y', emptyDir: {}, hostPath: {} }] },
      'spec.template.spec.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type',
    ],
  ])('a pod of %j is refused', (pod, message) => {
    expect(messages(deployment({}, pod))).toEqual([message])
  })

  it.each([
    [{ replicas: -1 }, 'spec.replicas: Invalid value: -1: must be greater than or equal to 0'],
    [
      { selector: { matchLabels: { a: 'c' } } },
      'spec.template.metadata.labels: Invalid value: {"a":"b"}: `selector` does not match template `labels`',
    ],
    [{ selector: null }, 'spec.selector: Required value'],
  ])('spec %j is refused by rules of the server’s code', (spec, message) => {
    expect(messages(deployment(spec))).toEqual([message])
  })

  it('has the status of the server where a port is none', () => {
    const service = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 's', namespace: 'n' },
      spec: { ports: [{ port: 99999 }] },
    }
    expect(
      statusOf(found(service, `${core}.Service`), { group: '', version: 'v1', kind: 'Service', name: 's' }),
    ).toMatchObject({
      code: 422,
      reason: 'Invalid',
      message:
        'Service "s" is invalid: spec.ports[0].port: Invalid value: 99999: must be between 1 and 65535, inclusive',
    })
  })

  it('may not change its selector', () => {
    const old = deployment({})
    const changed = { ...old, spec: { ...old.spec, selector: { matchLabels: {} } } }
    const problems = validateAgainst({ root: 'io.k8s.api.apps.v1.Deployment', schemas }, changed as never, {
      isUpdate: true,
      old: old as never,
    })
    expect(problems.map(({ message }) => message)).toEqual([
      'spec.selector: Invalid value: {"matchLabels":{}}: field is immutable',
    ])
  })

  it.each([
    ['Strict', 400, []],
    ['Warn', null, ['unknown field "spec.foo"', 'unknown field "spec.template.spec.containers[0].bar"']],
    ['Ignore', null, []],
  ] as const)('with unknown fields under %s', (validation, code, warnings) => {
    const problems = found(
      deployment({ foo: 1 }, { containers: [{ name: 'a', image: 'i', bar: 2 }] }),
    ).toSorted((one, other) => one.field.localeCompare(other.field))
    const status = statusOf(
      problems,
      { group: 'apps', version: 'v1', kind: 'Deployment', name: 'd' },
      validation,
    )
    expect(status?.code ?? null).toBe(code)
    if (status !== null)
      expect(status.message).toBe(
        'Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: unknown field "spec.foo", unknown field "spec.template.spec.containers[0].bar"',
      )
    expect(warningsOf(problems, validation)).toEqual(warnings)
  })

  it('of an odd shape, under an odd schema, is no fault of ours', () => {
    const circle = {
      A: { allOf: [{ $ref: '#/components/schemas/A' }] },
      B: { type: 'object', properties: { b: to('B'), __proto__: 5 } },
    }
    for (const root of ['A', 'B', 'none', '__proto__', 'constructor'])
      for (const object of [
        {},
        { metadata: 5 },
        { spec: [null, [[]]] },
        JSON.parse('{"__proto__":{"a":1},"b":{"b":[1]}}'),
      ])
        expect(
          validateAgainst({ root, schemas: circle }, object as never, { isUpdate: true, old: null }),
        ).toBeInstanceOf(Array)
  })
})

it.each([
  [{}, ['spec.ports: Required value']],
  [{ ports: [] }, ['spec.ports: Required value']],
  [{ type: 'ExternalName' }, []],
  [{ clusterIP: 'None' }, []],
  [{ ports: [{ port: 80 }] }, []],
])('a Service of %j has ports enough: %j', (spec, expected) => {
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 's', namespace: 'n' }, spec }
  const told = messages(service, `${core}.Service`).filter(text => text.startsWith('spec.ports:'))
  expect(told).toEqual(expected)
})

describe('finalizers', () => {
  const finalized = (apiVersion: string, finalizers: readonly string[]) =>
    builtInMetadataProblems({ apiVersion, kind: 'X', metadata: { name: 'a', finalizers } }, null).map(
      ({ message }) => message,
    )

  it('of a built-in kind are standard ones or have a domain', () => {
    expect(finalized('v1', ['orphan', 'kubernetes', 'example.com/a', 'own'])).toEqual([
      'metadata.finalizers[3]: Invalid value: "own": name is neither a standard finalizer name nor is it fully qualified',
    ])
  })

  it('of configurations are any', () => {
    expect(finalized('admissionregistration.k8s.io/v1', ['own'])).toEqual([])
  })
})
