import { describe, expect, it } from 'vitest'
import type { TreeNode } from '../../../../shared/ipc/index.ts'
import { hiddenMeaning, outlineOf, parentIndex } from './outline.ts'

const node = (name: string, depth: number, below: TreeNode['below'] = null): TreeNode => ({
  id: name,
  depth,
  ref: { resource: { group: '', version: 'v1', resource: 'pods' }, namespace: '', name },
  kind: 'Pod',
  relation: '',
  isSubject: false,
  exists: true,
  state: '',
  meaning: null,
  below,
})

const nodes = [
  node('root', 0, 'bad'),
  node('a', 1, 'warning'),
  node('a1', 2),
  node('a2', 2),
  node('b', 1),
  node('c', 1, 'good'),
  node('c1', 2),
]
const places = (closed: readonly string[] = []) =>
  outlineOf(nodes, new Set(closed)).map(line => `${line.node.id} ${line.position}/${line.siblings}`)

describe('the outline', () => {
  it('counts siblings under their own parent', () => {
    expect(places()).toEqual(['root 1/1', 'a 1/3', 'a1 1/2', 'a2 2/2', 'b 2/3', 'c 3/3', 'c1 1/1'])
  })

  it('leaves out what lies below closed lines, at any depth', () => {
    expect(places(['a'])).toEqual(['root 1/1', 'a 1/3', 'b 2/3', 'c 3/3', 'c1 1/1'])
    expect(places(['root'])).toEqual(['root 1/1'])
  })

  it('draws a line on past each level whose siblings follow', () => {
    expect(outlineOf(nodes, new Set()).map(line => line.rails.map(Number).join(''))).toEqual([
      '0',
      '01',
      '011',
      '010',
      '01',
      '00',
      '000',
    ])
  })

  it('finds the parent of a line', () => {
    const lines = outlineOf(nodes, new Set())
    expect([0, 1, 3, 6].map(index => lines[parentIndex(lines, index)]?.node.id)).toEqual([
      'root',
      'root',
      'a',
      'c',
    ])
  })

  it('says of a closed line when what it hides needs attention', () => {
    const closed = outlineOf(nodes, new Set(['a', 'c']))
    expect(closed.map(hiddenMeaning)).toEqual([null, 'warning', null, null])
  })
})
