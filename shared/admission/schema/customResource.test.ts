import { describe, expect, it } from 'vitest'
import { convertible, readDefinition, statusOf } from './index.ts'
import { ofSpec, thing, thingDefinition } from './thing.fixture.ts'

const messages = (outcome: { readonly errors: readonly { readonly message: string }[] }): readonly string[] =>
  outcome.errors.map(({ message }) => message)

describe('reading a custom resource', () => {
  const custom = thing({
    known: { type: 'string', default: 'd' },
    nested: { type: 'object', default: {}, properties: { deep: { type: 'integer', default: 1 } } },
    nullable: { type: 'string', nullable: true, default: 'd' },
    plain: { type: 'string' },
    free: {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      properties: { a: { type: 'object', properties: {} } },
    },
    list: { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } },
    embedded: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
    },
  })

  it.each([
    [
      'defaults are filled in, inside of defaults too',
      {},
      { known: 'd', nested: { deep: 1 }, nullable: 'd' },
    ],
    [
      'a null that is not allowed is what was not given',
      { known: null, plain: null },
      { known: 'd', nested: { deep: 1 }, nullable: 'd' },
    ],
    ['a null that is allowed stays', { nullable: null }, { known: 'd', nested: { deep: 1 }, nullable: null }],
    [
      'what is unknown is kept where the schema says so',
      { free: { b: 1, a: { c: 1 } } },
      { known: 'd', nested: { deep: 1 }, nullable: 'd', free: { b: 1, a: {} } },
    ],
  ])('%s', (_, spec, read) => {
    expect(custom.pruneAndDefault(ofSpec(spec)).object.spec).toEqual(read)
  })

  it('drops unknown fields and names them in order', () => {
    const { object, problems } = custom.pruneAndDefault(
      ofSpec(
        {
          list: [{ a: 'x' }, { b: 1 }],
          foo: 1,
          embedded: { apiVersion: 'v1', kind: 'Pod', more: 1, metadata: { name: 'a' } },
        },
        { foo: 1 },
      ),
    )
    expect(problems.map(({ message }) => message)).toEqual([
      'unknown field "metadata.foo"',
      'unknown field "spec.embedded.more"',
      'unknown field "spec.foo"',
      'unknown field "spec.list[1].b"',
    ])
    expect(object).toMatchObject({
      metadata: { name: 't' },
      spec: { list: [{ a: 'x' }, {}], embedded: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } } },
    })
    expect(object.metadata).not.toHaveProperty('foo')
  })

  it('keeps what a mutation left until it is stored, but for defaults', () => {
    const left = ofSpec({ plain: null, foo: 1, known: null }, { labels: {}, foo: 1 })
    const filled = custom.withDefaults(left)
    expect(filled.spec).toEqual({ plain: null, foo: 1, known: 'd', nested: { deep: 1 }, nullable: 'd' })
    expect(filled.metadata).toEqual(left.metadata)
    const { object, problem } = custom.stored(filled)
    expect(problem).toBeUndefined()
    expect(object.spec).toEqual({ known: 'd', nested: { deep: 1 }, nullable: 'd' })
    expect(object.metadata).toEqual({ name: 't', namespace: 'n' })
  })

  it('is stored by the schema of the version that is stored, where its metadata can be converted', () => {
    const free = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
    const narrow = { type: 'object', properties: { spec: { type: 'object', properties: { a: {} } } } }
    const versions = [
      { name: 'v1', schema: { openAPIV3Schema: free } },
      { name: 'v2', storage: true, schema: { openAPIV3Schema: narrow } },
    ]
    const wrong = ofSpec({ a: 1, b: 1 }, { labels: { a: 1, b: 'x' }, annotations: { c: 'd' } })
    const kept = { name: 't', namespace: 'n', annotations: { c: 'd' } }
    expect(custom.stored(wrong).object.metadata).toEqual(kept)
    const other = readDefinition(thingDefinition(free, { versions }), 'v1')
    expect(other?.stored(ofSpec({ a: 1, b: 1 })).object.spec).toEqual({ a: 1 })
    expect(other?.stored(wrong).problem?.message).toBe(
      'json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
    )
  })

  it('refuses metadata of wrong types as a bad request', () => {
    const { problems } = custom.pruneAndDefault(ofSpec({}, { labels: { a: 1 } }))
    expect(statusOf(problems, { group: 'example.com', version: 'v1', kind: 'Thing', name: 't' })).toEqual({
      code: 400,
      reason: 'BadRequest',
      message:
        'Thing in version "v1" cannot be handled as a Thing: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
    })
  })
})

