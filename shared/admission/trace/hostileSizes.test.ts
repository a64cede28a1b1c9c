import { afterAll, describe, expect, it } from 'vitest'
import type { KubeObject } from '../../kube/index.ts'
import { traceRequest } from './index.ts'
import type { SchemaKnown, Trace, TraceRequest } from './types.ts'
import {
  anything,
  binding,
  json,
  mutatingBinding,
  mutatingPolicy,
  namespaceNamed,
  type Parts,
  policy,
  requestOf,
  rule,
  webhooks,
  worldOf,
} from './world.fixture.ts'

/** Milliseconds that each may take; an idle machine needs a fifth, and a busy one may take four times as much. */
const bound = 5000
let slowest = { name: '', took: 0 }
const shop = namespaceNamed('shop', { team: 'a' })

/** Traces, within the bound. */
function traced(
  name: string,
  objects: readonly unknown[],
  over: Partial<TraceRequest> = {},
  more: Parts = {},
) {
  const world = worldOf({ ...more, objects: [shop, ...(objects as readonly KubeObject[])] })
  const began = performance.now()
  const trace = traceRequest(requestOf(over), world)
  const took = performance.now() - began
  if (took > slowest.took) slowest = { name, took }
  expect(took, name).toBeLessThan(bound * 4)
  return trace
}

afterAll(() => {
  console.log(`figure hostile.trace ${slowest.took.toFixed(0)} ms must <= ${bound}`)
})

const many = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at))

const nested = (levels: number, around: (inside: unknown) => unknown): unknown => {
  let value: unknown = 'x'
  for (let level = 0; level < levels; level++) value = around(value)
  return value
}

const withData = (data: unknown, metadata: object = {}): Partial<TraceRequest> => ({
  object: json({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', namespace: 'shop', ...metadata },
    data,
  }),
})

const denying = (expression: string, spec: object = {}): readonly KubeObject[] => [
  policy('p', { validations: [{ expression }], ...spec }),
  binding('p'),
]

const errorsOf = ({ steps }: Trace): readonly string[] =>
  steps.flatMap(({ expressions = [] }) =>
    expressions.flatMap(({ result }) => (result.type === 'error' ? [result.message] : [])),
  )

