import { expect, it } from 'vitest'
import type { JsonObject } from '../values/index.ts'
import { validateAgainst } from './index.ts'

const core = 'io.k8s.api.core.v1'
const map = { type: 'object', additionalProperties: { type: 'string' } }
const properties = { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: { type: 'object' } }
const own = { data: map, immutable: { type: 'boolean' }, type: { type: 'string' } }
const schemas = {
  [`${core}.ConfigMap`]: { type: 'object', properties: { ...properties, ...own, binaryData: map } },
  [`${core}.Secret`]: { type: 'object', properties: { ...properties, ...own } },
}

const object = (kind: string, fields: object): JsonObject => ({
  ...{ apiVersion: 'v1', kind, metadata: { name: 'a', namespace: 'n' } },
  ...(fields as JsonObject),
})

function problems(kind: string, fields: object, old?: object): readonly string[] {
  const options = old === undefined ? { isUpdate: false } : { isUpdate: true, old: object(kind, old) }
  const found = validateAgainst({ root: `${core}.${kind}`, schemas }, object(kind, fields), options)
  return found.map(({ message }) => message)
}

const form =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"

it.each([
  ['.a-B_1.txt', []],
  ['a/b~c', [form]],
  ['', [form]],
  ['..', ["must not be '..'"]],
  ['.', ["must not be '.'"]],
  ['..a', ["must not start with '..'"]],
  ['../a', [form, "must not start with '..'"]],
  ['k'.repeat(254), ['must be no more than 253 characters']],
])('a key %j of a ConfigMap or a Secret is a name of a file', (key, faults) => {
  for (const kind of ['ConfigMap', 'Secret'])
    expect(problems(kind, { data: { [key]: 'x' } })).toEqual(
      faults.map(fault => `data[${key}]: Invalid value: ${JSON.stringify(key)}: ${fault}`),
    )
})

it('a key is text or bytes, not both', () => {
  expect(problems('ConfigMap', { data: { a: 'x' }, binaryData: { a: 'eA==', 'b ': '' } })).toEqual([
    'data[a]: Invalid value: "a": duplicate of key present in binaryData',
    `binaryData[b ]: Invalid value: "b ": ${form}`,
  ])
})

const isFixed = 'Forbidden: field is immutable when `immutable` is set'

it.each([
  ['ConfigMap', { data: { a: '2' } }, { data: { a: '1' } }, []],
  ['ConfigMap', { immutable: true, data: {} }, { immutable: true }, []],
  [
    'ConfigMap',
    { immutable: true, data: { a: '2' } },
    { immutable: true, data: { a: '1' } },
    [`data: ${isFixed}`],
  ],
  [
    'ConfigMap',
    { binaryData: { a: '' } },
    { immutable: true },
    [`immutable: ${isFixed}`, `binaryData: ${isFixed}`],
  ],
  ['Secret', { data: { a: '2' } }, { immutable: true }, [`immutable: ${isFixed}`, `data: ${isFixed}`]],
  ['Secret', { type: 'b' }, { type: 'a' }, ['type: Invalid value: "b": field is immutable']],
] as const)('%s %j in place of %j', (kind, now, old, expected) => {
  expect(problems(kind, now, old)).toEqual(expected)
})
