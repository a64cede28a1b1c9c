import { expect, it } from 'vitest'
import type { JsonObject } from '../../cel/kubernetes/index.ts'
import { changeWords } from './changeWords.ts'

const web: JsonObject = {
  metadata: { name: 'web', labels: { app: 'web' } },
  spec: { replicas: 1, containers: [{ name: 'web', image: 'a' }] },
}

it.each([
  ['a field', { ...web, spec: { ...(web.spec as object), replicas: 3 } }, 'It changes spec.replicas.'],
  [
    'items by their names',
    { ...web, spec: { replicas: 1, containers: [{ name: 'web', image: 'b' }, { name: 'side' }] } },
    'It adds spec.containers[name=side]; changes spec.containers[name=web].image.',
  ],
  [
    'three, and how many more',
    { metadata: { name: 'web', labels: { a: '1', b: '2', c: '3', d: '4', app: 'web' } }, spec: web.spec },
    'It adds metadata.labels.a, metadata.labels.b and metadata.labels.c; and 1 more.',
  ],
  [
    'whole numbers of either type as one',
    { ...web, spec: { ...(web.spec as object), replicas: 1n } },
    'It changes the object.',
  ],
])('a mutation is named: %s', (_name, after, sentence) => {
  expect(changeWords(web, after as JsonObject)).toBe(sentence)
})

it('what is nested too deep to be walked is named where it begins', () => {
  const nest = (leaf: number): JsonObject => {
    let value: unknown = leaf
    for (let level = 0; level < 9000; level++) value = { a: value }
    return { spec: value } as JsonObject
  }
  expect(changeWords(nest(1), nest(2))).toMatch(/^It changes spec(\.a)+\.$/)
})
