import { expect, test } from 'vitest'
import { tally } from './labels.ts'

const labelled = (labels: unknown) => ({ metadata: { labels } })

test('labels and their values come most frequent first', () => {
  const items = [
    labelled({ app: 'web', tier: 'front' }),
    labelled({ app: 'web' }),
    labelled({ app: 'api', tier: 'back' }),
  ]
  expect(tally(items)).toEqual([
    { key: 'app', values: ['web', 'api'] },
    { key: 'tier', values: ['back', 'front'] },
  ])
})

test('odd shapes are passed over, and no name reaches a prototype', () => {
  const items = [null, 3, {}, labelled(null), labelled('x'), labelled({ a: 1, __proto__x: 'y' })]
  expect(tally([...items, JSON.parse('{"metadata":{"labels":{"__proto__":"evil"}}}')])).toEqual([
    { key: '__proto__', values: ['evil'] },
    { key: '__proto__x', values: ['y'] },
  ])
})

test('what is told is bounded', () => {
  const many = Array.from({ length: 500 }, (_, index) => labelled({ [`key-${index}`]: 'x', id: `${index}` }))
  const terms = tally(many)
  expect(terms).toHaveLength(100)
  expect(terms[0]?.values).toHaveLength(60)
})
