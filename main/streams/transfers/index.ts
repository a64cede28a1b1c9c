/**
 * Copies of files between this machine and containers, as `tar` through `exec`, and listings of a container's
 * folders. Content streams in bounded memory; a copy appears under its name when it is whole. What comes out
 * of a container may be hostile, so each entry that leads out of the destination is refused by name. Copies
 * outlive the page that started them and end with their context.
 */
import type { Clock } from '../../../shared/flow/index.ts'
import { observeState } from '../../../shared/flow/index.ts'
import type { ContextEntry, HandlersOf } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import type { OpenContexts } from '../../api/index.ts'
import type { LocalPlaces } from './local/index.ts'
import { containerPath, refuseTransfers } from './refuse.ts'
import { TransferRegistry } from './registry.ts'
import { readFolder } from './remote/index.ts'

export interface TransfersOptions {
  readonly contexts: OpenContexts
  readonly clock: Clock
  readonly onBug: (error: unknown) => void
  readonly entryOf: (context: ContextId) => ContextEntry | null
  /** What a path of this machine means, and where no copy writes. */
  readonly places: LocalPlaces
}

export interface Transfers {
  readonly handlers: HandlersOf<'transfers'>
  /** Cancels what is under way; resolves when this machine is as it was. */
  close(): Promise<void>
}

export function createTransfers(options: TransfersOptions): Transfers {
  const registry = new TransferRegistry(options)
  const sessionOf = (context: ContextId) => {
    refuseTransfers(options.entryOf(context), context)
    return options.contexts.get(context).session
  }
  return {
    handlers: {
      'transfers.list': (_params, notify) => observeState(registry.list, notify),
      'transfers.folder': async ({ context, path, ...place }, signal) =>
        await readFolder({ session: sessionOf(context), ...place }, containerPath(path), signal),
      'transfers.start': async wish => registry.start(sessionOf(wish.context), wish),
      'transfers.cancel': async ({ id }) => {
        registry.cancel(id)
        return null
      },
      'transfers.forget': async ({ id }) => {
        registry.forget(id)
        return null
      },
    },
    close: () => registry.close(),
  }
}
