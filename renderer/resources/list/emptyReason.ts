import type { ListQuery } from '../../live/index.ts'
import { livenessOf, progressText, type TableSnapshot } from '../../table/index.ts'

export interface EmptyReason {
  readonly title: string
  readonly detail: string
  /** Something is under way; not worth a word in its first moments. */
  readonly isPassing: boolean
  /** A filter, selector or namespace stands between the reader and the rows. */
  readonly canClear: boolean
}

/** Why a list without failures shows no rows. */
export function emptyReason(snapshot: TableSnapshot, query: ListQuery, plural: string): EmptyReason {
  const passing = passingReason(snapshot, plural)
  if (passing !== null) return { ...passing, isPassing: true, canClear: false }
  if (snapshot.total > 0) {
    return {
      title: `No ${plural} match the filter`,
      detail: `${progressText(snapshot.total, null)} are there; none of them has “${query.filter}” in its row.`,
      isPassing: false,
      canClear: true,
    }
  }
  if (query.labelSelector !== '' || query.fieldSelector !== '') {
    return {
      title: `No ${plural} match the selectors`,
      detail: 'The server was asked with them and has none.',
      isPassing: false,
      canClear: true,
    }
  }
  const { namespaces } = query
  if (namespaces.length > 0) {
    return {
      title: `No ${plural} in ${namespaces.length === 1 ? `namespace ${namespaces[0]}` : 'these namespaces'}`,
      detail: 'One that is created will appear here at once.',
      isPassing: false,
      canClear: true,
    }
  }
  return {
    title: `There are no ${plural}`,
    detail: 'The server was asked and has none. One that is created will appear here at once.',
    isPassing: false,
    canClear: false,
  }
}

function passingReason(
  snapshot: TableSnapshot,
  plural: string,
): Pick<EmptyReason, 'title' | 'detail'> | null {
  const liveness = livenessOf(snapshot.sources)
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
