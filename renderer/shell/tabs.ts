import { assertNever } from '../../shared/errors/index.ts'
import { refKey, resourceKey } from '../../shared/kube/index.ts'
import type { Address } from '../live/index.ts'

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
      return address.view
    case 'start':
    case 'policies':
    case 'webhooks':
      return `${address.context} ${address.view}`
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
