import type { Clock } from '../../shared/flow/index.ts'
import type { Column, SourcePhase } from '../../shared/ipc/index.ts'
import type { ApiClient } from '../api/index.ts'
import type { Watches, WatchTarget } from '../watch/index.ts'
import type { ListedRow } from './listOnce.ts'
import { type RowListener, type RowStore, rowStores, type StoredRow } from './rowStore.ts'

/** What happens to a followed table. `row` is the whole row, also when it is gone. */
export type TableEvent =
  | { readonly type: 'columns'; readonly columns: readonly Column[] }
  | { readonly type: 'added' | 'modified' | 'deleted'; readonly row: ListedRow }
  | { readonly type: 'phase'; readonly phase: SourcePhase }

/**
 * The rows of a collection and every later change of them, until `signal` aborts. Events that the
 * reader does not fetch wait in memory: it is meant for a terminal.
 */
export async function* followTable(
  watches: Watches,
  api: ApiClient,
  target: WatchTarget,
  options: { readonly clock: Clock; readonly signal: AbortSignal },
): AsyncGenerator<TableEvent> {
  const queue: TableEvent[] = []
  let wake = () => {
    // Replaced whenever somebody waits.
  }
  const push = (event: TableEvent) => {
    queue.push(event)
    wake()
  }
  const shared = watches.share(api, target, rowStores(options.clock))
  const unsubscribe = [
    shared.store.subscribe(listenerOf(shared.store, push)),
    shared.phase.subscribe(phase => push({ type: 'phase', phase })),
  ]
  const stop = () => wake()
  options.signal.addEventListener('abort', stop)
  try {
    while (!options.signal.aborted) {
      for (const event of queue.splice(0)) yield event
      if (queue.length > 0 || options.signal.aborted) continue
      await new Promise<void>(resolve => {
        wake = resolve
      })
    }
  } finally {
    options.signal.removeEventListener('abort', stop)
    for (const end of unsubscribe) end()
    shared.release()
  }
}

function listenerOf(store: RowStore, push: (event: TableEvent) => void): RowListener {
  const listed = ({ namespace, name, cells }: StoredRow): ListedRow => ({ namespace, name, cells })
  return {
    columnsChanged: () => push({ type: 'columns', columns: store.columns }),
    put: (row, previous) => push({ type: previous === undefined ? 'added' : 'modified', row: listed(row) }),
    removed: row => push({ type: 'deleted', row: listed(row) }),
  }
}
