import type { Tree, TreeFrame, TreeNode } from '../../shared/ipc/index.ts'

/** Turns trees into frames that hold only what the receiver does not have yet. */
export class FrameWriter {
  #sent: ReadonlyMap<string, TreeNode> = new Map()
  #order: readonly string[] = []

  write(tree: Tree): TreeFrame {
    const order = tree.nodes.map(node => node.id)
    const nodes = tree.nodes.filter(node => !isSame(this.#sent.get(node.id), node))
    const isSameOrder =
      order.length === this.#order.length && order.every((id, index) => id === this.#order[index])
    this.#sent = new Map(tree.nodes.map(node => [node.id, node]))
    this.#order = order
    const { unreadable, complete, omitted } = tree
    return { order: isSameOrder ? null : order, nodes, unreadable, complete, omitted }
  }
}

/** The id holds kind, namespace and name. */
function isSame(a: TreeNode | undefined, b: TreeNode): boolean {
  return (
    a !== undefined &&
    a.depth === b.depth &&
    a.relation === b.relation &&
    a.exists === b.exists &&
    a.state === b.state &&
    a.meaning === b.meaning &&
    a.below === b.below &&
    a.isSubject === b.isSubject &&
    a.ref.resource.version === b.ref.resource.version
  )
}
