import type { Tree, TreeFrame, TreeNode } from '../../../../shared/ipc/index.ts'

/** Joins the frames of one stream. A line that did not change stays the same object. */
export class TreeJoiner {
  readonly #nodes = new Map<string, TreeNode>()
  #order: readonly string[] = []

  join({ order, nodes, unreadable, complete, omitted }: TreeFrame): Tree {
    for (const node of nodes) this.#nodes.set(node.id, node)
    if (order !== null) {
      this.#order = order
      const present = new Set(order)
      for (const id of this.#nodes.keys()) if (!present.has(id)) this.#nodes.delete(id)
    }
    const joined = this.#order.map(id => this.#nodes.get(id)).filter(node => node !== undefined)
    return { nodes: joined, unreadable, complete, omitted }
  }

  /** The stream begins anew. */
  clear(): void {
    this.#nodes.clear()
    this.#order = []
  }
}
