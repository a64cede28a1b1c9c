import { expect, it } from 'vitest'
import { readManifest } from './manifest.ts'
import { asText, completed, largeText, outlineOf } from './outline.ts'
import { configMapRequest } from './request.fixture.ts'

const text = `apiVersion: v1
kind: ConfigMap
metadata:
  name: own
  labels: {a: b}
data: {long: text}
`
const request = configMapRequest('shop', 'own')

it('an outline holds what a request is built from, and nothing else', () => {
  expect(outlineOf(readManifest(text))).toEqual({
    type: 'objects',
    objects: [{ object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'own' } }, line: 1 }],
  })
})

it.each([
  ['kind: [a, b]', { kind: [] }],
  ['metadata: [a]', { metadata: [] }],
  ['metadata: null\nkind: A', { metadata: null, kind: 'A' }],
  ['metadata: {name: {a: b}, generateName: x}', { metadata: { name: [], generateName: 'x' } }],
])('odd shapes stay odd in an outline: %s', (odd, object) => {
  expect(outlineOf(readManifest(odd))).toMatchObject({ objects: [{ object }] })
})

it('a request is completed to the object of the text, in the place that it was given', () => {
  const whole = completed(request, { object: text }, readManifest)
  expect(whole).toEqual({
    ...request,
    object: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'own', namespace: 'shop', labels: { a: 'b' } },
      data: { long: 'text' },
    },
  })
  expect(completed(request, undefined, readManifest)).toBe(request)
})

it('the object before is completed from its own text', () => {
  const old = text.replace('text}', 'before}')
  const asked = { ...request, oldObject: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'own' } } }
  const { object, oldObject } = completed(asked, { object: text, oldObject: old }, readManifest)
  expect(object).toMatchObject({ data: { long: 'text' } })
  expect(oldObject).toMatchObject({ data: { long: 'before' }, metadata: { labels: { a: 'b' } } })
})

it('large objects become text, small ones and Secrets do not', () => {
  const large = { kind: 'ConfigMap', data: { a: 'x'.repeat(largeText) } }
  expect(JSON.parse(asText([large, null]) ?? '')).toEqual([large, null])
  expect(asText([{ kind: 'ConfigMap' }])).toBeUndefined()
  expect(asText([large, { ...large, kind: 'Secret' }])).toBeUndefined()
})
