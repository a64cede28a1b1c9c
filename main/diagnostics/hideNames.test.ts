import { expect, it, vi } from 'vitest'
import { NameHiding } from './hideNames.ts'

it('a name that is added later is hidden from then on, the longest first', () => {
  const names = new NameHiding()
  names.add('context', 'prod')
  expect(names.text('prod and prod-east')).toMatch(/^context-\w{8} and prod-east$/)
  names.add('context', 'prod-east')
  expect(names.text('prod and prod-east')).toMatch(/^context-\w{8} and context-\w{8}$/)
})

it('the names are put in order once for any number of texts', () => {
  const names = new NameHiding()
  for (let index = 0; index < 500; index++) names.add('namespace', `team-${index}`)
  const sort = vi.spyOn(Array.prototype, 'sort')
  for (let index = 0; index < 100; index++) names.text(`in team-${index}`)
  expect(sort.mock.contexts.filter(list => Array.isArray(list) && list.length > 400)).toHaveLength(1)
  sort.mockRestore()
})
