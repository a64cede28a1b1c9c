import { expect, it } from 'vitest'
import { type ComparePlace, compareText, parseCompare, plainCompare } from './comparePlace.ts'

const ref = (name: string) => ({
  resource: { group: 'apps', version: 'v1', resource: 'deployments' },
  namespace: 'a b',
  name,
})
const places: readonly ComparePlace[] = [
  plainCompare,
  {
    ...plainCompare,
    before: { context: '', ref: ref('system:node#1') },
    after: { context: 'x|y&z', ref: ref('w|eb') },
  },
  { ...plainCompare, tab: 'kind', other: 'arn:aws:eks:eu:1:cluster/a', kind: '/v1/pods' },
  { ...plainCompare, tab: 'manifests', path: '~/a b/ü?&' },
]

it.each(places)('a comparison is read from its address as it was: %#', place => {
  expect(parseCompare(new URLSearchParams(compareText(place).slice(1)))).toEqual(place)
})

it('what is no object is none', () => {
  expect(parseCompare(new URLSearchParams('before=a|b&after=|||&tab=no'))).toEqual(plainCompare)
})
