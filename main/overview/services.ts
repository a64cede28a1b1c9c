import type { Overview, UnavailableService } from '../../shared/ipc/index.ts'
import type { FollowedKind } from '../facts/index.ts'
import type { Received } from '../watch/index.ts'
import { type BundleFact, bundleFact, type Decode } from './certificates.ts'
import { equalFilter } from './filters.ts'
import { at, cut, listAt, textAt, timeAt } from './read.ts'

/** What is kept of an APIService. */
export interface ServiceFact {
  readonly name: string
  /** Null while it is available. */
  readonly unavailable: UnavailableService | null
  /** Null where it names no bundle. */
  readonly bundle: BundleFact | null
}

const mostShown = 50

export const readService =
  (decode: Decode) =>
  ({ name, object }: Received): ServiceFact => {
    const conditions = listAt(object, 'status', 'conditions')
    const available = conditions.find(condition => textAt(condition, 'type') === 'Available')
    // One that no server stands behind is served by the API server itself.
    const isLocal = at(object, 'spec', 'service') === undefined
    const isAvailable = available === undefined ? isLocal : textAt(available, 'status') === 'True'
    return {
      name,
      unavailable: isAvailable
        ? null
        : {
            name,
            reason: cut(textAt(available, 'reason'), 128),
            message: cut(textAt(available, 'message')),
            since: timeAt(available, 'lastTransitionTime'),
          },
      bundle: bundleFact(textAt(object, 'spec', 'caBundle'), name, decode),
    }
  }

export function serviceFacts(followed: FollowedKind<ServiceFact>): Overview['apiServices'] {
  const unavailable = followed.facts
    .flatMap(fact => fact.unavailable ?? [])
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  return {
    source: followed.source(),
    total: followed.total,
    unavailable: unavailable.slice(0, mostShown),
    filter: equalFilter('name', ...unavailable.map(({ name }) => name)),
  }
}
