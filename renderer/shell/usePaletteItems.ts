import { useEffect, useMemo, useState } from 'react'
import type { ContextEntry, SearchHit } from '../../shared/ipc/index.ts'
import { type ContextId, type ResourceInfo, refKey } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { addressOf, firstListOf, navigate, useContextList, useDiscovery, useSessions } from '../live/index.ts'
import { kindKey, pluralTitle, preferredKinds } from '../resources/index.ts'
import { actionItems, fleetItem } from './actions.ts'
import type { PaletteItem } from './palette.ts'
import { addressOfContext, asLeft } from './tabStore.ts'

/** Typing settles for this long before objects are searched, in milliseconds. */
const settle = 60
const mostHits = 30

export interface PaletteSource {
  readonly context: ContextId | null
  readonly open: (entry: ContextEntry) => void
  readonly showKeys: () => void
}

/** Everything the palette offers for a text, not yet ranked. */
export function usePaletteItems(
  { context, open, showKeys }: PaletteSource,
  text: string,
): readonly PaletteItem[] {
  const list = useContextList()
  const sessions = useSessions()
  const discovery = useDiscovery(context)
  const hits = useHits(context, text)
  const fixed = useMemo(() => {
    const isOpen = (id: ContextId) =>
      sessions?.some(session => session.context === id && session.phase !== 'closed')
    const contexts = (list?.contexts ?? []).map(entry =>
      contextItem(entry, () => (isOpen(entry.id) ? navigate(addressOfContext(entry.id)) : open(entry))),
    )
    const kinds =
      context === null ? [] : preferredKinds(discovery?.resources ?? []).map(kind => kindItem(context, kind))
    const ready = sessions?.find(({ phase }) => phase === 'ready')
    const fleet = context === null && ready !== undefined ? [fleetItem(ready.context)] : []
    return [...kinds, ...contexts, ...fleet, ...actionItems(context, showKeys)]
  }, [list, sessions, discovery, context, open, showKeys])
  return useMemo(() => {
    const objects = context === null ? [] : hits.map(hit => objectItem(context, hit))
    const scoped = context === null ? null : kindInNamespace(context, discovery?.resources ?? [], text)
    return [...(scoped === null ? [] : [scoped]), ...fixed, ...objects]
  }, [fixed, hits, context, discovery, text])
}

function useHits(context: ContextId | null, text: string): readonly SearchHit[] {
  const [hits, setHits] = useState<readonly SearchHit[]>([])
  const wanted = text.trim()
  useEffect(() => {
    if (context === null || wanted.length < 2) {
      setHits([])
      return
    }
    const controller = new AbortController()
    const timer = setTimeout(() => {
      engine
        .call('tables.search', { context, text: wanted.slice(0, 253), limit: mostHits }, controller.signal)
        // Objects are an addition: without them the palette still has all the rest.
        .then(setHits, () => setHits([]))
    }, settle)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [context, wanted])
  return hits
}

function contextItem(entry: ContextEntry, run: () => void): PaletteItem {
  return {
    id: `context ${entry.id}`,
    group: 'Contexts',
    title: entry.name,
    detail: [entry.user, entry.server, entry.source].filter(part => part !== '').join(' · '),
    aliases: [],
    isFoundByDetail: true,
    run,
  }
}

function kindItem(context: ContextId, kind: ResourceInfo): PaletteItem {
  return {
    id: `kind ${kindKey(kind)}`,
    group: 'Kinds',
    title: pluralTitle(kind),
    detail: kind.group === '' ? kind.version : `${kind.group}/${kind.version}`,
    aliases: [kind.resource, kind.singular, kind.kind.toLowerCase(), ...kind.shortNames],
    run: () => navigate(asLeft(context, firstListOf(context, kind))),
  }
}

function objectItem(context: ContextId, hit: SearchHit): PaletteItem {
  const ref = { resource: hit.resource, namespace: hit.namespace, name: hit.name }
  return {
    id: `object ${refKey(ref)}`,
    group: 'Objects',
    title: hit.name,
    detail: hit.namespace === '' ? hit.kind : `${hit.kind} · ${hit.namespace}`,
    aliases: [],
    run: () => navigate(addressOf.object(context, ref)),
  }
}

/** `po shop`: a kind by its exact name, then a namespace, as in k9s. */
function kindInNamespace(
  context: ContextId,
  resources: readonly ResourceInfo[],
  text: string,
): PaletteItem | null {
  const [word, namespace, ...more] = text.trim().split(/\s+/)
  if (word === undefined || namespace === undefined || more.length > 0) return null
  const named = word.toLowerCase()
  const kind = preferredKinds(resources).find(
    one =>
      one.namespaced &&
      [one.resource, one.singular, one.kind.toLowerCase(), ...one.shortNames].includes(named),
  )
  if (kind === undefined) return null
  return {
    id: `scoped ${kindKey(kind)} ${namespace}`,
    group: 'Kinds',
    title: `${pluralTitle(kind)} in namespace ${namespace}`,
    detail: '',
    aliases: [text.trim().toLowerCase()],
    run: () => navigate(addressOf.list(context, kind, { namespaces: [namespace] })),
  }
}
