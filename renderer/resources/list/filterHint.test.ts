import { expect, it } from 'vitest'
import type { Column } from '../../../shared/ipc/index.ts'
import { filterHint } from './filterHint.ts'

const columns: readonly Column[] = ['Name', 'Status', 'Restarts', 'Nominated Node'].map(name => ({
  name,
  description: '',
  type: 'string',
  priority: 0,
}))

it.each(
  [
    '',
    'web',
    'web=',
    'status=Running',
    'STATUS!=Running|Failed',
    'nominatednode=a',
    'namespace=shop context=dev',
    'http://x',
    'a>b',
    '"status > x"',
  ].filter(filter => filter !== 'web='),
)('%j needs no hint', filter => {
  expect(filterHint(filter, columns)).toBeNull()
})

it('a column that the list has not is named, with those it has', () => {
  expect(filterHint('web nope=3', columns)).toBe(
    'There is no column “nope”, so “nope=3” is looked for as text. Columns: Name, Status, Restarts, nominatednode.',
  )
})

it.each([
  ['status==Running', '“==” is no operator here; write status=Running.'],
  ['status!==Running', '“!==” is no operator here; write status!=Running.'],
  ['restarts>3', '“>” is no operator here; a column is compared with = or !=, for example restarts=3.'],
  ['name=~web.*', '“=~” is no operator here; a column is compared with = or !=, for example name=web.*.'],
])('an operator that there is not is named: %s', (filter, hint) => {
  expect(filterHint(filter, columns)).toBe(hint)
})

it('before the columns are known nothing is called wrong', () => {
  expect(filterHint('nope=3', [])).toBeNull()
})
