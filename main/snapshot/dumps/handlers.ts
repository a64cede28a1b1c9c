import { observeState } from '../../../shared/flow/index.ts'
import type { HandlersOf } from '../../../shared/ipc/index.ts'
import { completePath } from './completePath.ts'
import type { Dumps } from './dumps.ts'

/** Answers the protocol's `snapshots.*`. @param home the user's home folder */
export function snapshotHandlers(dumps: Dumps, home: string): HandlersOf<'snapshots'> {
  return {
    'snapshots.list': (_params, notify) => observeState(dumps.list, notify),
    'snapshots.add': async ({ paths }) => ({ context: await dumps.add(paths, { isRemembered: true }) }),
    'snapshots.remove': async ({ context }) => {
      dumps.remove(context)
      return null
    },
    'snapshots.completePath': ({ prefix }) => completePath(prefix, home),
  }
}
