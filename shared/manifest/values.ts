import type { ProblemList } from './problems.ts'
import type { MapEntry, MapNode, TreeNode } from './tree.ts'

/**
 * The share of nodes that may come from aliases, by how many are read: the rule of
 * go.yaml.in/yaml/v2 (`decode.go`), which keeps files that multiply themselves from being read.
 */
const lowCount = 400_000
const highCount = 4_000_000

function allowedShare(count: number): number {
  if (count <= lowCount) return 0.99
  return count >= highCount ? 0.1 : 0.99 - 0.89 * ((count - lowCount) / (highCount - lowCount))
}

class TooManyAliases extends Error {}

/** Reads nodes as JSON values. One reader counts for one document. */
export class ValueReader {
  #count = 0
  #fromAliases = 0
  #aliasDepth = 0

  /** The value of a node; undefined, and told, where its aliases multiply. */
  read(node: TreeNode | null, problems: ProblemList | null): unknown {
    try {
      return this.#value(node)
    } catch (error) {
      if (!(error instanceof TooManyAliases)) throw error
      const message = 'Its aliases repeat too much: a document that grows when it is read.'
      problems?.add('error', message, { from: node?.from ?? 0, to: node?.from ?? 0 })
      return undefined
    }
  }

  #value(node: TreeNode | null): unknown {
    this.#counted()
    if (node === null) return null
    switch (node.type) {
      case 'scalar':
        return node.value
      case 'list':
        return node.items.map(({ value }) => this.#value(value))
      case 'map': {
        const fields = new Map<string, unknown>()
        this.#fields(node, fields)
        return Object.fromEntries(fields)
      }
      case 'alias': {
        this.#aliasDepth++
        const value = this.#value(node.target)
        this.#aliasDepth--
        return value
      }
    }
  }

  #counted(): void {
    this.#count++
    if (this.#aliasDepth > 0) this.#fromAliases++
    const isMany = this.#fromAliases > 100 && this.#count > 1000
    if (isMany && this.#fromAliases / this.#count > allowedShare(this.#count)) throw new TooManyAliases()
  }

  /** In the order of the text: a merge overwrites what stands before it, and what stands behind overwrites a merge. */
  #fields(node: MapNode, fields: Map<string, unknown>): void {
    for (const entry of node.entries) {
      if (entry.isMerge) this.#merge(entry, fields)
      else if (entry.name !== null) {
        this.#counted()
        fields.set(entry.name, this.#value(entry.value))
      }
    }
  }

  #merge({ value }: MapEntry, fields: Map<string, unknown>): void {
    const sources = value?.type === 'list' ? value.items.map(item => item.value).reverse() : [value]
    for (const source of sources) {
      const isAlias = source?.type === 'alias'
      const target = isAlias ? source.target : source
      if (target?.type !== 'map') continue
      this.#counted()
      if (isAlias) this.#aliasDepth++
      this.#fields(target, fields)
      if (isAlias) this.#aliasDepth--
    }
  }
}
