import { expect, test } from 'vitest'
import { plainQuery } from '../../live/address.ts'
import { viewParams } from './params.ts'

const resource = (group: string, name: string) => ({ group, version: 'v1', resource: name })

test.each([
  ['pods', resource('', 'pods'), 'Name'],
  ['events', resource('', 'events'), 'Last Seen'],
  ['events of their own group', resource('events.k8s.io', 'events'), 'Last Seen'],
  ['a kind of that name of somebody else', resource('example.com', 'events'), 'Name'],
])('%s are sorted as one reads them', (_kind, kind, column) => {
  expect(viewParams('a', kind, plainQuery).sort).toEqual({ column, descending: false })
  const sort = { column: 'Reason', descending: true }
  expect(viewParams('a', kind, { ...plainQuery, sort }).sort).toEqual(sort)
})
