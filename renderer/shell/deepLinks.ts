import type { ContextEntry } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { type Address, formatAddress, parseAddress } from '../live/index.ts'

/** What a link from outside leads to. */
export type LinkOutcome =
  /** Everything it needs is open: the page goes there. */
  | { readonly type: 'go'; readonly address: string }
  /** A context would be opened, or one of several of that name: the person is asked. */
  | { readonly type: 'ask'; readonly candidates: readonly ContextEntry[]; readonly address: Address }
  | { readonly type: 'nowhere'; readonly name: string | null }

/**
 * A context in a link is an id of this machine, or a name that works on others too.
 * @param isOpen whether a context is open already
 */
export function followLink(
  text: string,
  contexts: readonly ContextEntry[],
  isOpen: (context: ContextId) => boolean,
): LinkOutcome {
  const address = parseAddress(text)
  if (address === null) return { type: 'nowhere', name: null }
  if (!('context' in address)) return { type: 'go', address: formatAddress(address) }
  const exact = contexts.filter(({ id }) => id === address.context)
  const candidates = exact.length > 0 ? exact : contexts.filter(({ name }) => name === address.context)
  const [first, ...others] = candidates
  if (first === undefined) return { type: 'nowhere', name: address.context }
  const kept = withoutClosed(address, isOpen)
  if (others.length === 0 && isOpen(first.id))
    return { type: 'go', address: formatAddress({ ...kept, context: first.id }) }
  return { type: 'ask', candidates, address: kept }
}

/** Further contexts of a merged list stay out of it unless they are open: only one is asked for. */
function withoutClosed<A extends Address>(address: A, isOpen: (context: ContextId) => boolean): A {
  if (address.view !== 'list') return address
  return { ...address, query: { ...address.query, merged: address.query.merged.filter(isOpen) } }
}

/** The link for an address of this page. A context whose name is its own is named, so that the link works elsewhere. */
export function linkOf(address: Address, contexts: readonly ContextEntry[]): string {
  const rest = formatAddress(portable(address, contexts)).replace(/^#\/?/, '')
  return `gatehouse://${rest}`
}

function portable(address: Address, contexts: readonly ContextEntry[]): Address {
  if (!('context' in address)) return address
  const name = contexts.find(({ id }) => id === address.context)?.name
  if (name === undefined) return address
  const isUnique = contexts.filter(entry => entry.name === name || entry.id === name).length === 1
  return isUnique ? { ...address, context: name } : address
}
