import { expect, it } from 'vitest'
import type { KubeObject } from '../../kube/index.ts'
import { evaluateExpression } from '../scratch/index.ts'
import { traceRequest } from './traceRequest.ts'
import type { TraceRequest } from './types.ts'
import { info, served, worldOf } from './world.fixture.ts'

const planted = {
  short: 'Pl4nted-sh0rt',
  long: `Pl4nted${'-l0ng-Secr3t'.repeat(12)}`,
  'Pl4nted-k3y': 'x1y2z3w4',
}
const encoded = Object.fromEntries(Object.entries(planted).map(([key, value]) => [key, btoa(value)]))
const secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    name: 's',
    namespace: 'shop',
    labels: { app: 'web' },
    annotations: { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(encoded) },
  },
  type: 'Opaque',
  data: encoded,
} as unknown as KubeObject
const request: TraceRequest = {
  operation: 'UPDATE',
  verb: 'update',
  resource: { group: '', version: 'v1', resource: 'secrets' },
  kind: { group: '', version: 'v1', kind: 'Secret' },
  subresource: '',
  namespace: 'shop',
  name: 's',
  object: secret as never,
  oldObject: secret as never,
  options: null,
  user: { username: 'u', groups: ['system:masters'] },
  dryRun: false,
  isObjectKnown: true,
}
const configMap: TraceRequest = {
  ...request,
  resource: { group: '', version: 'v1', resource: 'configmaps' },
  kind: { group: '', version: 'v1', kind: 'ConfigMap' },
  object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 's', namespace: 'shop' } },
  oldObject: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 's', namespace: 'shop' } },
}

/** Every eight characters of what was planted, as it is, encoded, and in other cases. */
function leaksIn(value: unknown, source: string): readonly string[] {
  const text = JSON.stringify(value).replaceAll(JSON.stringify(source).slice(1, -1), '')
  const found: string[] = []
  for (const each of [...Object.values(planted), ...Object.values(encoded)])
    for (const spelled of [each, each.toUpperCase(), each.toLowerCase(), [...each].reverse().join('')])
      for (let at = 0; at + 8 <= spelled.length; at++)
        if (text.includes(spelled.slice(at, at + 8))) found.push(spelled.slice(at, at + 8))
  return found
}

const sources = [
  'object.data.long',
  "object.data.long == 'x'",
  'object.data.short.substring(0, 8)',
  'object.data.short.upperAscii()',
  "object.data.long.split('n').join('').startsWith('a')",
  'bytes(object.data.short)',
  "object.data.all(k, object.data[k].startsWith('x'))",
  'object.data.map(k, object.data[k].reverse())',
  'object.data',
  'object',
  '{object.data.short: 1}',
  '[object.data.long].map(request, request.lowerAscii())',
  'object.data[object.data.short]',
  'int(object.data.short)',
  'quantity(object.data.long)',
  'object.metadata.annotations',
  'oldObject.data.long',
  'object.?data.?long',
  'object.data.long + request.name',
  'has(object.data.none) ? object.data.short : object.data.long',
]

it.each(sources)('nothing of a Secret is told by %s', source => {
  const { expressions } = evaluateExpression(source, request, worldOf())
  expect(expressions[0]?.issues).toEqual([])
  expect(leaksIn(expressions, source)).toEqual([])
})

it('what names a Secret is told, truth and sizes are, and errors that repeat only what was written', () => {
  const told = (source: string) => evaluateExpression(source, request, worldOf()).expressions[0]
  expect(told('object.metadata.name')?.result).toEqual({ type: 'value', text: '"s"' })
  expect(told("object.metadata.labels['app'] + request.namespace")?.result).toEqual({
    type: 'value',
    text: '"webshop"',
  })
  expect(told('size(object.data.short) > 3')?.result).toEqual({ type: 'value', text: 'true' })
  expect(told('size(object.data.short)')?.result).toEqual({ type: 'value', text: '20' })
  expect(told("object.data.long == 'x'")?.explanation).toBe("object.data.long (hidden) == 'x'")
  expect(told('object.data.none')?.result).toMatchObject({
    message: expect.stringContaining('no such key: none'),
  })
})

const policy = (name: string, kind: string, spec: object) =>
  ({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
    metadata: { name },
    spec,
  }) as unknown as KubeObject
const policies = (root: string): readonly KubeObject[] => [
  policy('p', 'ValidatingAdmissionPolicy', {
    ...(root === 'params' ? { paramKind: { apiVersion: 'v1', kind: 'Secret' } } : {}),
    matchConstraints: {
      resourceRules: [
        { apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['secrets', 'configmaps'] },
      ],
    },
    variables: [{ name: 'v', expression: `${root}.data.long.lowerAscii()` }],
    validations: [
      { expression: "variables.v == 'x'", messageExpression: "'is ' + variables.v.substring(3, 20)" },
      { expression: `quantity(${root}.data.short).isInteger()` },
    ],
    auditAnnotations: [{ key: 'k', valueExpression: `${root}.data.short.lowerAscii()` }],
  }),
  policy('b', 'ValidatingAdmissionPolicyBinding', {
    policyName: 'p',
    validationActions: ['Deny', 'Audit'],
    ...(root === 'params'
      ? { paramRef: { name: 's', namespace: 'shop', parameterNotFoundAction: 'Deny' } }
      : {}),
  }),
]

it.each([
  ['the object', 'object', request],
  ['the parameter', 'params', configMap],
] as const)(
  'messages, annotations and errors of policies tell nothing of a Secret that is %s',
  (_name, root, asked) => {
    const world = worldOf({
      objects: [
        ...policies(root),
        secret,
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } },
      ],
      served: [...served, info('v1', 'secrets', 'Secret')],
    })
    const { objects, ...told } = traceRequest(asked, world)
    expect(objects.length).toBeGreaterThan(0)
    const step = told.steps.find(({ name }) => name === 'p')
    expect([step?.outcome, told.status]).toEqual(['denied', expect.objectContaining({ code: 422 })])
    expect(step?.expressions?.length).toBeGreaterThan(2)
    expect(leaksIn(told, '')).toEqual([])
  },
)
