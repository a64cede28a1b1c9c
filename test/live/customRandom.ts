import { anyValue, type Draw, type Value } from './patchRandom.ts'

type Schema = { [name: string]: Value }

const fieldNames = ['a', 'b', 'c', 'd']

/** A structural schema of a custom resource, with checks, defaults and rules. */
export function anyDefinition(draw: Draw): Schema {
  return {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object' },
      spec: node(draw, 3),
      status: node(draw, 2),
    },
    ...(draw.isOneIn(6) ? { required: ['spec'] } : {}),
  }
}

function node(draw: Draw, depth: number): Schema {
  const schema = bare(draw, depth)
  if (draw.isOneIn(5)) schema.nullable = true
  return schema
}

function bare(draw: Draw, depth: number): Schema {
  const kind = depth === 0 ? draw.below(6) : draw.below(12)
  switch (kind) {
    case 0:
      return withRules(draw, number(draw), ['self < 5', 'self >= oldSelf', 'self != 3'])
    case 1:
    case 2:
      return withRules(draw, text(draw), ["self != 'b'", 'self == oldSelf', "self.startsWith('a')"])
    case 3:
      return { type: 'boolean' }
    case 4:
      return {
        'x-kubernetes-int-or-string': true,
        ...(draw.isOneIn(2) ? { anyOf: [{ type: 'integer' }, { type: 'string' }] } : {}),
      }
    case 5:
      return withDefault(
        draw,
        { type: 'integer', ...(draw.isOneIn(3) ? { enum: [1, 2, 4] } : {}) },
        [1, 2, 9],
      )
    case 6:
    case 7:
      return list(draw, depth)
    case 8:
      return {
        type: 'object',
        additionalProperties: node(draw, depth - 1),
        ...(draw.isOneIn(3) ? { minProperties: 1, maxProperties: 2 } : {}),
      }
    case 9:
      return { ...object(draw, depth), 'x-kubernetes-preserve-unknown-fields': true }
    default:
      return withRules(draw, combined(draw, object(draw, depth)), [
        '!has(self.a)',
        'has(self.b)',
        'has(self.a) == has(oldSelf.a)',
        '!has(self.c) || has(self.d)',
      ])
  }
}

function number(draw: Draw): Schema {
  const schema: Schema = { type: draw.of(['integer', 'integer', 'number']) }
  if (draw.isOneIn(3)) schema.minimum = draw.of([0, 2, 1.5])
  if (draw.isOneIn(3)) schema.maximum = draw.of([3, 7])
  if (draw.isOneIn(5)) schema.exclusiveMinimum = true
  if (draw.isOneIn(5)) schema.exclusiveMaximum = true
  if (draw.isOneIn(5)) schema.multipleOf = draw.of([2, 0.5, 1.5])
  if (draw.isOneIn(4)) schema.format = draw.of(['int32', 'int64', 'float', 'double', 'odd'])
  return withDefault(draw, schema, [1, 4])
}

const formats = [
  ...[
    'date',
    'date-time',
    'duration',
    'ipv4',
    'ipv6',
    'cidr',
    'mac',
    'uuid',
    'uuid4',
    'byte',
    'hostname',
    'uri',
  ],
  ...[
    'email',
    'hexcolor',
    'rgbcolor',
    'isbn',
    'creditcard',
    'ssn',
    'password',
    'odd',
    'k8s-short-name',
    'bsonobjectid',
  ],
]

export const formatTexts: readonly string[] = [
  ...[
    '',
    'a',
    'abc',
    'b',
    'ä',
    '2024-02-29',
    '2023-02-29',
    '2024-02-29T12:00:00Z',
    '2024-02-29t24:00:00z',
    '1h30m',
  ],
  ...[
    '2 days',
    '1.2.3.4',
    '01.2.3.4',
    '1.2.3',
    '::1',
    '::ffff:1.2.3.4',
    '1::2::3',
    '10.0.0.0/8',
    '::/129',
    '::/0',
  ],
  ...[
    '01:23:45:67:89:ab',
    '0123.4567.89ab',
    '01-23',
    '123e4567-e89b-42d3-a456-426614174000',
    'YQ==',
    'YQ',
    'a.b-c.example',
  ],
  ...[
    '-a',
    'http://a/b?c',
    '/a b',
    'a b',
    'a@b',
    'x <a@b.c>',
    '#fff',
    'rgb(1, 2,3)',
    '978-0321751041',
    '0321751043',
  ],
  ...[
    '4111 1111 1111 1111',
    '123-45-6789',
    '507f1f77bcf86cd799439011',
    'Ab',
    'PT1H',
    '1',
    '*',
    'http://[::1]:80/',
  ],
]

function text(draw: Draw): Schema {
  const schema: Schema = { type: 'string' }
  if (draw.isOneIn(3)) schema.format = draw.of(formats)
  if (draw.isOneIn(6)) schema.minLength = 2
  if (draw.isOneIn(6)) schema.maxLength = draw.of([1, 5])
  if (draw.isOneIn(6)) schema.pattern = draw.of(['^a+$', 'b', '\\d{4}', '(?i)^A'])
  if (draw.isOneIn(6)) schema.enum = ['a', 'b', 'abc']
  return withDefault(draw, schema, ['a', 'abc'])
}

