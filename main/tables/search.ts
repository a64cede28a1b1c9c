import type { Contract, ParamsOf, SearchHit } from '../../shared/ipc/index.ts'
import { resourceKey } from '../../shared/kube/index.ts'
import type { Slicer } from '../watch/index.ts'
import { compareNatural } from './natural.ts'
import type { RowStore } from './rowStore.ts'

/**
 * Objects of the stores whose name holds the text: names that begin with it first, shorter ones
 * before longer ones.
 * @param kindOf the kind of a store's resource; empty when unknown
 */
export async function searchStores(
  stores: Iterable<RowStore>,
  { context, text, limit }: ParamsOf<Contract['tables.search']>,
  kindOf: (store: RowStore) => string,
  slicer: Slicer,
  signal: AbortSignal,
): Promise<readonly SearchHit[]> {
  const wanted = text.toLowerCase()
  const hits = new Map<string, { readonly hit: SearchHit; readonly rank: number }>()
  for (const store of [...stores]) {
    if (store.context !== context) continue
    for (const { name, namespace } of store.rows()) {
      if (slicer.isSpent()) {
        await slicer.pause()
        signal.throwIfAborted()
      }
      const at = name.toLowerCase().indexOf(wanted)
      if (at < 0) continue
      const hit = { resource: store.resource, kind: kindOf(store), namespace, name }
      hits.set(`${resourceKey(store.resource)}|${namespace}|${name}`, { hit, rank: at === 0 ? 0 : 1 })
    }
  }
  return [...hits.values()]
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        a.hit.name.length - b.hit.name.length ||
        compareNatural(a.hit.name, b.hit.name) ||
        compareNatural(a.hit.namespace, b.hit.namespace),
    )
    .slice(0, limit)
    .map(({ hit }) => hit)
}
