import { describe, expect, it } from 'vitest'
import { CelError, ListValue, ServerPanic, type Value } from '../values/value.ts'
import {
  EvaluationGroup,
  ForeignValue,
  goFieldsOf,
  JsonPatchValue,
  ObjectValue,
  PolicyCompiler,
  patchJson,
} from './index.ts'

// What is expected is what an API server of Kubernetes 1.36 answered.

const kind = { group: 'apps', version: 'v1', kind: 'Deployment' }
const resource = { group: 'apps', version: 'v1', resource: 'deployments' }
const request = {
  ...{ kind, resource, requestKind: kind, requestResource: resource, subResource: '', name: 'web' },
  ...{ namespace: 'shop', operation: 'CREATE', user: { username: 'ada', groups: [] }, dryRun: false },
  options: null,
} as const
const object = { list: [1, 2], nested: [[1], { a: [null] }], map: { a: { b: null } }, nil: null }

function evaluated(expression: string, objectHere: unknown = object): Value {
  const policy = new PolicyCompiler({ minor: 36, hasParams: false })
  const compiled = policy.compile('jsonPatch', `[JSONPatch{op: 'add', path: '/x', value: ${expression}}]`)
  const input = {
    ...{ object: objectHere, oldObject: null, params: null, request, namespaceObject: null },
    authorize: () => undefined,
  }
  const group = new EvaluationGroup({ input, variables: policy.variables, budget: 10_000_000 })
  const outcome = group.evaluate(compiled)
  if (outcome.kind !== 'value' || !(outcome.value instanceof ListValue)) throw new Error(compiled.message)
  const [operation] = [...outcome.value]
  if (!(operation instanceof JsonPatchValue)) throw new Error('no operation')
  return operation.value ?? null
}

/** The JSON as text, why there is none after `!`, or `panic`. */
function patched(expression: string): string {
  const json = patchJson(evaluated(expression))
  if (json instanceof ServerPanic) return 'panic'
  return json instanceof CelError ? `!${json.message}` : JSON.stringify(json)
}

const invalid = (type: string): string => `!proto: invalid type: ${type}`
const written = invalid('[]ref.Val')
const entry = invalid('map[ref.Val]ref.Val')

describe('a value of a JSON patch, alone, in a field of an object, and in a list there', () => {
  it.each([
    ['true', 'true', '{"a":true}', '{"a":[true]}'],
    ['9007199254740993', '"9007199254740993"', '{"a":9007199254740992}', '{"a":[9007199254740992]}'],
    ['7u', '7', '{"a":7}', '{"a":[7]}'],
    ["b'ab'", '"YWI="', '{"a":"YWI="}', '{"a":["YWI="]}'],
    ['null', 'null', invalid('structpb.NullValue'), invalid('structpb.NullValue')],
    ['object.nil', 'null', invalid('structpb.NullValue'), invalid('structpb.NullValue')],
    ["duration('1h30m')", '"5400s"', invalid('time.Duration'), invalid('time.Duration')],
    [
      "timestamp('2024-01-01T00:00:00Z')",
      '"2024-01-01T00:00:00Z"',
      invalid('time.Time'),
      invalid('time.Time'),
    ],
    ['type(1)', "!type conversion not supported for 'type'", '{"a":"int"}', '{"a":["int"]}'],
    ['optional.none()', '!optional.none() dereference', '{"a":null}', '{"a":[null]}'],
    ["optional.of(duration('1s'))", '"1s"', invalid('time.Duration'), invalid('time.Duration')],
    ['[1]', '[1]', '{"a":[1]}', written],
    ['[[1]]', '[[1]]', written, written],
    ['[1].map(x, [x])', '[[1]]', written, written],
    ["{'k': 1}", '{"k":1}', '{"a":{"k":1}}', entry],
    ["{'k': {'l': 1}}", '{"k":{"l":1}}', entry, entry],
    ["'a,b'.split(',')", '["a","b"]', invalid('[]string'), invalid('[]string')],
    ["'a,b'.split(',').map(x, x)", '["a","b"]', '{"a":["a","b"]}', written],
    ['[1] + [2]', '[1,2]', '{"a":[1,2]}', '{"a":[[1,2]]}'],
    ['lists.range(1) + [2]', '[0,2]', '{"a":[0,2]}', '{"a":[[0,2]]}'],
    ['[[1]] + [[2]]', '[[1],[2]]', written, written],
    ['object.list', '[1,2]', '{"a":[1,2]}', '{"a":[[1,2]]}'],
    ['object.nested', '[[1],{"a":[null]}]', '{"a":[[1],{"a":[null]}]}', '{"a":[[[1],{"a":[null]}]]}'],
    ['object.map', '{"a":{"b":null}}', '{"a":{"a":{"b":null}}}', '{"a":[{"a":{"b":null}}]}'],
    [
      '{1: 2}',
      "!unsupported type conversion from 'int' to string",
      `!fail to convert field "a": map key '\\x01' is of type types.Int, not string`,
      entry,
    ],
    [
      '{true: 2}',
      "!type conversion error from bool to 'string'",
      '!fail to convert field "a": map key %!q(types.Bool=true) is of type types.Bool, not string',
      entry,
    ],
    [
      "{duration('1s'): 2}",
      "!type conversion error from 'Duration' to 'string'",
      '!fail to convert field "a": map key "1s" is of type types.Duration, not string',
      entry,
    ],
    ['{type(1): 2}', "!type conversion not supported for 'type'", '{"a":{"int":2}}', entry],
    [
      "quantity('1Gi')",
      "!type conversion error from 'Quantity' to '*structpb.Value'",
      invalid('*resource.Quantity'),
      invalid('*resource.Quantity'),
    ],
    [
      'authorizer',
      "!type conversion error from 'kubernetes.authorization.Authorizer' to '*structpb.Value'",
      invalid('*types.Err'),
      invalid('*types.Err'),
    ],
    [
      "JSONPatch{op: 'add', path: '/a'}",
      '!cannot convert to native type: *structpb.Value',
      invalid('*mutation.JSONPatchVal'),
      invalid('*mutation.JSONPatchVal'),
    ],
    [
      "double('-Infinity')",
      '!json: error calling MarshalJSON for type *structpb.Value: proto: google.protobuf.Value.number_value: invalid -Inf value',
      '!json: error calling MarshalJSON for type *structpb.Struct: proto: google.protobuf.Value.number_value: invalid -Inf value',
      '!json: error calling MarshalJSON for type *structpb.Struct: proto: google.protobuf.Value.number_value: invalid -Inf value',
    ],
  ])('%s', (expression, alone, inField, inList) => {
    expect(patched(expression)).toBe(alone)
    expect(patched(`Object{a: ${expression}}`)).toBe(inField)
    expect(patched(`Object{a: [dyn(${expression})]}`)).toBe(inList)
  })
})

