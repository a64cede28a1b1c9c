import { isAppError } from '../../shared/errors/index.ts'
import type { ContextId, Resource } from '../../shared/kube/index.ts'
import type { StoredRow } from './rowStore.ts'

/** Numbers beside the rows of a kind that come from elsewhere, and by which a view may be ordered. */
export interface FollowedNumbers {
  /** By `namespace/name`; another map once they changed, and this one stays as it is. */
  values(): ReadonlyMap<string, number>
  close(): void
}

/** Null for columns that are no such numbers. @throws AppError `notOpen` */
export type FollowNumbers = (
  context: ContextId,
  resource: Resource,
  namespaces: readonly string[],
  column: string,
  changed: () => void,
) => FollowedNumbers | null

interface NumberedSource {
  readonly context: ContextId
  readonly resource: Resource
  readonly namespaces: readonly string[]
}

/** The numbers by which a view is ordered now, of all its contexts. */
export class ViewNumbers {
  readonly #follow: FollowNumbers
  readonly #sources: readonly NumberedSource[]
  readonly #changed: () => void
  readonly #followed = new Map<ContextId, FollowedNumbers>()
  #column = ''

  constructor(follow: FollowNumbers, sources: readonly NumberedSource[], changed: () => void) {
    this.#follow = follow
    this.#sources = sources
    this.#changed = changed
  }

  /** Follows the numbers of a column, in the contexts that are open by now. */
  look(column: string): void {
    if (column !== this.#column) this.close()
    this.#column = column
    for (const { context, resource, namespaces } of this.#sources) {
      if (this.#followed.has(context)) continue
      const followed = this.#tried(context, resource, namespaces)
      if (followed !== null) this.#followed.set(context, followed)
    }
  }

  /** The number of a row as it is now, for as long as an order holds; null: the column has none. */
  ofRows(): ((row: StoredRow) => number | null) | null {
    if (this.#followed.size === 0) return null
    const values = new Map([...this.#followed].map(([context, followed]) => [context, followed.values()]))
    return ({ store, namespace, name }) => values.get(store.context)?.get(`${namespace}/${name}`) ?? null
  }

  close(): void {
    for (const followed of this.#followed.values()) followed.close()
    this.#followed.clear()
  }

  #tried(context: ContextId, resource: Resource, namespaces: readonly string[]): FollowedNumbers | null {
    try {
      return this.#follow(context, resource, namespaces, this.#column, this.#changed)
    } catch (error) {
      if (isAppError(error)) return null
      throw error
    }
  }
}
