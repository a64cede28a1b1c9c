import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../values/index.ts'
import { validateAgainst } from './builtIn.ts'
import { isOfFormat } from './formats.ts'
import { readDefinition } from './index.ts'
import { ofSpec, thing, thingDefinition } from './thing.fixture.ts'

const nested = (levels: number, leaf: unknown): unknown => {
  let value = leaf
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

describe('content of a cluster that nobody should trust', () => {
  const oddSchemas: readonly unknown[] = [
    null,
    'x',
    [],
    {
      type: ['object'],
      properties: 5,
      required: [1, null],
      items: 'x',
      additionalProperties: 'x',
      enum: 'x',
    },
    {
      type: 'object',
      properties: { spec: null, metadata: { properties: { name: 5 } } },
      'x-kubernetes-validations': [null, {}, { rule: 5 }],
    },
    {
      properties: JSON.parse(
        '{"__proto__":{"default":{"polluted":true}},"constructor":{"type":"string","default":"x"}}',
      ),
    },
    {
      type: 'object',
      allOf: [null, 5, { $ref: '#/definitions/x' }],
      anyOf: {},
      oneOf: 'x',
      not: [],
      pattern: '(',
      multipleOf: 0,
    },
    {
      type: 'object',
      properties: {
        spec: { type: 'string', pattern: '(', 'x-kubernetes-validations': [{ rule: 'self.(' }] },
      },
    },
    {
      type: 'array',
      items: { type: 'array' },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': [1, {}],
    },
  ]
  const oddObjects: readonly unknown[] = [
    {},
    { metadata: 'x', spec: 'x' },
    {
      metadata: {
        name: 5,
        labels: [],
        annotations: { a: {} },
        ownerReferences: [null, 5],
        managedFields: [{}],
        finalizers: {},
      },
    },
    JSON.parse(
      '{"__proto__":{"polluted":true},"spec":{"__proto__":[],"constructor":{"prototype":{"polluted":true}}},"metadata":{"__proto__":1}}',
    ),
    { spec: [null, [undefined], { a: Number.NaN, b: Number.POSITIVE_INFINITY, c: 2 ** 70 }] },
    { spec: nested(5000, 'x'), status: nested(5000, null) },
  ]

  it.each(oddSchemas.map((schema, index) => [index, schema] as const))(
    'a definition of odd shape (%d) throws nothing',
    (_, schema) => {
      const custom = readDefinition(thingDefinition(schema), 'v1')
      for (const object of oddObjects as readonly JsonObject[])
        for (const old of [null, ...(oddObjects as readonly JsonObject[])]) {
          const read = custom?.pruneAndDefault(object)
          if (custom !== null) expect(custom.stored(custom.withDefaults(object))).toBeDefined()
          for (const subresource of ['', 'status']) {
            const prepared = custom?.prepare(read?.object ?? object, old, subresource)
            expect(
              custom?.validateAll(
                { ...prepared, apiVersion: 'example.com/v1', kind: 'Thing' },
                old,
                subresource,
              ),
            ).toBeDefined()
          }
        }
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
      expect(
        validateAgainst({ root: 'a', schemas: { a: schema } }, oddObjects[4] as JsonObject, {
          isUpdate: false,
        }),
      ).toBeInstanceOf(Array)
    },
  )

  it.each([
    'date',
    'duration',
    'email',
    'hostname',
    'uri',
    'cidr',
    'ipv6',
    'byte',
    'creditcard',
    'isbn',
    'mac',
    'rgbcolor',
  ])('a long text is told to be no %s at once', format => {
    const began = performance.now()
    for (const part of ['1', '1 ', 'a', 'a.', ':', '/', '-', '1:', 'rgb(1,'])
      isOfFormat(format, `${part.repeat(100_000)}!`)
    expect(performance.now() - began).toBeLessThan(5000)
  })

  it('long names are checked at once', () => {
    const name = `${'a.'.repeat(100_000)}!`
    const began = performance.now()
    expect(
      thing({}).validate(ofSpec({}, { name, labels: { [name]: name } }), null).errors.length,
    ).toBeGreaterThan(3)
    expect(performance.now() - began).toBeLessThan(3000)
  })
})
