import { isAppError } from '../../shared/errors/index.ts'
import type { Clock } from '../../shared/flow/index.ts'
import type { HandlersOf } from '../../shared/ipc/index.ts'
import type { ContextId, KubeObject, ObjectRef } from '../../shared/kube/index.ts'
import type { OpenContexts } from '../api/index.ts'
import { Slicer, type Watches } from '../watch/index.ts'
import { copyRows } from './copy.ts'
import { ViewFrames } from './frames.ts'
import { labelTerms } from './labels.ts'
import type { FollowNumbers } from './numbers.ts'
import { type RowStore, rowStores } from './rowStore.ts'
import { searchStores } from './search.ts'
import type { TableEnvironment } from './source.ts'
import { YamlCopying } from './yaml.ts'

/** The tables of a process: views, copies of them, and the search over what is in memory. */
export function createTables(options: {
  readonly contexts: OpenContexts
  readonly watches: Watches
  readonly clock: Clock
  /** The name under which a context is shown in a Context column. Default: its id. */
  readonly contextName?: (context: ContextId) => string
  /** An object as it may leave main: without the values of a Secret. */
  readonly shareable: (ref: ObjectRef, object: KubeObject) => KubeObject
  readonly onBug: (error: unknown) => void
  /** Columns of numbers that the server does not send with the rows, and by which a view may be ordered. */
  readonly numbers?: FollowNumbers
}): HandlersOf<'tables'> {
  const { contexts, watches, clock, shareable, onBug } = options
  const environment: TableEnvironment = {
    contexts,
    watches,
    clock,
    stores: rowStores(clock),
    inUse: new Map(),
  }
  const viewOptions = {
    environment,
    slicer: new Slicer(),
    contextName: options.contextName ?? (context => context),
    numbers: options.numbers,
  }
  return {
    'tables.view': (params, notify) => new ViewFrames(params, viewOptions, notify),
    'tables.copy': (params, signal) => copyRows(params, viewOptions, signal),
    'tables.yaml': (params, notify) =>
      new YamlCopying(params, { contexts, shareable, onBug, contextName: viewOptions.contextName }, notify),
    'tables.labels': (params, signal) => labelTerms(contexts, params, signal),
    'tables.search': (params, signal) =>
      searchStores(
        environment.inUse.keys(),
        params,
        store => kindOf(contexts, store),
        viewOptions.slicer,
        signal,
      ),
  }
}

function kindOf(contexts: OpenContexts, { context, resource }: RowStore): string {
  try {
    return contexts.get(context).find(resource)?.kind ?? ''
  } catch (error) {
    if (isAppError(error)) return ''
    throw error
  }
}
