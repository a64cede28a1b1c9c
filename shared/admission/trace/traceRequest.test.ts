import { describe, expect, it } from 'vitest'
import type { AppErrorBody } from '../../errors/index.ts'
import type { KubeObject } from '../../kube/index.ts'
import { traceRequest } from './index.ts'
import type { TraceRequest } from './types.ts'
import {
  binding,
  info,
  json,
  namespaceNamed,
  type Parts,
  policy,
  requestOf,
  rule,
  served,
  webhooks,
  worldOf,
} from './world.fixture.ts'

const shop = namespaceNamed('shop')
const trace = (objects: readonly KubeObject[], request: Partial<TraceRequest> = {}, parts: Parts = {}) =>
  traceRequest(requestOf(request), worldOf({ objects: [shop, ...objects], ...parts }))

const error: AppErrorBody = { kind: 'denied', message: 'You may not list webhook configurations.' }

describe('the verdict', () => {
  it('is allowed where nothing is in the way', () => {
    const found = trace([])
    expect([found.verdict, found.status, found.gaps, found.wishes]).toEqual(['allowed', null, [], []])
  })

  it('is incomplete where what could change it may not be read', () => {
    const known = { MutatingWebhookConfiguration: { state: 'unreadable', error } } as const
    expect(trace([], {}, { known })).toMatchObject({ verdict: 'incomplete', gaps: [error] })
    const denying = [policy('p', { validations: [{ expression: 'false' }] }), binding('p')]
    expect(trace(denying, {}, { known }).verdict).toBe('incomplete')
  })

  it('is denied for sure where the gap comes after the denial', () => {
    const known = { ValidatingWebhookConfiguration: { state: 'unreadable', error } } as const
    const denying = [policy('p', { validations: [{ expression: 'false' }] }), binding('p')]
    expect(trace(denying, {}, { known }).verdict).toBe('denied')
  })

  it('waits for what is being read', () => {
    const found = trace([], {}, { known: { ValidatingAdmissionPolicy: { state: 'loading' } } })
    expect([found.verdict, found.wishes]).toEqual([
      'incomplete',
      [
        {
          type: 'objects',
          wanted: {
            group: 'admissionregistration.k8s.io',
            version: '',
            kind: 'ValidatingAdmissionPolicy',
            namespace: '',
            name: '',
          },
        },
      ],
    ])
  })

  it('is unknown where the schema is not there yet, and names it', () => {
    const found = trace([], {}, { schema: () => ({ state: 'loading' }) })
    expect(found.verdict).toBe('unknown')
    expect(found.wishes).toContainEqual({
      type: 'schema',
      kind: { group: '', version: 'v1', kind: 'ConfigMap' },
    })
  })
})

const namespaces = {
  resource: { group: '', version: 'v1', resource: 'namespaces' },
  kind: { group: '', version: 'v1', kind: 'Namespace' },
}

describe('between the mutating and the validating chain', () => {
  it('a Namespace gets its finalizer and the label with its name', () => {
    const object = json({ apiVersion: 'v1', kind: 'Namespace', metadata: { generateName: 'gen-' } })
    const found = trace([], { ...namespaces, name: '', namespace: '', object })
    expect(found.objects.at(-1)).toMatchObject({
      metadata: { name: 'gen-xxxxx', labels: { 'kubernetes.io/metadata.name': 'gen-xxxxx' } },
      spec: { finalizers: ['kubernetes'] },
    })
    expect(found.assumptions.join()).toContain('the last five characters')
  })

  it('a Namespace that is written keeps its finalizers', () => {
    const metadata = { name: 'shop', labels: { 'kubernetes.io/metadata.name': 'shop' } }
    const oldObject = json({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata,
      spec: { finalizers: ['kubernetes', 'x/y'] },
    })
    const object = json({ apiVersion: 'v1', kind: 'Namespace', metadata })
    const found = trace([], { ...namespaces, operation: 'UPDATE', name: 'shop', object, oldObject })
    expect(found.objects.at(-1)).toMatchObject({ spec: { finalizers: ['kubernetes', 'x/y'] } })
  })

  it('the delete of a Job that says nothing of its pods is warned of', () => {
    const job = {
      resource: { group: 'batch', version: 'v1', resource: 'jobs' },
      kind: { group: 'batch', version: 'v1', kind: 'Job' },
    }
    const request = {
      ...job,
      operation: 'DELETE',
      verb: 'delete',
      object: null,
      oldObject: requestOf().object,
    } as const
    expect(trace([], request).warnings.join()).toContain('child pods are preserved by default')
    const rules = [rule({ apiGroups: ['batch'], resources: ['jobs'] })]
    const refused = trace([webhooks('Mutating', 'm', { rules })], request, {
      answers: { 'h0.m.example.com': { type: 'answered', allowed: false } },
    })
    expect(refused).toMatchObject({
      verdict: 'denied',
      warnings: [expect.stringContaining('child pods are preserved by default')],
    })
    expect(trace([], { ...request, options: json({ propagationPolicy: 'Background' }) }).warnings).toEqual([])
  })
})

