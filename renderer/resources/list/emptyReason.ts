import type { ListQuery } from '../../live/index.ts'
import { progressText, type TableSnapshot } from '../../table/index.ts'
import { mergedLiveness } from './useFacts.ts'

export interface EmptyReason {
  readonly title: string
  readonly detail: string
  /** Something is under way; not worth a word in its first moments. */
  readonly isPassing: boolean
  /** A filter, selector or namespace stands between the reader and the rows. */
  readonly canClear: boolean
}

/**
 * Why a list without failures shows no rows.
 * @param isDump whether the list is of files, which nothing can be added to
 */
export function emptyReason(
  snapshot: TableSnapshot,
  query: ListQuery,
  plural: string,
  isDump: boolean,
): EmptyReason {
  const passing = passingReason(snapshot, plural)
  if (passing !== null) return { ...passing, isPassing: true, canClear: false }
  if (snapshot.total > 0) {
    return {
      title: `No ${plural} match the filter`,
      detail:
        snapshot.total === 1
          ? `There is 1, and its row does not have “${query.filter}”.`
          : `There are ${progressText(snapshot.total, null)}, and no row of them has “${query.filter}”.`,
      isPassing: false,
      canClear: true,
    }
  }
  if (query.labelSelector !== '' || query.fieldSelector !== '') {
    return {
      title: `No ${plural} match the selectors`,
      detail: isDump ? 'The dump holds none that do.' : 'The server was asked with them and has none.',
      isPassing: false,
      canClear: true,
    }
  }
  const { namespaces, merged } = query
  if (merged.length > 0 && !snapshot.sources.some(({ status }) => status.phase === 'live')) {
    return {
      title: `No context of this list has ${plural} to give`,
      detail: 'How each of them stands is told above.',
      isPassing: false,
      canClear: false,
    }
  }
  if (namespaces.length > 0) {
    return {
      title: `No ${plural} in ${namespaces.length === 1 ? `namespace ${namespaces[0]}` : 'these namespaces'}`,
      detail: isDump
        ? 'The dump holds none there. Nothing is added to it.'
        : 'One that is created will appear here at once.',
      isPassing: false,
      canClear: true,
    }
  }
  return {
    title: isDump ? `This dump holds no ${plural}` : `There are no ${plural}`,
    detail: isDump
      ? 'Its list of them is empty.'
      : 'The server was asked and has none. One that is created will appear here at once.',
    isPassing: false,
    canClear: false,
  }
}

function passingReason(
  snapshot: TableSnapshot,
  plural: string,
): Pick<EmptyReason, 'title' | 'detail'> | null {
  const liveness = mergedLiveness(snapshot.sources)
  if (!snapshot.isKnown) return { title: `Opening ${plural}…`, detail: 'The engine was asked.' }
  switch (liveness.state) {
    case 'waiting':
      return {
        title: 'Waiting for the connection',
        detail: 'The list begins as soon as the context is connected.',
      }
    case 'loading':
    case 'relisting':
      return {
        title: `Reading ${plural}`,
        detail: `${progressText(liveness.received, liveness.total)} so far.`,
      }
    case 'stale':
    case 'live':
    case 'partial':
    case 'absent':
      return null
  }
}
