import { expect, it } from 'vitest'
import { placeOfField } from './places.ts'

const text = `# a comment
apiVersion: v1
kind: ConfigMap
metadata:
  name: one
  namespace: shop
---
# nothing
---
{"kind": "ConfigMapList", "items": [
  {"kind": "ConfigMap", "metadata": {"name": "two"}},
  {"kind": "ConfigMap", "metadata": {"namespace": "other"}}]}
`

it.each([
  ['a field of a document', 0, 'metadata.namespace', { line: 6, column: 14 }],
  ['a field that is not there: what is around it', 1, 'metadata.namespace', { line: 11, column: 37 }],
  ['a field of an item of a list', 2, 'metadata.namespace', { line: 12, column: 51 }],
  ['an object that is not there', 7, 'kind', null],
])('tells where %s stands', (_what, index, field, place) => {
  expect(placeOfField(text, index, field)).toEqual(place)
})

it('tells nothing of a text that is no YAML, and does not throw', () => {
  expect(placeOfField(': [', 3, 'kind')).toBeNull()
})
