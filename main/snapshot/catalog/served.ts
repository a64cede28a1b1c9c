import type { StoredResource } from '../store/index.ts'
import type { ColumnDefinition, RowPrinter } from '../tables/index.ts'

/** A resource in one of the versions it is served in. */
export interface ServedResource extends StoredResource {
  readonly version: string
  /** Where its objects are, if not under its own group and plural. */
  readonly stored?: StoredResource
  readonly kind: string
  readonly namespaced: boolean
  readonly verbs: readonly string[]
  readonly subresources: readonly string[]
  readonly columns: readonly ColumnDefinition[]
  readonly print: RowPrinter
  /** Field paths that a field selector may name besides `metadata.name` and `metadata.namespace`. */
  readonly selectableFields: readonly string[]
  /** Lists of custom resources repeat apiVersion and kind in every item. */
  readonly isCustom: boolean
}
