import { expect, it } from 'vitest'
import { formatPath } from '../../../shared/kube/index.ts'
import { parseServerPath, valueAt, withoutValue, withValue } from './fields.ts'

const object = {
  metadata: { labels: { 'app.kubernetes.io/name': 'a', app: 'b' }, finalizers: ['x', 'y'] },
  spec: { containers: [{ name: 'web', ports: [{ containerPort: 80 }] }, { name: 'a"b' }] },
}

it.each([
  ['.metadata.labels.app.kubernetes.io/name', 'metadata.labels["app.kubernetes.io/name"]', 'a'],
  ['.metadata.labels.app', 'metadata.labels.app', 'b'],
  ['.spec.containers[name="web"].name', 'spec.containers[name=web].name', 'web'],
  ['.spec.containers[name="a\\"b"].name', 'spec.containers[name="a\\"b"].name', 'a"b'],
  [
    '.spec.containers[name="web"].ports[containerPort=80,protocol="TCP"].containerPort',
    'spec.containers[name=web].ports[containerPort=80,protocol=TCP].containerPort',
    80,
  ],
  ['.metadata.finalizers[="x"]', 'metadata.finalizers[="x"]', 'x'],
  ['.spec.containers[1].name', 'spec.containers[1].name', 'a"b'],
  ['.spec.unknown.field', 'spec.unknown.field', undefined],
])('a path as servers write it is read by what the object has: %s', (text, words, value) => {
  const path = parseServerPath(text, [object])
  expect(formatPath(path)).toBe(words)
  expect(valueAt(object, path)).toBe(value)
})

it('a value is put at its place, with what is missing on the way', () => {
  const path = parseServerPath('.spec.list[name="new"].deep.er', [])
  const made = { ...object, spec: { ...object.spec, list: [{ name: 'new', deep: { er: 1 } }] } }
  expect(withValue(object, path, 1)).toEqual(made)
})

it('a value is taken away with what it leaves empty, and the object itself stays as it is', () => {
  const before = structuredClone(object)
  const path = parseServerPath('.spec.containers[name="web"].ports[containerPort=80,protocol="TCP"]', [
    object,
  ])
  expect(withoutValue(object, path)).toEqual({
    ...object,
    spec: { containers: [{ name: 'web' }, { name: 'a"b' }] },
  })
  expect(withoutValue(object, ['nowhere', 'at', 'all'])).toEqual(object)
  expect(object).toEqual(before)
})
