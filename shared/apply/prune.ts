import type { Shape } from '../diff/index.ts'
import { FieldSet } from './fieldSet.ts'
import { fieldSetOf, withoutFields } from './walk.ts'

/**
 * Takes away what the applier set the last time and nobody sets any more.
 * @param last what it set the last time
 * @param owned what everybody sets from now on, the applier included
 * Source: structured-merge-diff, merge/update.go, prune.
 */
export function prunedOf(merged: unknown, last: FieldSet, owned: readonly FieldSet[], shape: Shape): unknown {
  if (last.isEmpty) return merged
  const named = (set: FieldSet): FieldSet => withNamedFields(set, shape)
  const all = named(fieldSetOf(merged, shape))
  const kept = owned.reduce((union, set) => union.union(set), new FieldSet())
  let pruned = withoutFields(merged, named(last), shape)
  // What others own comes back …
  const removed = all.difference(named(fieldSetOf(pruned, shape))).difference(named(kept))
  pruned = withoutFields(merged, removed, shape)
  // … and so does what nobody owned before: only what the applier had is its to remove.
  const gone = all.difference(named(fieldSetOf(pruned, shape))).intersection(named(last))
  return withoutFields(merged, gone, shape)
}

/** With the fields that the schema names on the way to a member as members too. Source: fieldpath/set.go. */
function withNamedFields(set: FieldSet, shape: Shape): FieldSet {
  const nodes = new Map(
    [...set.nodes].map(([key, node]) => {
      const { element, below } = node
      const isField = typeof element === 'string'
      const inner = isField ? shape.field(element) : shape.item()
      const isNamed = isField && shape.hasField(element)
      return [
        key,
        { ...node, isMember: node.isMember || isNamed, below: withNamedFields(below, inner) },
      ] as const
    }),
  )
  return new FieldSet(nodes)
}
