import { useSyncExternalStore } from 'react'
import { type Address, formatAddress, parseAddress } from './address.ts'

const listeners = new Set<() => void>()
let current: Address = { view: 'contexts' }

/** Follows the page's URL from now on. Called once, by the entry. */
export function startNavigation(): void {
  window.addEventListener('popstate', read)
  window.addEventListener('hashchange', read)
  read()
}

/** Where the app is. */
export function useAddress(): Address {
  return useSyncExternalStore(subscribe, () => current)
}

/** Where the app is, outside of rendering. */
export function currentAddress(): Address {
  return current
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Goes to an address made by `addressOf`. `replace` keeps the history as it is, for changes
 * within a view such as a filter that is being typed. What is no address is ignored.
 */
export function navigate(address: string, options: { readonly replace?: boolean } = {}): void {
  const next = parseAddress(address)
  if (next === null) return
  const text = formatAddress(next)
  if (text === formatAddress(current) && location.hash !== '') return
  if (options.replace) history.replaceState({ depth: depth() }, '', text)
  else history.pushState({ depth: depth() + 1 }, '', text)
  set(next)
}

/** Goes back within the app; at its first view it stays. */
export function goBack(): void {
  if (depth() > 0) history.back()
}

/** Whether there is a view of the app to go back to, and one to go forward to. */
export function historyReach(): { readonly back: boolean; readonly forward: boolean } {
  return { back: depth() > 0, forward: window.navigation.canGoForward }
}

/** How many views of the app lie before this one in the history. */
function depth(): number {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'depth' in state ? Number(state.depth) : 0
}

function read(): void {
  set(parseAddress(location.hash) ?? { view: 'contexts' })
}

function set(next: Address): void {
  if (formatAddress(next) === formatAddress(current)) return
  current = next
  for (const listener of [...listeners]) listener()
}
