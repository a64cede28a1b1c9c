import { expect, it } from 'vitest'
import { plainQuestion } from '../live/index.ts'
import { askedOf, listDetail } from './tabTitles.ts'

it.each([
  [[], [], ''],
  [['shop'], [], 'shop'],
  [['shop', 'till'], [], '2 namespaces'],
  [[], ['prod', 'stage'], '3 contexts'],
  [['shop'], ['prod'], 'shop, 2 contexts'],
])('a list of namespaces %j over its own and %j is told by “%s”', (namespaces, merged, detail) => {
  expect(listDetail({ namespaces, merged })).toBe(detail)
})

const pods = { group: '', version: 'v1', resource: 'pods' }

it.each([
  [{}, ''],
  [{ resource: pods }, 'pods'],
  [{ resource: pods, subresource: 'exec' }, 'pods/exec'],
  [{ resource: pods, name: 'web-0' }, 'web-0'],
])('a question of admission %j is told by “%s”', (part, detail) => {
  expect(askedOf({ ...plainQuestion, ...part })).toBe(detail)
})
