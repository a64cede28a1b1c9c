import { expect, it } from 'vitest'
import type { KubeObject } from '../../kube/index.ts'
import { traceRequest } from './index.ts'
import type { Trace, TraceRequest } from './types.ts'
import {
  info,
  json,
  mutatingBinding,
  mutatingPolicy,
  namespaceNamed,
  type Parts,
  requestOf,
  rule,
  served,
  webhooks,
  worldOf,
} from './world.fixture.ts'

const number = { type: 'integer' }
const schemaOf = (depth: object): object => ({
  type: 'object',
  properties: {
    spec: { type: 'object', properties: { size: number, depth: { ...number, ...depth } } },
    status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
})
const definition: KubeObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'things', kind: 'Thing' },
    versions: [
      ['v1', {}],
      ['v2', { default: 4 }],
    ].map(([name, depth]) => ({
      ...{ name, served: true, storage: name === 'v1', subresources: { status: {} } },
      schema: { openAPIV3Schema: schemaOf(depth as object) },
    })),
  },
}

const thing = (fields: object = {}): NonNullable<TraceRequest['object']> =>
  json({
    ...{ apiVersion: 'example.com/v1', kind: 'Thing' },
    ...{ metadata: { name: 'a', namespace: 'shop' }, spec: { size: 1 }, ...fields },
  })
const request: Partial<TraceRequest> = {
  resource: { group: 'example.com', version: 'v1', resource: 'things' },
  kind: { group: 'example.com', version: 'v1', kind: 'Thing' },
  object: thing(),
}
const parts: Parts = {
  served: [...served, info('example.com/v1', 'things', 'Thing', { subresources: [['status', 'Thing']] })],
}
const matchedBy = (group: string, version: string, ...resources: readonly string[]): object =>
  rule({ apiGroups: [group], apiVersions: [version], resources })

function trace(objects: readonly KubeObject[], over: Partial<TraceRequest>, more: Parts = {}): Trace {
  const all = [namespaceNamed('shop'), definition, ...objects]
  return traceRequest(requestOf({ ...request, ...over }), worldOf({ ...parts, ...more, objects: all }))
}

it('a webhook’s patch is followed by the defaults of the version that it was given, and by no others', () => {
  const patched = (path: string, op = 'add'): Parts => ({
    answers: {
      'h0.m.example.com': { type: 'answered', allowed: true, patch: [{ op, path, value: { hooked: '1' } }] },
    },
  })
  const hook = (version: string): KubeObject =>
    webhooks('Mutating', 'm', { rules: [matchedBy('example.com', version, 'things')] })
  const specOf = ({ objects }: Trace): unknown => objects.at(-1)?.spec
  expect(specOf(trace([hook('v2')], {}, patched('/metadata/labels')))).toEqual({ size: 1, depth: 4 })
  expect(specOf(trace([hook('v1')], {}, patched('/metadata/labels')))).toEqual({ size: 1 })
  const found = trace([hook('v2')], {}, patched('/unknown'))
  expect(found.objects.at(-1)).toMatchObject({ apiVersion: 'example.com/v1' })
  expect(found.objects.at(-1)).not.toHaveProperty('unknown')
})

it('what mutates a status sees the labels that were sent, which the write then leaves as they are', () => {
  const expression = "[JSONPatch{op: 'add', path: '/status/by', value: object.metadata.labels.tier}]"
  const found = trace(
    [
      mutatingPolicy('p', expression, {
        matchConstraints: { resourceRules: [matchedBy('example.com', 'v1', 'things/status')] },
      }),
      mutatingBinding('p'),
    ],
    {
      ...{ operation: 'UPDATE', verb: 'patch', subresource: 'status', oldObject: thing() },
      object: thing({
        ...{ metadata: { name: 'a', namespace: 'shop', labels: { tier: 'db' } } },
        ...{ spec: { size: 9 }, status: {} },
      }),
    },
  )
  expect(found.verdict).toBe('allowed')
  expect(found.objects.at(-1)).toMatchObject({ spec: { size: 1 }, status: { by: 'db' } })
  expect(found.objects.at(-1)?.metadata).not.toHaveProperty('labels')
})

it('a Scale has no type that a configuration could be applied to; a JSON patch changes it', () => {
  const scale: Partial<TraceRequest> = {
    ...{ operation: 'UPDATE', verb: 'update', subresource: 'scale' },
    resource: { group: 'apps', version: 'v1', resource: 'deployments' },
    kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
    object: json({ apiVersion: 'autoscaling/v1', kind: 'Scale', spec: { replicas: 5 } }),
    oldObject: json({ apiVersion: 'autoscaling/v1', kind: 'Scale', spec: { replicas: 1 } }),
  }
  const matchConstraints = { resourceRules: [matchedBy('apps', 'v1', 'deployments/scale')] }
  const applied = mutatingPolicy('p', '', {
    matchConstraints,
    mutations: [
      {
        patchType: 'ApplyConfiguration',
        applyConfiguration: { expression: 'Object{spec: Object.spec{replicas: 2}}' },
      },
    ],
  })
  expect(trace([applied, mutatingBinding('p')], scale).status).toMatchObject({
    code: 403,
    reason: 'Invalid',
    message:
      "policy 'p' with binding 'p-b' denied request: error applying patch: failed to convert patch object to typed object: no corresponding type for autoscaling/v1, Kind=Scale",
  })
  const expression = "[JSONPatch{op: 'replace', path: '/spec/replicas', value: 2}]"
  const patched = mutatingPolicy('p', expression, { matchConstraints })
  expect(trace([patched, mutatingBinding('p')], scale).objects.at(-1)).toMatchObject({
    spec: { replicas: 2 },
  })
})

it('bytes that a policy makes and that are none fail as a mutation, in the words of the decoder', () => {
  const secret: Partial<TraceRequest> = {
    resource: { group: '', version: 'v1', resource: 'secrets' },
    kind: { group: '', version: 'v1', kind: 'Secret' },
    object: json({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a', namespace: 'shop' } }),
  }
  const made = mutatingPolicy('p', '', {
    matchConstraints: { resourceRules: [matchedBy('', 'v1', 'secrets')] },
    mutations: [
      {
        patchType: 'ApplyConfiguration',
        applyConfiguration: { expression: 'Object{data: {"added": "1"}}' },
      },
    ],
  })
  expect(trace([made, mutatingBinding('p')], secret).status?.message).toContain(
    'unable to convert unstructured object to /v1, Kind=Secret: error decoding from json: illegal base64 data at input byte 0',
  )
  expect(trace([], { ...secret, object: json({ ...secret.object, data: { a: '!' } }) }).status).toEqual({
    code: 400,
    reason: 'BadRequest',
    message: 'Secret in version "v1" cannot be handled as a Secret: illegal base64 data at input byte 0',
  })
})
