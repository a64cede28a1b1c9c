import { describe, expect, it } from 'vitest'
import type { Tree, TreeNode } from '../../shared/ipc/index.ts'
import { FrameWriter } from './frames.ts'

const node = (id: string, state = ''): TreeNode => ({
  id,
  depth: 0,
  ref: { resource: { group: '', version: 'v1', resource: 'pods' }, namespace: '', name: id },
  kind: 'Pod',
  relation: '',
  isSubject: false,
  exists: true,
  state,
  meaning: null,
  below: null,
})
const tree = (...nodes: readonly TreeNode[]): Tree => ({ nodes, unreadable: [], complete: true, omitted: 0 })

describe('frames of a tree', () => {
  it('hold all of it at first, and then only what differs', () => {
    const writer = new FrameWriter()
    expect(writer.write(tree(node('a'), node('b')))).toMatchObject({
      order: ['a', 'b'],
      nodes: [{ id: 'a' }, { id: 'b' }],
    })
    expect(writer.write(tree(node('a'), node('b', '1/1')))).toMatchObject({
      order: null,
      nodes: [{ id: 'b' }],
    })
    expect(writer.write(tree(node('b', '1/1')))).toMatchObject({ order: ['b'], nodes: [] })
    expect(writer.write(tree(node('a'), node('b', '1/1')))).toMatchObject({
      order: ['a', 'b'],
      nodes: [{ id: 'a' }],
    })
  })
})
