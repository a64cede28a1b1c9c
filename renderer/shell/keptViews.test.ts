import { expect, it } from 'vitest'
import { keptViews, type UsedView } from './keptViews.ts'

const view = (context: string, name: string, used: number): UsedView => ({
  identity: `${context} ${name}`,
  address: { view: 'policies', context },
  used,
})
const names = (views: readonly UsedView[]) => views.map(({ identity }) => identity)

it('of one context the latest eight stay, in their order', () => {
  const views = Array.from({ length: 12 }, (_, index) => view('a', `${index}`, index))
  expect(names(keptViews(views))).toEqual(names(views.slice(4)))
})

it('the latest view of each of twenty contexts stays besides', () => {
  const views = Array.from({ length: 40 }, (_, index) => view(`c${index % 20}`, `${index}`, index))
  const kept = keptViews(views)
  expect(new Set(kept.map(({ address }) => ('context' in address ? address.context : ''))).size).toBe(20)
  expect(kept).toHaveLength(20)
})

it('of more contexts the ones that were left longest ago do not', () => {
  const views = Array.from({ length: 30 }, (_, index) => view(`c${index}`, 'x', index))
  expect(names(keptViews(views))).toEqual(names(views.slice(10)))
})
