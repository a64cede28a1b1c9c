import type { KubeObject } from '../kube/index.ts'
import { compare, type DiffNode } from './compare.ts'
import { defaultsOfKind } from './defaults.ts'
import { withoutIgnored } from './ignore.ts'
import { withoutServerFields } from './normal.ts'
import { type Shape, unknownShape } from './shape.ts'

/** What a comparison of two objects overlooks. */
export interface Overlooked {
  /** What the server or a controller sets by itself, status included. */
  readonly serverFields: boolean
  /** Defaults that only one side has. */
  readonly defaults: boolean
  /** Paths as `parseIgnored` reads them. */
  readonly paths: readonly string[]
}

/** Two objects laid over each other without what is overlooked. managedFields never count. */
export function compareObjects(
  before: KubeObject,
  after: KubeObject,
  overlooked: Overlooked,
  shape: Shape = unknownShape,
): DiffNode {
  const [left, right] = [before, after].map(object =>
    withoutIgnored(
      overlooked.serverFields ? withoutServerFields(object) : withoutManagedFields(object),
      overlooked.paths,
    ),
  )
  return compare(left, right, {
    shape,
    ...(overlooked.defaults ? { defaults: defaultsOfKind(after.kind) } : {}),
  })
}

function withoutManagedFields(object: KubeObject): KubeObject {
  const { managedFields: _owners, ...metadata } = object.metadata
  return { ...object, metadata }
}