describe('checking a custom resource against its schema', () => {
  it.each([
    [
      { type: 'integer' },
      'x',
      'spec.a: Invalid value: "string": spec.a in body must be of type integer: "string"',
    ],
    [{ type: 'string', enum: ['x', 'y'] }, 'z', 'spec.a: Unsupported value: "z": supported values: "x", "y"'],
    [
      { type: 'integer', minimum: 2 },
      1,
      'spec.a: Invalid value: 1: spec.a in body should be greater than or equal to 2',
    ],
    [
      { type: 'integer', maximum: 2, exclusiveMaximum: true },
      2,
      'spec.a: Invalid value: 2: spec.a in body should be less than 2',
    ],
    [
      { type: 'integer', multipleOf: 2 },
      3,
      'spec.a: Invalid value: 3: spec.a in body should be a multiple of 2',
    ],
    [
      { type: 'integer', format: 'int32' },
      2 ** 40,
      '<nil>: Invalid value: "": Checked value must be of type integer with format int32 in spec.a',
    ],
    [
      { type: 'string', pattern: '^a$' },
      'b',
      'spec.a: Invalid value: "b": spec.a in body should match \'^a$\'',
    ],
    [
      { type: 'string', minLength: 2 },
      'b',
      'spec.a: Invalid value: "b": spec.a in body should be at least 2 chars long',
    ],
    [{ type: 'string', maxLength: 2 }, 'abc', 'spec.a: Too long: may not be more than 2 bytes'],
    [
      { type: 'string', format: 'date-time' },
      'x',
      'spec.a: Invalid value: "x": spec.a in body must be of type date-time: "x"',
    ],
    [
      { type: 'array', maxItems: 1, items: { type: 'string' } },
      ['a', 'b'],
      'spec.a: Too many: 2: must have at most 1 item',
    ],
    [
      { type: 'array', uniqueItems: true, items: { type: 'string' } },
      ['a', 'a'],
      'spec.a: Invalid value: "": spec.a in body shouldn\'t contain duplicates',
    ],
    [
      { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
      ['a', 'a'],
      'spec.a[1]: Duplicate value: "a"',
    ],
    [
      {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
        items: { type: 'object', properties: { k: { type: 'string' } } },
      },
      [{ k: 'a' }, { k: 'a' }],
      'spec.a[1]: Duplicate value: {"k":"a"}',
    ],
    [
      { type: 'object', required: ['b'], properties: { b: { type: 'string' } } },
      {},
      'spec.a.b: Required value',
    ],
    [
      { 'x-kubernetes-int-or-string': true },
      true,
      'spec.a: Invalid value: "boolean": spec.a in body must be of type integer,string: "boolean"',
    ],
    [
      { type: 'string', not: { enum: ['a'] } },
      'a',
      '<nil>: Invalid value: "": "spec.a" must not validate the schema (not)',
    ],
    [
      { type: 'string', oneOf: [{ minLength: 1 }, { maxLength: 9 }] },
      'a',
      '<nil>: Invalid value: "": "spec.a" must validate one and only one schema (oneOf). Found 2 valid alternatives',
    ],
  ])('%j refuses %j', (schema, value, message) => {
    expect(messages(thing({ a: schema }).validate(ofSpec({ a: value }), null))).toEqual([message])
  })

  it.each([
    [{ name: 'A' }, /^metadata\.name: Invalid value: "A": a lowercase RFC 1123 subdomain must consist of/],
    [{ namespace: '' }, /^metadata\.namespace: Required value$/],
    [{ labels: { a: 'x y' } }, /^metadata\.labels: Invalid value: "x y": a valid label must be/],
    [
      { annotations: { 'a/b/c': '' } },
      /^metadata\.annotations: Invalid value: "a\/b\/c": a valid label key must consist of/,
    ],
    [{ finalizers: ['x y'] }, /^metadata\.finalizers: Invalid value: "x y": name part must consist of/],
    [
      { ownerReferences: [{ apiVersion: 'v1', kind: 'A', name: 'a' }] },
      /^metadata\.ownerReferences\.uid: Invalid value: "": must not be empty$/,
    ],
  ])('metadata %j is refused', (metadata, message) => {
    expect(messages(thing({}).validate(ofSpec({}, metadata), null))).toEqual([expect.stringMatching(message)])
  })

  it('accepts what was wrong before and did not change', () => {
    const custom = thing({ a: { type: 'integer', maximum: 5 }, b: { type: 'string' } })
    const old = ofSpec({ a: 9, b: 'x' })
    expect(messages(custom.validate(ofSpec({ a: 9, b: 'y' }), old))).toEqual([])
    expect(messages(custom.validate(ofSpec({ a: 8, b: 'x' }), old))).toHaveLength(1)
  })

  it('makes one status of all', () => {
    const { errors } = thing({ a: { type: 'integer' } }, { required: ['b'] }).validate(
      ofSpec({ a: 'x' }),
      null,
    )
    expect(statusOf(errors, { group: 'example.com', version: 'v1', kind: 'Thing', name: 't' })).toEqual({
      code: 422,
      reason: 'Invalid',
      message:
        'Thing.example.com "t" is invalid: [spec.a: Invalid value: "string": spec.a in body must be of type integer: "string", spec.b: Required value]',
      causes: [
        {
          reason: 'FieldValueTypeInvalid',
          message: 'Invalid value: "string": spec.a in body must be of type integer: "string"',
          field: 'spec.a',
        },
        { reason: 'FieldValueRequired', message: 'Required value', field: 'spec.b' },
      ],
    })
  })
})

describe('rules of a custom resource', () => {
  const rule = (rule: string, more: object = {}): object => ({
    'x-kubernetes-validations': [{ rule, ...more }],
  })
  const set = { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } }

  it.each([
    [
      'sets are equal in any order',
      thing({ a: set, b: set }, rule('self.a == self.b')),
      { a: ['x', 'y'], b: ['y', 'x'] },
      [],
    ],
    [
      'other sets are not',
      thing({ a: set, b: set }, rule('self.a == self.b')),
      { a: ['x', 'y'], b: ['x', 'z'] },
      ['spec: Invalid value: failed rule: self.a == self.b'],
    ],
    [
      'a null is absent',
      thing({ s: { type: 'string', nullable: true } }, rule('!has(self.s)')),
      { s: null },
      [],
    ],
    [
      'a text is not',
      thing({ s: { type: 'string', nullable: true } }, rule('!has(self.s)')),
      { s: 'x' },
      ['spec: Invalid value: failed rule: !has(self.s)'],
    ],
    [
      'a scalar is told with its value',
      thing({ x: { type: 'integer', ...rule('self < 5') } }),
      { x: 8 },
      ['spec.x: Invalid value: 8: failed rule: self < 5'],
    ],
    [
      'the message, its expression, the reason and the field',
      thing(
        { x: { type: 'integer' } },
        rule('self.x < 5', {
          message: 'm',
          messageExpression: '"x is " + string(self.x)',
          reason: 'FieldValueForbidden',
          fieldPath: '.x',
        }),
      ),
      { x: 8 },
      ['spec.x: Forbidden: x is 8'],
    ],
    [
      'a message with a line break is not used',
      thing({ x: { type: 'integer' } }, rule('self.x < 5', { message: 'm', messageExpression: '"a\\nb"' })),
      { x: 8 },
      ['spec: Invalid value: m'],
    ],
    [
      'what fails is told',
      thing({ x: { type: 'array', items: { type: 'integer' } } }, rule('self.x[3] == 1')),
      { x: [1] },
      ['spec: Invalid value: "object": index out of bounds: 3 evaluating rule: self.x[3] == 1'],
    ],
  ])('%s', (_, custom, spec, errors) => {
    expect(messages(custom.validateRules(ofSpec(spec), null))).toEqual(errors)
  })

  it('that look at the old value run on updates alone', () => {
    const custom = thing({ v: { type: 'integer' } }, rule('self.v >= oldSelf.v'))
    const old = ofSpec({ v: 5 })
    expect(messages(custom.validateRules(ofSpec({ v: 1 }), null))).toEqual([])
    expect(messages(custom.validateRules(ofSpec({ v: 4 }), old))).toHaveLength(1)
    expect(messages(custom.validateRules(ofSpec({ v: 5 }), old))).toEqual([])
  })

  it('with an optional old value run always', () => {
    const custom = thing(
      { v: { type: 'integer' } },
      rule('oldSelf.hasValue() || self.v == 1', { optionalOldSelf: true }),
    )
    expect(messages(custom.validateRules(ofSpec({ v: 2 }), null))).toHaveLength(1)
    expect(messages(custom.validateRules(ofSpec({ v: 2 }), ofSpec({ v: 5 })))).toEqual([])
  })

  it('warn of what failed before and did not change', () => {
    const onField = thing({ x: { type: 'integer', ...rule('self < 5') }, o: { type: 'string' } })
    const onSpec = thing({ x: { type: 'integer' }, o: { type: 'string' } }, rule('self.x < 5'))
    const old = ofSpec({ x: 9, o: 'a' })
    const other = ofSpec({ x: 9, o: 'b' })
    const labelled = ofSpec({ x: 9, o: 'a' }, { labels: { a: 'b' } })
    expect(onField.validateRules(other, old)).toEqual({
      errors: [],
      warnings: ['spec.x: Invalid value: 9: failed rule: self < 5'],
    })
    expect(messages(onField.validateRules(ofSpec({ x: 8, o: 'b' }), old))).toHaveLength(1)
    expect(messages(onSpec.validateRules(other, old))).toHaveLength(1)
    expect(onSpec.validateRules(labelled, old)).toEqual({
      errors: [],
      warnings: ['spec: Invalid value: failed rule: self.x < 5'],
    })
  })

  it.each([
    [34, 'spec.x: Invalid value: "integer": failed rule: self < 5'],
    [35, 'spec.x: Invalid value: 8: failed rule: self < 5'],
  ])('are told as release 1.%d does', (minor, message) => {
    const properties = { x: { type: 'integer', ...rule('self < 5') } }
    const schema = { type: 'object', properties: { spec: { type: 'object', properties } } }
    const custom = readDefinition(thingDefinition(schema), 'v1', { minor })
    expect(messages(custom?.validateRules(ofSpec({ x: 8 }), null) ?? { errors: [] })).toEqual([message])
  })

  it('at the root never are forgiven', () => {
    const schema = {
      type: 'object',
      properties: { spec: { type: 'object', properties: { x: { type: 'integer' } } } },
      ...rule('self.spec.x < 5'),
    }
    const custom = readDefinition(thingDefinition(schema), 'v1')
    const outcome = custom?.validateRules(ofSpec({ x: 9 }, { labels: { a: 'b' } }), ofSpec({ x: 9 }))
    expect(outcome?.errors.map(({ message }) => message)).toEqual([
      '<nil>: Invalid value: failed rule: self.spec.x < 5',
    ])
  })

  it('stop where all that they may cost is spent', () => {
    const text = { type: 'string', maxLength: 8000 }
    const rules = Array.from({ length: 30 }, () => ({ rule: 'self.s.contains(self.s + "y")' }))
    const custom = thing({ s: text }, { 'x-kubernetes-validations': rules })
    const found = messages(custom.validateRules(ofSpec({ s: 'x'.repeat(8000) }), null))
    expect(found.at(-1)).toBe(
      'spec: Invalid value: "object": validation failed due to running out of cost budget, no further validation rules will be run',
    )
    expect(found.length).toBeLessThan(30)
  })

  it('are not asked of an object that is wrong already', () => {
    const custom = thing({ a: { type: 'integer' } }, rule('self.a < 5'))
    expect(messages(custom.validateAll(ofSpec({ a: 'x' }), null)).at(-1)).toBe(
      '<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
    )
  })
})

