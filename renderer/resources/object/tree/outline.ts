import type { Meaning, TreeNode } from '../../../../shared/ipc/index.ts'

/** One line of the outline as drawn. */
export interface OutlineLine {
  readonly node: TreeNode
  /** From 1. */
  readonly level: number
  readonly position: number
  readonly siblings: number
  readonly isOpen: boolean
  readonly hasChildren: boolean
  /** For each level above: whether its line goes on below, so that the drawing joins up. */
  readonly rails: readonly boolean[]
}

/** The lines that are visible, with what lies below closed nodes left out. */
export function outlineOf(nodes: readonly TreeNode[], closed: ReadonlySet<string>): readonly OutlineLine[] {
  const siblings = siblingsOf(nodes)
  const lines: OutlineLine[] = []
  const rails: boolean[] = []
  let hiddenBelow = Number.POSITIVE_INFINITY
  for (const [index, node] of nodes.entries()) {
    if (node.depth > hiddenBelow) continue
    hiddenBelow = Number.POSITIVE_INFINITY
    const { position, count } = siblings[index] ?? { position: 1, count: 1 }
    rails.length = node.depth
    rails[node.depth] = position < count
    const hasChildren = (nodes[index + 1]?.depth ?? 0) > node.depth
    const isOpen = hasChildren && !closed.has(node.id)
    if (hasChildren && !isOpen) hiddenBelow = node.depth
    lines.push({
      node,
      level: node.depth + 1,
      position,
      siblings: count,
      isOpen,
      hasChildren,
      rails: [...rails],
    })
  }
  return lines
}

/** Place among the children of one parent, in one pass for the counts and one for the places. */
function siblingsOf(
  nodes: readonly TreeNode[],
): readonly { readonly position: number; readonly count: number }[] {
  const groups: { count: number }[] = []
  const open: { count: number }[] = []
  const places = nodes.map((node, index) => {
    open.length = node.depth + 1
    const isFirst = open[node.depth] === undefined || (nodes[index - 1]?.depth ?? -1) < node.depth
    const group = isFirst ? { count: 0 } : (open[node.depth] ?? { count: 0 })
    open[node.depth] = group
    groups.push(group)
    group.count++
    return group.count
  })
  return places.map((position, index) => ({ position, count: groups[index]?.count ?? 1 }))
}

/** Index of the parent's line; the line itself at the top. */
export function parentIndex(lines: readonly OutlineLine[], index: number): number {
  const level = lines[index]?.level ?? 1
  for (let above = index - 1; above >= 0; above--) if ((lines[above]?.level ?? 1) < level) return above
  return index
}

/** How a line sounds: kind, name, relation, state. */
export function lineWords({ node }: OutlineLine): string {
  const state = node.state === '' ? [] : [node.state]
  const relation = node.relation === '' ? [] : [node.relation]
  return [...relation, node.kind, node.ref.name, ...state].join(' ')
}

/** What a closed line says of what it hides: only what needs attention. */
export function hiddenMeaning(line: OutlineLine): Meaning | null {
  const { below } = line.node
  return line.hasChildren && !line.isOpen && below !== 'good' ? below : null
}
