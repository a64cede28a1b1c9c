import { useEffect } from 'react'
import { create } from 'zustand'
import type { ContextId } from '../../shared/kube/index.ts'
import {
  type Address,
  addressOf,
  changeSettings,
  formatAddress,
  navigate,
  parseAddress,
  useSettings,
} from '../live/index.ts'
import { type ContextTabs, closeTab, identityOf, noTabs, visit } from './tabs.ts'

interface TabState {
  readonly contexts: Readonly<Record<ContextId, ContextTabs>>
  readonly isRestored: boolean
}

const store = create<TabState>()(() => ({ contexts: {}, isRestored: false }))

/** Tabs are written down this long after a change, in milliseconds. */
const saveDelay = 800

export function useTabs(context: ContextId | null): ContextTabs {
  return store(state => (context === null ? noTabs : tabsOf(state, context)))
}

/** Identities of all tabs of all contexts, one text. */
export function useOpenIdentities(): string {
  return store(state =>
    Object.values(state.contexts)
      .flatMap(tabs => tabs.addresses.map(identityOfText))
      .join('\n'),
  )
}

function tabsOf(state: TabState, context: ContextId): ContextTabs {
  return Object.hasOwn(state.contexts, context) ? (state.contexts[context] ?? noTabs) : noTabs
}

function setTabs(context: ContextId, tabs: ContextTabs): void {
  store.setState(state =>
    tabsOf(state, context) === tabs ? state : { contexts: { ...state.contexts, [context]: tabs } },
  )
}

/** The address of a context as it was left; its pods when it was never visited. */
export function addressOfContext(context: ContextId): string {
  const { addresses, active } = tabsOf(store.getState(), context)
  return addresses[active] ?? addressOf.list(context, { group: '', version: 'v1', resource: 'pods' })
}

export function closeTabAt(context: ContextId, index: number): void {
  const before = tabsOf(store.getState(), context)
  const tabs = closeTab(before, index)
  setTabs(context, tabs)
  if (index !== before.active) return
  navigate(tabs.addresses[tabs.active] ?? addressOf.contexts(), { replace: true })
}

export function closeActiveTab(context: ContextId): void {
  closeTabAt(context, tabsOf(store.getState(), context).active)
}

/** Brings the tab beside the one in front to the front. */
export function stepTab(context: ContextId, step: 1 | -1): void {
  const { addresses, active } = tabsOf(store.getState(), context)
  const next = addresses[(active + step + addresses.length) % addresses.length]
  if (next !== undefined) navigate(next)
}

/** Restores the tabs of the last run, keeps them in step with where the app is, and writes them down. */
export function useTabKeeping(address: Address): boolean {
  const settings = useSettings()
  const isRestored = store(state => state.isRestored)
  useEffect(() => {
    if (isRestored || settings === null) return
    store.setState({ contexts: settings.tabs, isRestored: true })
  }, [isRestored, settings])
  useEffect(() => {
    if (!isRestored || !('context' in address)) return
    if (address.view === 'start') navigate(addressOfContext(address.context), { replace: true })
    else {
      const tabs = tabsOf(store.getState(), address.context)
      setTabs(address.context, visit(tabs, formatAddress(address), identityOfText))
    }
  }, [isRestored, address])
  useEffect(() => {
    if (!isRestored) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = store.subscribe(({ contexts }) => {
      clearTimeout(timer)
      timer = setTimeout(() => void changeSettings({ tabs: writable(contexts) }), saveDelay)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [isRestored])
  return isRestored
}

function writable(contexts: TabState['contexts']): Record<string, { addresses: string[]; active: number }> {
  return Object.fromEntries(
    Object.entries(contexts).map(([context, { addresses, active }]) => [
      context,
      { addresses: [...addresses], active },
    ]),
  )
}

function identityOfText(text: string): string {
  const address = parseAddress(text)
  return address === null ? text : identityOf(address)
}
