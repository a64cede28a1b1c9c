import type { FieldPath, PathElement } from '../kube/index.ts'
import type { DiffItem, DiffNode } from './compare.ts'

/**
 * One difference at a path. Lists without keys change as a whole. `index` is an item's place in
 * the list that holds it, null for a field.
 */
export type Change =
  | {
      readonly kind: 'added'
      readonly path: FieldPath
      readonly after: unknown
      readonly index: number | null
    }
  | {
      readonly kind: 'removed'
      readonly path: FieldPath
      readonly before: unknown
      readonly index: number | null
    }
  | { readonly kind: 'changed'; readonly path: FieldPath; readonly before: unknown; readonly after: unknown }
  /** The items that both lists have stand in another order; `path` is the list's. */
  | {
      readonly kind: 'moved'
      readonly path: FieldPath
      readonly before: readonly PathElement[]
      readonly after: readonly PathElement[]
    }

/** The differences in the order of the YAML. Empty when nothing differs. */
export function changesOf(node: DiffNode): readonly Change[] {
  const changes: Change[] = []
  collect(node, [], null, changes)
  return changes
}

function collect(node: DiffNode, path: FieldPath, index: number | null, changes: Change[]): void {
  switch (node.type) {
    case 'same':
      return
    case 'added':
      changes.push({ kind: 'added', path, after: node.after, index })
      return
    case 'removed':
      changes.push({ kind: 'removed', path, before: node.before, index })
      return
    case 'replaced':
      changes.push({ kind: 'changed', path, before: node.before, after: node.after })
      return
    case 'fields':
      for (const field of node.fields) collect(field.node, [...path, field.name], null, changes)
      return
    case 'items':
      if (!node.isKeyed) changes.push({ kind: 'changed', path, before: node.before, after: node.after })
      else collectItems(node.items, node.isReordered, path, changes)
  }
}

function collectItems(
  items: readonly DiffItem[],
  isReordered: boolean,
  path: FieldPath,
  changes: Change[],
): void {
  for (const item of items) collect(item.node, [...path, item.element], item.to ?? item.from, changes)
  if (!isReordered) return
  const common = items.filter(item => item.from !== null && item.to !== null)
  const before = [...common].sort((a, b) => (a.from ?? 0) - (b.from ?? 0)).map(item => item.element)
  changes.push({ kind: 'moved', path, before, after: common.map(item => item.element) })
}
