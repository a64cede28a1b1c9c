import { expect, it } from 'vitest'
import type { KubeObject } from '../../shared/kube/index.ts'
import { maskedValue } from './masking.ts'

/** As the engine's own mask: no value and no annotation that repeats them. */
const maskSecret = (object: KubeObject): KubeObject => {
  const { data, stringData, metadata, ...rest } = object as KubeObject & {
    data?: object
    stringData?: object
  }
  const keys = [...Object.keys(data ?? {}), ...Object.keys(stringData ?? {})]
  return {
    ...rest,
    metadata: { ...metadata, annotations: {} },
    data: Object.fromEntries(keys.map(key => [key, 'masked'])),
  }
}

const value = Buffer.from('hidden-value').toString('base64')
const annotations = {
  'kubectl.kubernetes.io/last-applied-configuration': '{"stringData":{"a":"hidden-value"}}',
}
const item = {
  metadata: { name: 'a', annotations },
  data: { password: value },
  stringData: { b: 'hidden-value' },
}
const secret = { apiVersion: 'v1', kind: 'Secret', ...item }
const row = { cells: ['a', 'Opaque', 1], object: { kind: 'PartialObjectMetadata', metadata: item.metadata } }

it.each([
  ['one', secret],
  [
    'a list of them, whose items name no kind',
    { kind: 'SecretList', metadata: { resourceVersion: '1' }, items: [item, item] },
  ],
  ['an event of a watch', { type: 'MODIFIED', object: secret }],
  ['a table', { kind: 'Table', metadata: {}, rows: [row, { ...row, object: secret }] }],
  ['metadata alone', { kind: 'PartialObjectMetadata', metadata: item.metadata }],
])('where Secrets are asked for, %s holds no value', (_form, answer) => {
  const text = JSON.stringify(maskedValue(answer, maskSecret, true))
  expect(text).not.toContain('hidden-value')
  expect(text).not.toContain(value)
  expect(text).toContain('"a"')
})

it('a Secret among other kinds is known by its kind, and the others stay as they are', () => {
  const other = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { a: 'plain' } }
  const list = { kind: 'List', items: [secret, other] }
  const masked = maskedValue(list, maskSecret, false) as { readonly items: readonly unknown[] }
  expect(JSON.stringify(masked)).not.toContain(value)
  expect(masked.items[1]).toEqual(other)
})