describe('so much that it takes long', () => {
  it('10,000 webhooks', () => {
    const conditions = [{ name: 'c', expression: 'object.metadata.name != "b"' }]
    const objects = many(100, at =>
      webhooks(
        at % 2 === 0 ? 'Mutating' : 'Validating',
        `w${at}`,
        ...many(100, () => ({
          matchConditions: conditions,
          namespaceSelector: { matchLabels: { team: 'a' } },
        })),
      ),
    )
    const { steps } = traced('10,000 webhooks', objects)
    expect(steps.filter(({ webhook }) => webhook !== undefined)).toHaveLength(10_000)
  })

  it('5,000 policies, each with its own expression and binding', () => {
    const objects = many(5000, at => [
      policy(`p${at}`, { validations: [{ expression: `object.metadata.name != "x${at}"` }] }),
      binding(`p${at}`),
    ]).flat()
    const { steps, verdict } = traced('5,000 policies', objects)
    expect([steps.filter(({ phase }) => phase === 'validatingPolicy').length, verdict]).toEqual([
      5000,
      'allowed',
    ])
  })

  it('an object of 3 MB, gone through by an expression', () => {
    const data = Object.fromEntries(many(30_000, at => [`k${at}`, 'v'.repeat(90)]))
    const found = traced(
      '3 MB',
      denying('object.data.all(k, object.data[k].size() < 100 && !object.data[k].matches("(a+)+b"))'),
      withData(data),
    )
    expect(found.verdict).toMatch(/allowed|denied/)
  })

  it('selectors of thousands of expressions', () => {
    const matchExpressions = many(20_000, at => ({
      key: `k${at}`,
      operator: 'NotIn',
      values: [`${at}`, 'x'],
    }))
    const labels = Object.fromEntries(many(5000, at => [`k${at}`, 'y']))
    const objects = [
      webhooks('Validating', 'w', {
        objectSelector: { matchExpressions },
        namespaceSelector: { matchExpressions },
      }),
      policy('p', {
        matchConstraints: { resourceRules: [rule()], objectSelector: { matchExpressions } },
        validations: [{ expression: 'true' }],
      }),
      binding('p', { matchResources: { namespaceSelector: { matchExpressions } } }),
    ]
    const { steps } = traced('selectors', objects, withData({}, { labels }))
    expect(steps.find(({ webhook }) => webhook !== undefined)?.outcome).toBe('called')
  })

  it.each([
    [
      'variables that double',
      many(40, at => ({
        name: `v${at}`,
        expression: at === 0 ? '[1,2,3]' : `variables.v${at - 1} + variables.v${at - 1}`,
      })),
      'variables.v39.size() > 0',
    ],
    [
      'texts that double',
      many(40, at => ({
        name: `v${at}`,
        expression: at === 0 ? "'abc'" : `variables.v${at - 1} + variables.v${at - 1}`,
      })),
      'variables.v39.size() > 0',
    ],
    [
      'variables in loops',
      [{ name: 'v', expression: '[1, 2, 3, 4, 5, 6, 7, 8, 9]' }],
      `${many(9, at => `variables.v.all(x${at}, `).join('')}true${')'.repeat(9)}`,
    ],
  ])('%s are cut short, and the policy tells', (name, variables, expression) => {
    const found = traced(name, denying(expression, { variables }))
    expect(found.verdict).toBe('denied')
    expect(errorsOf(found).join()).toMatch(/cost|budget|is not made here/)
    expect(found.steps.find(({ outcome }) => outcome === 'denied')).toMatchObject({ name: 'p' })
  })

  it('a pattern that others would go back and forth in', () => {
    const found = traced(
      'pattern',
      denying('!object.data.a.matches("^(([a-z])+.)+[A-Z]([a-z])+$")'),
      withData({ a: 'a'.repeat(200_000) }),
    )
    expect(found.verdict).toMatch(/allowed|denied/)
  })

  it('a megabyte of expression', () => {
    for (const expression of [
      '1 + '.repeat(260_000),
      many(100_000, () => 'true').join(' && '),
      `"${'x'.repeat(1_000_000)}" == ""`,
    ]) {
      const found = traced('a megabyte', denying(expression))
      expect(found.verdict).toBe('denied')
      expect(errorsOf(found).join().length + (found.status?.message.length ?? 0)).toBeGreaterThan(10)
    }
  })
})

describe('so deep that a stack ends', () => {
  const deep = 10_000

  it.each([
    ['brackets', `${'('.repeat(deep)}true${')'.repeat(deep)}`],
    ['lists', `${'['.repeat(deep)}1${']'.repeat(deep)} == []`],
    ['nots', `${'!'.repeat(deep)}true`],
    ['choices', `${'true ? '.repeat(deep)}true${' : true'.repeat(deep)}`],
    ['calls', `${'size(['.repeat(deep)}${'])'.repeat(deep)} == 1`],
    ['fields', `object${'.a'.repeat(deep)} == 1`],
  ])('an expression of %s', (name, expression) => {
    const found = traced(name, denying(expression))
    expect(found.verdict).toMatch(/denied|allowed/)
    expect(found.steps.some(step => step.name === 'p' && step.reason !== '')).toBe(true)
  })

  it.each([
    ['of objects', nested(deep, a => ({ a }))],
    ['of lists', nested(deep, a => [a])],
  ])('an object %s', (name, data) => {
    const objects = [
      ...denying('object == oldObject || object.data != dyn([])'),
      mutatingPolicy('m', '[JSONPatch{op: "add", path: "/data/z", value: object.data}]'),
      mutatingBinding('m'),
    ]
    const found = traced(name, objects, withData(data))
    expect(found.steps.every(({ reason }) => reason !== '')).toBe(true)
  })

  it.each([
    ['a value', [{ op: 'add', path: '/data/z', value: nested(deep, a => ({ a })) }]],
    ['a path', [{ op: 'add', path: '/a'.repeat(deep), value: 1 }]],
    ['many copies', many(60, () => ({ op: 'copy', from: '/data', path: '/data/z' }))],
    ['many operations', many(50_000, at => ({ op: 'add', path: `/data/k${at % 100}`, value: `${at}` }))],
    [
      'places far away',
      [
        { op: 'add', path: '/metadata/finalizers', value: [] },
        { op: 'add', path: '/metadata/finalizers/4294967295', value: 'x' },
      ],
    ],
    [
      'operations of no kind',
      many(1000, at => [null, 1, 'x', [], {}, { op: '__proto__', path: '/__proto__/x' }][at % 6]),
    ],
    [
      'our own names',
      [
        { op: 'add', path: '/__proto__/polluted', value: 'x' },
        { op: 'add', path: '/constructor/prototype/polluted', value: 'x' },
      ],
    ],
  ])('a patch of a webhook: %s', (name, patch) => {
    const found = traced(
      `patch of ${name}`,
      [webhooks('Mutating', 'w', { name: 'h' })],
      {},
      {
        answers: { h: { type: 'answered', allowed: true, patch } },
      },
    )
    expect(found.verdict).toMatch(/allowed|denied|unknown/)
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
  })
})

describe('references that lead to themselves', () => {
  it('a variable of itself, parameters that are the policy, a policy bound by itself', () => {
    const objects = [
      policy('p', {
        paramKind: { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingAdmissionPolicy' },
        variables: [
          { name: 'a', expression: 'variables.b' },
          { name: 'b', expression: 'variables.a' },
        ],
        validations: [{ expression: 'variables.a == params' }],
      }),
      binding('p', { paramRef: { name: 'p', parameterNotFoundAction: 'Deny' } }, 'p'),
    ]
    expect(traced('references', objects).verdict).toMatch(/denied|unknown/)
  })

  it('a published schema that contains itself', () => {
    const self: SchemaKnown = {
      state: 'known',
      root: 'a',
      schemas: {
        a: {
          type: 'object',
          properties: { data: { $ref: '#/components/schemas/a' } },
          additionalProperties: { $ref: '#/components/schemas/b' },
        },
        b: { $ref: '#/components/schemas/b' },
      },
    }
    expect(
      traced('schema', denying('true'), withData(nested(300, data => ({ data }))), { schema: () => self })
        .verdict,
    ).toMatch(/allowed|denied/)
  })
})

describe('names and texts that mean something to us', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']
  const texts = [
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\u202eabc',
    '\u2066x\u2069',
    '\ufeff',
    '<img src=x>',
    '%s%n',
    '{{a}}',
    '\u001b[31m',
  ]
  const own = (value: unknown): object =>
    JSON.parse(`{${names.map(name => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`) as object

  it.each(names)('%s as label, field, parameter, variable and key', name => {
    const labels = own('x')
    const objects = [
      policy('p', {
        paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
        variables: [
          { name, expression: '1' },
          { name: 'fine', expression: `object.metadata.labels[${JSON.stringify(name)}]` },
        ],
        validations: [{ expression: `has(object.metadata.labels.${name}) && variables.fine == "x"` }],
        matchConditions: [{ name, expression: `${JSON.stringify(name)} in object.metadata.labels` }],
        matchConstraints: { resourceRules: [rule()], objectSelector: { matchLabels: labels } },
      }),
      binding('p', { paramRef: { name, namespace: name, parameterNotFoundAction: 'Allow' } }),
      // Before the object is validated, which allows no such label.
      webhooks('Mutating', name, { name, objectSelector: { matchLabels: labels } }),
    ]
    const found = traced(name, objects, withData(own('y'), { labels, annotations: own('z') }))
    expect(found.steps.find(({ webhook }) => webhook === name)?.outcome).toBe('called')
    // Without the labels nothing that objects have by themselves counts as one.
    const without = traced(name, objects, withData({}))
    expect(without.steps.find(({ webhook }) => webhook === name)?.outcome).toBe('notMatched')
    expect(Object.prototype).not.toHaveProperty('x')
  })

  it.each(texts)('%j everywhere', text => {
    const objects = [
      policy(text, {
        validations: [{ expression: `object.metadata.name == ${JSON.stringify(text)}`, message: text }],
        variables: [{ name: text, expression: text }],
      }),
      binding(text),
      policy('fine', {
        validations: [{ expression: 'object.data.a != object.data.a', messageExpression: 'object.data.a' }],
      }),
      binding('fine'),
      webhooks('Mutating', text, { name: text, matchConditions: [{ name: text, expression: text }] }),
    ]
    const found = traced(text, objects, {
      ...withData({ a: text, [text]: text }, { labels: { [text]: text }, annotations: { [text]: text } }),
      name: text,
    })
    expect(found.verdict).toBe('denied')
  })
})

it('what is nested too deeply for a schema is told', () => {
  const found = traced('deep', [], withData(nested(10_000, a => ({ a }))), { schema: () => anything })
  expect(found.steps.length).toBeGreaterThan(0)
})