describe('the strategies of a custom resource', () => {
  const custom = thing({ a: { type: 'integer' } })
  const old = {
    ...ofSpec({ a: 1 }, { uid: 'u', generation: 4, creationTimestamp: '2026-01-01T00:00:00Z' }),
    status: { ready: true },
  }

  it('a write of the object leaves the status as it is', () => {
    const prepared = custom.prepare({ ...ofSpec({ a: 2 }), status: { ready: false } }, old, '')
    expect(prepared).toMatchObject({
      spec: { a: 2 },
      status: { ready: true },
      metadata: { uid: 'u', generation: 5 },
    })
  })

  it('a write of the status leaves the rest as it is', () => {
    const prepared = custom.prepare(
      { ...ofSpec({ a: 2 }, { labels: { x: 'y' } }), status: { ready: false } },
      old,
      'status',
    )
    expect(prepared).toEqual({ ...old, status: { ready: false } })
  })

  it('a new object has no status, and the first generation', () => {
    const prepared = custom.prepare({ ...ofSpec({ a: 2 }), status: { ready: true } }, null, '')
    expect(prepared).not.toHaveProperty('status')
    expect(prepared.metadata).toMatchObject({ generation: 1 })
  })
})

describe('versions of a custom resource', () => {
  const two = (strategy: string): object =>
    thingDefinition({}, { versions: [{ name: 'v1' }, { name: 'v2' }], conversion: { strategy } })

  it('change their name alone, unless a webhook converts them', () => {
    const none = readDefinition(two('None'), 'v1')
    const webhook = readDefinition(two('Webhook'), 'v1')
    if (none === null || webhook === null) throw new Error('there are no such versions')
    expect(convertible(none, ofSpec({}), 'v2')).toMatchObject({ apiVersion: 'example.com/v2', kind: 'Thing' })
    expect(convertible(webhook, ofSpec({}), 'v2')).toBeNull()
    expect(convertible(none, ofSpec({}), 'v3')).toBeNull()
  })

  it.each([
    [{}],
    [{ spec: null }],
    [{ spec: { versions: 'x' } }],
    [{ spec: { versions: [null, { name: 5 }] } }],
    [two('None')],
  ])('that %j does not have are null', definition => {
    expect(readDefinition(definition, 'v9')).toBeNull()
  })
})
