import { assertNever } from '../../shared/errors/index.ts'
import { refKey, resourceKey } from '../../shared/kube/index.ts'
import { type Address, logTargetKey } from '../live/index.ts'
import { moved } from './order.ts'

/** Tabs of one context as addresses, and which of them is in front. */
export interface ContextTabs {
  readonly addresses: readonly string[]
  readonly active: number
}

export const noTabs: ContextTabs = { addresses: [], active: -1 }

/** Addresses of an equal identity share a tab: a list keeps its tab when its filter changes. */
export function identityOf(address: Address): string {
  switch (address.view) {
    case 'contexts':
    case 'settings':
    case 'diagnostics':
      return address.view
    case 'start':
    case 'overview':
    case 'policies':
    case 'webhooks':
    case 'events':
    case 'compare':
    case 'drafts':
    case 'journal':
    case 'explorer':
    case 'usage':
    case 'findings':
    case 'audit':
    case 'scratchpad':
    case 'fleet':
    case 'pipeline':
    case 'whatif':
      return `${address.context} ${address.view}`
    case 'edit':
      return `${address.context} edit ${address.draft}`
    case 'logs':
      return `${address.context} logs ${logTargetKey(address.place.target)}`
    case 'list':
      return `${address.context} list ${resourceKey(address.resource)}`
    case 'object':
      return `${address.context} object ${refKey(address.ref)}`
    default:
      return assertNever(address)
  }
}

/** The tabs after a visit: the tab of that identity comes to the front, or a new one after the present. */
export function visit(
  tabs: ContextTabs,
  address: string,
  identities: (address: string) => string,
): ContextTabs {
  const identity = identities(address)
  const place = tabs.addresses.findIndex(other => identities(other) === identity)
  if (place >= 0) {
    if (place === tabs.active && tabs.addresses[place] === address) return tabs
    return { addresses: tabs.addresses.with(place, address), active: place }
  }
  const at = tabs.active + 1
  return { addresses: tabs.addresses.toSpliced(at, 0, address), active: at }
}

/** The tabs without one; its right neighbour comes to the front, or else its left. */
export function closeTab(tabs: ContextTabs, index: number): ContextTabs {
  const addresses = tabs.addresses.toSpliced(index, 1)
  const active = index < tabs.active ? tabs.active - 1 : Math.min(tabs.active, addresses.length - 1)
  return { addresses, active }
}

/** The tabs with one at another place; the same one stays in front. */
export function moveTab(tabs: ContextTabs, from: number, to: number): ContextTabs {
  const addresses = moved(tabs.addresses, from, to)
  if (addresses === tabs.addresses) return tabs
  const front = tabs.addresses[tabs.active]
  return { addresses, active: front === undefined ? tabs.active : addresses.indexOf(front) }
}

/** One tab alone, or it with those to its left. It comes to the front where the one in front goes. */
export function closeOthers(tabs: ContextTabs, index: number, which: 'others' | 'right'): ContextTabs {
  const addresses = tabs.addresses.filter(
    (_, place) => place === index || (which === 'right' && place < index),
  )
  const front = tabs.addresses[tabs.active]
  const kept = front === undefined ? -1 : addresses.indexOf(front)
  return { addresses, active: kept >= 0 ? kept : addresses.length - 1 }
}
