import { describe, expect, it } from 'vitest'
import type { CelError } from '../values/value.ts'
import { declareSchema, escapeName, RuleCompiler, readSchema, unescapeName } from './index.ts'

describe('names of fields', () => {
  it.each([
    ['a-b', 'a__dash__b'],
    ['a.b', 'a__dot__b'],
    ['a/b', 'a__slash__b'],
    ['a__b', 'a__underscores__b'],
    ['namespace', '__namespace__'],
    ['namespaces', 'namespaces'],
  ])('%s is written %s, and back', (name, escaped) => {
    expect(escapeName(name)).toBe(escaped)
    expect(unescapeName(escaped)).toBe(name)
  })

  it.each(['', '1a', 'a b', 'é', 'a$'])('%j cannot be written', name => {
    expect(escapeName(name)).toBeNull()
  })

  it.each(['__nope__', 'a__if__', '__namespace__x'])('%s is no escaped name', text => {
    expect(unescapeName(text)).toBeNull()
  })
})

function rulesOf(schema: unknown, hasOptionalOldSelf = false): RuleCompiler {
  return new RuleCompiler({ minor: 36, schema, isRoot: false, hasOptionalOldSelf })
}

function evaluate(rules: RuleCompiler, expression: string, input: { self: unknown; oldSelf?: unknown }) {
  const rule = rules.rule(expression)
  expect(rule?.fault).toBeNull()
  return rule === null ? null : rules.evaluate(rule, input).result
}

const number = { type: 'object', properties: { i: { type: 'integer' } } }

describe('rules', () => {
  it('must be bools, and their messages strings', () => {
    const rules = rulesOf(number)
    expect(rules.rule('self.i')?.fault).toBe('cel expression must evaluate to a bool')
    expect(rules.message('self.i')?.fault).toBe('messageExpression must evaluate to a string')
    expect(rules.message('self.nope')?.fault).toMatch(/^messageExpression compilation failed: /)
  })

  it('tell whether they look at the old value', () => {
    const rules = rulesOf(number)
    expect(rules.rule('self.i > 1')?.usesOldSelf).toBe(false)
    expect(rules.rule('[1].all(x, self.i > oldSelf.i)')?.usesOldSelf).toBe(true)
  })

  it('have an optional old value where the rule says so', () => {
    const rules = rulesOf(number, true)
    const grows = 'oldSelf.i.optMap(old, self.i > old).orValue(true)'
    expect(evaluate(rules, grows, { self: { i: 1 } })).toBe(true)
    expect(evaluate(rules, grows, { self: { i: 1 }, oldSelf: { i: 2 } })).toBe(false)
  })

  it('cannot see what has no type', () => {
    expect(rulesOf({ 'x-kubernetes-preserve-unknown-fields': true }).rule('true')).toBeNull()
    expect(rulesOf({ type: 'array', items: {} }).rule('true')).toBeNull()
  })

  it('meet data that does not go with its schema as an error', () => {
    const rules = rulesOf({ type: 'array', items: { type: 'string' } })
    const result = evaluate(rules, "self == ['a']", { self: [null] })
    expect((result as CelError).message).toBe('invalid data, got null for schema with nullable=false')
    expect(evaluate(rules, "self.exists(x, x == 'b')", { self: [null, 'b'] })).toBe(true)
  })
})

describe('schemas', () => {
  it('may refer to themselves', () => {
    const tree = { type: 'object', properties: { child: { $ref: '#/tree' }, n: { type: 'integer' } } }
    const schema = readSchema({ $ref: '#/tree' }, () => tree)
    const declared = declareSchema(schema, 'Tree', false)
    expect([...(declared?.structs.get('Tree')?.keys() ?? [])]).toEqual(['child', 'n'])
    expect(declared?.structs.get('Tree.child')?.size).toBe(0)
  })

  it.each([null, 5, [], 'x', { type: 7, properties: 3, items: [], additionalProperties: true }])(
    'of a shape like %j are read without a crash',
    json => {
      expect(() => declareSchema(readSchema(json), 'T', true)).not.toThrow()
    },
  )

  it('end at a depth of their own', () => {
    let deep: unknown = { type: 'string' }
    for (let level = 0; level < 5000; level++) deep = { type: 'array', items: deep }
    expect(() => readSchema(deep)).not.toThrow()
  })

  it('keep fields apart from what objects inherit', () => {
    const schema = readSchema(
      JSON.parse(
        '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"}}}',
      ),
    )
    expect([...(schema.properties?.keys() ?? [])]).toEqual(['__proto__', 'constructor'])
  })
})
