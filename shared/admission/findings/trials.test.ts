import { expect, it } from 'vitest'
import { served } from '../cluster.fixture.ts'
import { readPolicy } from '../policies.ts'
import { ExpressionCache } from './cache.ts'
import { objectsOf } from './findings.fixture.ts'
import { ExpressionTrial } from './trials.ts'

const configMaps = served.resources.find(({ resource }) => resource === 'configmaps')
if (configMaps === undefined) throw new Error('no ConfigMaps')

function tried(spec: string, objects: readonly object[], cancelled = false) {
  const [object] = objectsOf(`policy: ${spec}`)
  if (object === undefined) throw new Error('no policy')
  const policy = readPolicy(object)
  const at = (field: string) => ({
    kind: 'ValidatingAdmissionPolicy',
    ref: { resource: { group: 'g', version: 'v1', resource: 'r' }, namespace: '', name: policy.name },
    field,
  })
  const compiled = new ExpressionCache().ofPolicy(policy, 36)
  const trial = new ExpressionTrial({ at, compiled, matchers: [policy.match], params: null })
  for (const each of objects) {
    const whole = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'x', namespace: 'shop', labels: {} },
      ...each,
    }
    trial.add({ object: whole as never, info: configMaps as never, namespace: null }, () => cancelled)
  }
  return trial.results.map(({ expression, tried: count, failed, example, operation }) => [
    expression.field,
    count,
    failed,
    example?.message ?? '',
    operation,
  ])
}

const validations = (text: string) => `{validations: [{expression: '${text}'}]}`
const field = 'spec.validations[0].expression'

it.each([
  [
    'an answer is no failure, whatever it is',
    validations('object.data.a == "1"'),
    [{ data: { a: '2' } }],
    [[field, 1, 0, '', 'UPDATE']],
  ],
  [
    'an error is one, with the server’s words',
    validations('object.data.a == "1"'),
    [{ data: {} }, { data: { a: '1' } }],
    [[field, 2, 1, 'expression \'object.data.a == "1"\' resulted in error: no such key: a', 'UPDATE']],
  ],
  ['what does not compile is told of elsewhere', validations('object.data.a'), [{ data: {} }], []],
  [
    'what asks the authorizer is left out',
    validations('authorizer.path("/x").check("get").allowed()'),
    [{}],
    [],
  ],
  [
    'what a condition leaves out is not validated',
    `{matchConditions: [{name: c, expression: 'object.metadata.name == "y"'}], validations: [{expression: 'object.data.a == "1"'}]}`,
    [{}],
    [['spec.matchConditions[0].expression', 1, 0, '', 'UPDATE']],
  ],
  [
    'what the rules do not take is not tried',
    `{matchConstraints: {resourceRules: [{operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: [pods]}]}, validations: [{expression: 'object.data.a == "1"'}]}`,
    [{}],
    [],
  ],
  [
    'what a selector leaves out is not tried',
    `{matchConstraints: {objectSelector: {matchLabels: {a: b}}, resourceRules: [{operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: [configmaps]}]}, validations: [{expression: 'object.data.a == "1"'}]}`,
    [{}],
    [],
  ],
  [
    'on a delete there is an old object alone',
    `{matchConstraints: {resourceRules: [{operations: [DELETE], apiGroups: [''], apiVersions: ['v1'], resources: [configmaps]}]}, validations: [{expression: 'object == null && oldObject.metadata.name == "x"'}]}`,
    [{}],
    [[field, 1, 0, '', 'DELETE']],
  ],
])('%s', (_rule, spec, objects, expected) => {
  expect(tried(spec, objects)).toEqual(expected)
})

it('what reads a namespace that is not known is left aside, and is no failure', () => {
  const spec = validations('namespaceObject.metadata.name == "shop"')
  expect(tried(spec, [{}])).toEqual([])
})

it('what was given up counts neither way', () => {
  expect(tried(validations('object.data.a == "1"'), [{}], true)).toEqual([])
})
