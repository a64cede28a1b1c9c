import { useCallback, useSyncExternalStore } from 'react'
import type { Discovery } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { useSession } from './stores.ts'

/** One shared stream a context, open while anyone looks at it. */
interface Share {
  value: Discovery | null
  readonly listeners: Set<() => void>
  close(): void
}

const shares = new Map<ContextId, Share>()

/** What the server of an open context offers; null until it is known. */
export function useDiscovery(context: ContextId | null): Discovery | null {
  const session = useSession(context ?? '')
  const wanted = session === null || session.phase === 'closed' ? null : context
  const follow = useCallback(
    (listener: () => void) => (wanted === null ? () => undefined : subscribe(wanted, listener)),
    [wanted],
  )
  return useSyncExternalStore(follow, () => (wanted === null ? null : (shares.get(wanted)?.value ?? null)))
}

function subscribe(context: ContextId, listener: () => void): () => void {
  const share = shares.get(context) ?? open(context)
  share.listeners.add(listener)
  return () => {
    share.listeners.delete(listener)
    // A view that is replaced by another on the same context must not read discovery anew.
    setTimeout(() => {
      if (share.listeners.size > 0 || shares.get(context) !== share) return
      shares.delete(context)
      share.close()
    }, lingerMillis)
  }
}

const lingerMillis = 2000

function open(context: ContextId): Share {
  const share: Share = { value: null, listeners: new Set(), close: () => stream.close() }
  const stream = engine.openStream(
    'resources.discovery',
    { context },
    {
      value: value => {
        share.value = value
        for (const listener of [...share.listeners]) listener()
      },
      // The session's own state says why; a new look opens the stream again.
      end: () => shares.delete(context),
    },
  )
  shares.set(context, share)
  return share
}
