import { useEffect, useMemo, useState } from 'react'
import type { NamespaceList } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { useSessions } from './stores.ts'

/** Namespaces of several contexts. */
export interface KnownNamespaces {
  /** All that are named by any of them, in order. */
  readonly names: readonly string[]
  /** Contexts whose namespaces may not be listed: there may be more. */
  readonly incomplete: readonly ContextId[]
}

/** Namespaces of those of the contexts that are open; the others are not asked. */
export function useNamespaces(contexts: readonly ContextId[]): KnownNamespaces {
  const sessions = useSessions()
  const open = contexts.filter(context =>
    sessions?.some(session => session.context === context && session.phase !== 'closed'),
  )
  const key = JSON.stringify(open)
  const [lists, setLists] = useState<ReadonlyMap<ContextId, NamespaceList>>(new Map())
  useEffect(() => {
    const followed = JSON.parse(key) as readonly ContextId[]
    const streams = followed.map(context =>
      engine.openStream(
        'resources.namespaces',
        { context },
        // A stream that ends leaves the names that were told; the context's own state says why.
        { value: value => setLists(last => new Map(last).set(context, value)), end: () => undefined },
      ),
    )
    return () => {
      for (const stream of streams) stream.close()
    }
  }, [key])
  return useMemo(() => joined(JSON.parse(key) as readonly ContextId[], lists), [key, lists])
}

function joined(
  contexts: readonly ContextId[],
  lists: ReadonlyMap<ContextId, NamespaceList>,
): KnownNamespaces {
  const names = new Set<string>()
  const incomplete: ContextId[] = []
  for (const context of contexts) {
    const list = lists.get(context)
    for (const name of list?.names ?? []) names.add(name)
    if (list?.complete === false) incomplete.push(context)
  }
  return { names: [...names].sort(), incomplete }
}
