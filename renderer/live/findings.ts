import { useCallback, useSyncExternalStore } from 'react'
import type { FindingsDepth, FindingsView } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { engine, type OpenedStream } from '../bridge/index.ts'
import type { StreamState } from './stream.ts'

interface Look {
  /** How much is looked at: as much as the one who wants most. */
  readonly depth: FindingsDepth
  /** Whether changes are wanted at once; else they come at most once a second. */
  readonly isInFront: boolean
}

interface Change {
  readonly depth?: FindingsDepth
  readonly readsSecrets?: true
  readonly asksServers?: true
}

/** One shared stream a context: making findings is work, and their count stands beside their view. */
interface Share {
  state: StreamState<FindingsView>
  readonly looks: Map<() => void, Look>
  depth: FindingsDepth
  isEnded: boolean
  readonly stream: OpenedStream<Change>
}

const shares = new Map<ContextId, Share>()
const nothingYet: StreamState<FindingsView> = { value: null, error: null }

/** Milliseconds that a stream stays as it is for the next one who looks. */
const linger = 2000

/** Findings of an open context; null: of none. */
export function useFindings(
  context: ContextId | null,
  { depth, isInFront }: Look,
): StreamState<FindingsView> {
  const follow = useCallback(
    (listener: () => void) =>
      context === null ? () => undefined : subscribe(context, listener, { depth, isInFront }),
    [context, depth, isInFront],
  )
  return useSyncExternalStore(follow, () =>
    context === null ? nothingYet : (shares.get(context)?.state ?? nothingYet),
  )
}

/** Has Secrets read for the certificates that webhooks present, from now on until the context is closed. */
export function readSecretsForFindings(context: ContextId): void {
  shares.get(context)?.stream.update({ readsSecrets: true })
}

/** Has the servers of webhooks asked for their certificates, from now on until the context is closed. */
export function askServersForFindings(context: ContextId): void {
  shares.get(context)?.stream.update({ asksServers: true })
}

function subscribe(context: ContextId, listener: () => void, look: Look): () => void {
  const share = running(context, look.depth)
  share.looks.set(listener, look)
  adjust(share)
  return () => {
    const now = shares.get(context)
    if (now === undefined) return
    now.looks.delete(listener)
    now.stream.setBackground(!isInFront(now))
    setTimeout(() => {
      if (shares.get(context) !== now) return
      if (now.looks.size > 0) return adjust(now)
      shares.delete(context)
      now.stream.close()
    }, linger)
  }
}

/** One that has ended is opened again by whoever looks next, for those too who still do. */
function running(context: ContextId, depth: FindingsDepth): Share {
  const share = shares.get(context)
  if (share === undefined) return open(context, depth, new Map())
  return share.isEnded ? open(context, depth, share.looks) : share
}

function adjust(share: Share): void {
  const depth = [...share.looks.values()].some(look => look.depth === 'whole') ? 'whole' : 'configuration'
  if (depth !== share.depth) share.stream.update({ depth })
  share.depth = depth
  share.stream.setBackground(!isInFront(share))
}

function isInFront({ looks }: Share): boolean {
  return [...looks.values()].some(look => look.isInFront)
}

function open(context: ContextId, depth: FindingsDepth, looks: Share['looks']): Share {
  const set = (state: StreamState<FindingsView>): void => {
    share.state = state
    for (const listener of [...share.looks.keys()]) listener()
  }
  const stream = engine.openStream(
    'admission.findings',
    { context, depth },
    {
      value: (value, isOutdated) => {
        if (!isOutdated) set({ value, error: null })
      },
      end: error => {
        share.isEnded = true
        if (error !== undefined) set({ ...share.state, error })
      },
    },
  )
  const share: Share = { state: nothingYet, looks, depth, isEnded: false, stream }
  shares.set(context, share)
  return share
}
