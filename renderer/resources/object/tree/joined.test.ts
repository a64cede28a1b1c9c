import { expect, it } from 'vitest'
import type { TreeFrame, TreeNode } from '../../../../shared/ipc/index.ts'
import { TreeJoiner } from './joined.ts'

const node = (id: string, state = ''): TreeNode => ({ id, state }) as TreeNode
const frame = (order: readonly string[] | null, ...nodes: readonly TreeNode[]): TreeFrame => ({
  order,
  nodes,
  unreadable: [],
  complete: true,
  omitted: 0,
})
const lines = (joiner: TreeJoiner, next: TreeFrame) =>
  joiner.join(next).nodes.map(({ id, state }) => `${id}${state}`)

it('joins frames to the whole tree, forgets what went, and begins anew after a lost connection', () => {
  const joiner = new TreeJoiner()
  expect(lines(joiner, frame(['a', 'b'], node('a'), node('b')))).toEqual(['a', 'b'])
  expect(lines(joiner, frame(null, node('b', '!')))).toEqual(['a', 'b!'])
  expect(lines(joiner, frame(['b']))).toEqual(['b!'])
  expect(lines(joiner, frame(['a', 'b'], node('a', '?')))).toEqual(['a?', 'b!'])
  joiner.clear()
  expect(lines(joiner, frame(['c'], node('c')))).toEqual(['c'])
})
