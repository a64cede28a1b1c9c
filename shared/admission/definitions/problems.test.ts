import { describe, expect, it } from 'vitest'
import { definitionProblems } from './index.ts'

const schemaWith = (rule: object, type: object = { type: 'integer' }) => ({
  type: 'object',
  properties: {
    spec: { type: 'object', properties: { x: { ...type, 'x-kubernetes-validations': [rule] } } },
  },
})
const definition = (...schemas: readonly object[]) => ({
  spec: { versions: schemas.map((schema, at) => ({ name: `v${at}`, schema: { openAPIV3Schema: schema } })) },
})
const fieldsOf = (object: Readonly<Record<string, unknown>>) =>
  definitionProblems(object, 36).map(({ field }) => field)

describe('rules of a custom kind', () => {
  it('that compile are accepted', () => {
    expect(definitionProblems(definition(schemaWith({ rule: 'self > 1' })), 36)).toEqual([])
  })

  it('that do not compile are refused in the words of the server', () => {
    const [problem] = definitionProblems(definition(schemaWith({ rule: 'self == null' })), 36)
    expect(problem?.message).toBe(
      'spec.validation.openAPIV3Schema.properties[spec].properties[x].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self == null","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:6: found no matching overload for \'_==_\' applied to \'(int, null)\'\n | self == null\n | .....^',
    )
  })

  it('are named by their version where versions differ', () => {
    const twice = definition(schemaWith({ rule: 'self > 1' }), schemaWith({ rule: 'self.y' }))
    expect(fieldsOf(twice)).toEqual([
      'spec.versions[1].schema.openAPIV3Schema.properties[spec].properties[x].x-kubernetes-validations[0].rule',
    ])
  })

  it('must not have a message that is no text', () => {
    const [field] = fieldsOf(definition(schemaWith({ rule: 'self > 1', messageExpression: 'self' })))
    expect(field).toMatch(/messageExpression$/)
  })

  it('are found in items and additional properties', () => {
    const rules = { 'x-kubernetes-validations': [{ rule: '1' }] }
    const schema = {
      type: 'object',
      properties: {
        list: { type: 'array', items: { type: 'string', ...rules } },
        map: { type: 'object', additionalProperties: { type: 'string', ...rules } },
      },
    }
    expect(fieldsOf(definition(schema))).toHaveLength(2)
  })

  it.each([{}, { spec: null }, { spec: { versions: [null, 1, { schema: [] }] } }])(
    'of a shape like %j are read without a crash',
    object => expect(definitionProblems(object, 36)).toEqual([]),
  )
})

it('a definition is called by its plural and its group', () => {
  const spec = { group: 'example.com', names: { plural: 'things' } }
  const told = (name: string) =>
    definitionProblems({ metadata: { name }, spec }, 36).map(({ message }) => message)
  expect(told('things.example.com')).toEqual([])
  expect(told('other.example.com')).toEqual([
    'metadata.name: Invalid value: "other.example.com": must be spec.names.plural+"."+spec.group',
  ])
})

it('a rule must give a reason that there is', () => {
  const wrong = definition(schemaWith({ rule: 'self > 1', reason: 'Because' }))
  expect(definitionProblems(wrong, 36).map(({ message }) => message)).toEqual([
    'spec.validation.openAPIV3Schema.properties[spec].properties[x].x-kubernetes-validations[0].reason: Unsupported value: "Because": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"',
  ])
})
