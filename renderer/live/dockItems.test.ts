import { expect, it } from 'vitest'
import { type DockItem, dockKey, frontAfter, withItem, withTerminals } from './dockItems.ts'

const logs: DockItem = {
  kind: 'logs',
  context: 'c',
  target: { type: 'selector', namespace: 'shop', labelSelector: 'app=web' },
  title: 'web',
}
const forwards: DockItem = { kind: 'forwards' }
const terminal = (id: string): DockItem => ({ kind: 'terminal', terminal: id })

it('the same thing has one tab, however often it is opened', () => {
  const items = withItem(withItem(withItem([], logs), forwards), { ...logs, title: 'again' })
  expect(items).toEqual([{ ...logs, title: 'again' }, forwards])
  expect(withItem(items, { ...logs, context: 'd' })).toHaveLength(3)
})

it('terminals come and go with the list, and nothing else moves', () => {
  const items = withTerminals([terminal('a'), logs, terminal('b')], ['b', 'c'])
  expect(items).toEqual([logs, terminal('b'), terminal('c')])
  expect(withTerminals(items, ['b', 'c'])).toBe(items)
})

it('after a closed tab its right neighbour is in front, or its left, or the one that was', () => {
  const items = [logs, forwards, terminal('a')]
  const [first, second, third] = items.map(dockKey) as [string, string, string]
  expect(frontAfter(items, second, second)).toBe(third)
  expect(frontAfter(items, third, third)).toBe(second)
  expect(frontAfter(items, first, third)).toBe(third)
  expect(frontAfter([logs], first, first)).toBe('')
})