function list(draw: Draw, depth: number): Schema {
  const schema: Schema = { type: 'array', items: node(draw, depth - 1) }
  const kind = draw.below(6)
  if (kind === 0) return { ...schema, items: { type: 'string' }, 'x-kubernetes-list-type': 'set' }
  if (kind <= 2)
    return {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': kind === 1 ? ['a'] : ['a', 'b'],
      items: {
        type: 'object',
        required: ['a'],
        properties: { a: { type: 'string' }, b: { type: 'integer', default: 1 }, c: node(draw, depth - 1) },
      },
    }
  if (draw.isOneIn(4)) schema.minItems = 1
  if (draw.isOneIn(4)) schema.maxItems = 2
  if (draw.isOneIn(8)) schema['x-kubernetes-list-type'] = 'atomic'
  return schema
}

function object(draw: Draw, depth: number): Schema {
  const properties: Schema = {}
  for (let left = 1 + draw.below(3); left > 0; left -= 1)
    properties[draw.of(fieldNames)] = node(draw, depth - 1)
  const schema: Schema = { type: 'object', properties }
  if (draw.isOneIn(4)) schema.required = [draw.of(fieldNames)]
  return draw.isOneIn(6) ? { ...schema, default: {} } : schema
}

function combined(draw: Draw, schema: Schema): Schema {
  const branch = (): Value =>
    draw.of<Value>([
      { required: ['a'] },
      { required: ['b'] },
      { properties: { a: { not: { enum: ['a', 1] } } } },
    ])
  if (draw.isOneIn(6)) schema.anyOf = [branch(), branch()]
  if (draw.isOneIn(6)) schema.oneOf = [branch(), branch()]
  if (draw.isOneIn(6)) schema.allOf = [branch(), branch()]
  if (draw.isOneIn(8)) schema.not = branch()
  return schema
}

function withDefault(draw: Draw, schema: Schema, values: readonly Value[]): Schema {
  return draw.isOneIn(5) ? { ...schema, default: draw.of(values) } : schema
}

function withRules(draw: Draw, schema: Schema, rules: readonly string[]): Schema {
  if (!draw.isOneIn(3)) return schema
  const rule: Schema = { rule: draw.of(rules) }
  if (draw.isOneIn(4)) rule.message = 'it is wrong'
  if (draw.isOneIn(4)) rule.messageExpression = "'made ' + 'up'"
  if (draw.isOneIn(4))
    rule.reason = draw.of([
      'FieldValueForbidden',
      'FieldValueRequired',
      'FieldValueInvalid',
      'FieldValueDuplicate',
    ])
  return { ...schema, 'x-kubernetes-validations': [rule] }
}

/** A value that mostly goes with a schema. @param oddity one in how many nodes does not */
export function valueUnder(draw: Draw, schema: Value, oddity: number): Value {
  const fields = schema as Schema
  if (oddity > 0 && draw.isOneIn(oddity)) return anyValue(draw, 2)
  if (draw.isOneIn(25)) return null
  if (fields['x-kubernetes-int-or-string'] === true) return draw.of([1, 'a'])
  switch (fields.type) {
    case 'integer':
      return draw.of([0, 1, 2, 3, 4, 6, 8, 2 ** 33])
    case 'number':
      return draw.of([0, 1.5, 2, 3.25, 7, 1e300])
    case 'string':
      return draw.of(formatTexts)
    case 'boolean':
      return draw.isOneIn(2)
    case 'array':
      return Array.from({ length: draw.below(4) }, () => valueUnder(draw, fields.items ?? {}, oddity))
    default:
      return objectUnder(draw, fields, oddity)
  }
}

function objectUnder(draw: Draw, schema: Schema, oddity: number): Value {
  const object: Schema = {}
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Schema))
    if (!draw.isOneIn(3)) object[name] = valueUnder(draw, property, oddity)
  const additional = schema.additionalProperties
  for (let left = draw.below(3); left > 0; left -= 1) {
    if (additional !== undefined) object[draw.of(fieldNames)] = valueUnder(draw, additional, oddity)
    else if (draw.isOneIn(4)) object.undeclared = anyValue(draw, 1)
  }
  return object
}

/** What changes now and then: one branch of the value is drawn anew. */
export function changed(draw: Draw, schema: Value, value: Value, oddity: number): Value {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return draw.isOneIn(3) ? valueUnder(draw, schema, oddity) : value
  const properties = ((schema as Schema).properties ?? {}) as Schema
  const copy = { ...value }
  for (const [name, property] of Object.entries(properties))
    if (copy[name] !== undefined && draw.isOneIn(2))
      copy[name] = changed(draw, property, copy[name] ?? null, oddity)
  return copy
}
