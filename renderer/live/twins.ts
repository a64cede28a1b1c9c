import { useMemo } from 'react'
import type { ContextEntry } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { useContextList } from './stores.ts'

type Named = Pick<ContextEntry, 'id' | 'name' | 'server' | 'source' | 'user' | 'namespace'>

/** What may tell contexts of one name apart, the most telling first. */
const tellers: readonly ((entry: Named) => string)[] = [
  ({ server }) => server.replace(/^https:\/\//, ''),
  ({ source }) => source,
  ({ user }) => user,
  ({ namespace }) => namespace,
]

/**
 * What tells contexts of the same name from each other: the server, else the file, the user or the
 * namespace, or all that differ where none alone does. A context whose name is its own is not in it.
 */
export function tellTwinsApart(entries: readonly Named[]): ReadonlyMap<ContextId, string> {
  const told = new Map<ContextId, string>()
  const byName = Map.groupBy(entries, ({ name }) => name)
  for (const twins of byName.values()) {
    if (twins.length < 2) continue
    const texts = tellers.map(tell => withoutCommonFolders(twins.map(tell)))
    const differing = texts.filter(all => new Set(all).size > 1)
    const alone = differing.find(all => new Set(all).size === twins.length && !all.includes(''))
    for (const [place, { id }] of twins.entries()) {
      const parts = (alone === undefined ? differing : [alone]).map(all => all[place] ?? '')
      told.set(id, parts.filter(part => part !== '').join(', '))
    }
  }
  return told
}

/** Paths from the folder on in which they begin to differ. Their end is what is read. */
function withoutCommonFolders(texts: readonly string[]): readonly string[] {
  const [first = ''] = texts
  let length = 0
  while (length < first.length && texts.every(text => text[length] === first[length])) length += 1
  const common = first.slice(0, length).lastIndexOf('/') + 1
  return texts.map(text => text.slice(common))
}

/** What tells the contexts of the list apart where names do not. */
export function useTwins(): ReadonlyMap<ContextId, string> {
  const list = useContextList()
  return useMemo(() => tellTwinsApart(list?.contexts ?? []), [list])
}

/** The name of a context, with what tells it apart where another one has the same. */
export function fullName(name: string, apart: string | undefined): string {
  return apart === undefined || apart === '' ? name : `${name} · ${apart}`
}