describe('kinds', () => {
  const metrics = {
    resource: { group: 'metrics.example.com', version: 'v1', resource: 'samples' },
    kind: { group: 'metrics.example.com', version: 'v1', kind: 'Sample' },
  }

  it('of an API server of its own are not checked, which is said', () => {
    const found = trace([], metrics, {
      served: [...served, info('metrics.example.com/v1', 'samples', 'Sample')],
    })
    expect(found.verdict).toBe('unknown')
    expect(found.assumptions.join()).toContain('Sample is served by an API server of its own')
  })

  it('of admission itself are checked as they are written', () => {
    const configuration = webhooks('Validating', 'w', { name: 'foo' })
    const group = { group: 'admissionregistration.k8s.io', version: 'v1' }
    const found = trace([], {
      resource: { ...group, resource: 'validatingwebhookconfigurations' },
      kind: { ...group, kind: configuration.kind },
      ...{ namespace: '', name: 'w', object: json(configuration) },
    })
    expect(found.status).toMatchObject({
      code: 422,
      reason: 'Invalid',
      message:
        'ValidatingWebhookConfiguration.admissionregistration.k8s.io "w" is invalid: webhooks[0].name: Invalid value: "foo": should be a domain with at least three segments separated by dots',
    })
  })

  it('of a subresource of a custom resource are those of the subresource', () => {
    const scale = {
      resource: { group: 'example.com', version: 'v2', resource: 'things' },
      kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
      ...{ subresource: 'scale', operation: 'UPDATE', verb: 'update' },
      object: json({
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name: 'a', namespace: 'shop' },
        spec: { replicas: 1 },
      }),
    } as const
    const hook = webhooks('Validating', 'w', {
      name: 'h',
      rules: [rule({ apiGroups: ['example.com'], apiVersions: ['v2'], resources: ['*/scale'] })],
    })
    const found = trace(
      [hook],
      { ...scale, oldObject: scale.object },
      { answers: { h: { type: 'answered', allowed: true } } },
    )
    expect(found.verdict).toBe('allowed')
  })
})

describe('a configuration that is written', () => {
  const written = (name: string) => {
    const { webhooks: _, ...object } = webhooks('Validating', name)
    return trace([], {
      resource: {
        group: 'admissionregistration.k8s.io',
        version: 'v1',
        resource: 'validatingwebhookconfigurations',
      },
      kind: { group: 'admissionregistration.k8s.io', version: 'v1', kind: 'ValidatingWebhookConfiguration' },
      namespace: '',
      name,
      object: json({ ...object, metadata: { name, namespace: 'left-behind' } }),
    })
  }

  it('is in no namespace whatever it says', () => {
    const found = written('w')
    expect([found.verdict, found.objects.at(-1)?.metadata]).toEqual(['allowed', { name: 'w' }])
  })

  it('is warned of where its name is one for files', () => {
    expect(written('w').warnings).toEqual([])
    expect(written('w.static.k8s.io').warnings).toEqual([
      expect.stringContaining('reserved for static manifest-based configurations'),
    ])
  })

  it('needs a name as any object does', () => {
    expect(written('').status?.message).toContain('metadata.name: Required value')
    expect(written('Upper').status?.message).toContain('metadata.name: Invalid value: "Upper"')
  })
})

it('a request in a deprecated version is warned of', () => {
  const definition: KubeObject = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.example.com' },
    spec: {
      group: 'example.com',
      names: { kind: 'Thing', plural: 'things' },
      scope: 'Namespaced',
      versions: [{ name: 'v2', served: true, storage: true, deprecated: true, schema: {} }],
    },
  }
  const found = trace([definition], {
    resource: { group: 'example.com', version: 'v2', resource: 'things' },
    kind: { group: 'example.com', version: 'v2', kind: 'Thing' },
    object: json({ apiVersion: 'example.com/v2', kind: 'Thing', metadata: { name: 'a', namespace: 'shop' } }),
  })
  expect(found.warnings).toEqual(['example.com/v2 Thing is deprecated'])
})