describe('lists that were added up', () => {
  it.each([
    ['[Object.a{z: 1}] + [Object.a{z: 2}]', '[{"z":1},{"z":2}]'],
    ["{'k': [Object.a{}] + [Object.a{}]}", '{"k":[{},{}]}'],
    [
      "[dyn(Object.a{d: duration('1s'), n: 9007199254740993})] + [1]",
      '[{"d":"1s","n":"9007199254740993"},1]',
    ],
    ['[dyn(type(1))] + [1]', '["int",1]'],
    ["[dyn(url('http://a/'))] + [1]", '!unsupported conversion to ref.Val: (*url.URL)http://a/'],
    ['[dyn(authorizer)] + [1]', '!no such overload'],
    ['[[Object.a{}]] + [[Object.a{}]]', 'panic'],
    ['[Object.a{}] + []', 'panic'],
  ])('%s', (expression, expected) => expect(patched(expression)).toBe(expected))
})

describe('what makes the server panic', () => {
  it.each([
    ['[Object{}]', 'panic'],
    ["{'k': [optional.of(Object{})]}", 'panic'],
    ["[dyn(duration('1s')), dyn(Object{})]", 'panic'],
    ['[dyn(type(1)), dyn(Object{})]', "!type conversion not supported for 'type'"],
    ['Object{a: [Object.a{b: {1: 2}}]}', invalid('*types.Err')],
    [
      "Object{a: duration('1s'), b: {1: 2}}",
      '!fail to convert field "b": map key \'\\x01\' is of type types.Int, not string',
    ],
  ])('%s', (expression, expected) => expect(patched(expression)).toBe(expected))
})

describe('a field of an apply configuration', () => {
  const held = (expression: string): unknown => {
    const value = evaluated(`Object{a: ${expression}}`)
    if (!(value instanceof ObjectValue)) return expect.unreachable()
    const fields = goFieldsOf(value)
    return fields instanceof CelError ? fields.message : fields.a
  }

  it.each([
    ["duration('1h30m')", 'time.Duration', '1h30m0s', '5400000000000'],
    [
      "timestamp('2024-01-01T00:00:00Z')",
      ...[
        'time.Time',
        '2024-01-01 00:00:00 +0000 UTC',
        'time.Date(2024, time.January, 1, 0, 0, 0, 0, time.UTC)',
      ],
    ],
    ['null', 'structpb.NullValue', 'NULL_VALUE', '0'],
    ['255u', 'uint64', '255', '0xff'],
    ["b'ab'", '[]uint8', '[97 98]', '[]uint8{0x61, 0x62}'],
    ["'a,b'.split(',')", '[]string', '[a b]', '[]string{"a", "b"}'],
    ["[{'l': 'm'}]", 'map[ref.Val]ref.Val', 'map[l:m]', 'map[ref.Val]ref.Val{"l":"m"}'],
    ["url('http://a/')", '*url.URL', 'http://a/', '(*url.URL)(0xc000000000)'],
  ])('%s', (expression, type, plain, literal) => {
    const value = held(expression)
    const foreign = Array.isArray(value) ? value[0] : value
    if (!(foreign instanceof ForeignValue)) return expect.unreachable()
    expect([foreign.type, String(foreign), foreign.literal]).toEqual([type, plain, literal])
  })

  it('is JSON where it holds nothing else', () => {
    expect(held('[dyn(1), object.list]')).toEqual([1, [1, 2]])
    expect(held('9007199254740993')).toBe(9007199254740993n)
  })
})

it('survives objects deeper than any of sense', () => {
  let deep: unknown = 1
  for (let level = 0; level < 20_000; level += 1) deep = { a: [deep] }
  for (const expression of ['object', 'Object{a: object}', '[object] + [object]'])
    expect(patchJson(evaluated(expression, deep))).not.toBeInstanceOf(CelError)
})
