import { useEffect } from 'react'
import { create } from 'zustand'
import { type ContextId, ownValue } from '../../shared/kube/index.ts'
import {
  type Address,
  addressOf,
  announce,
  changeSettings,
  currentContexts,
  errorBody,
  firstListOf,
  formatAddress,
  navigate,
  parseAddress,
  useSettings,
  withoutSecrets,
} from '../live/index.ts'
import { type ContextTabs, closeOthers, closeTab, identityOf, moveTab, noTabs, visit } from './tabs.ts'

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
  return ownValue(state.contexts, context) ?? noTabs
}

function setTabs(context: ContextId, tabs: ContextTabs): void {
  store.setState(state =>
    tabsOf(state, context) === tabs ? state : { contexts: { ...state.contexts, [context]: tabs } },
  )
}

/** The address of a context as it was left; its pods when it was never visited. */
export function addressOfContext(context: ContextId): string {
  const { addresses, active } = tabsOf(store.getState(), context)
  const front = addresses[active]
  if (front !== undefined) return front
  // A dump may well hold no Pods; its overview tells what it holds.
  const isDump = currentContexts().find(({ id }) => id === context)?.origin === 'snapshot'
  if (isDump) return addressOf.overview(context)
  return firstListOf(context, { group: '', version: 'v1', resource: 'pods' })
}

/** The address at which a tab of the same view stands already, as it was left; else the address itself. */
export function asLeft(context: ContextId, address: string): string {
  const identity = identityOfText(address)
  return (
    tabsOf(store.getState(), context).addresses.find(other => identityOfText(other) === identity) ?? address
  )
}

/** Closed tabs of each context, the latest last. They end with the page. */
const closed = new Map<ContextId, string[]>()
const mostClosed = 30

function noteClosed(context: ContextId, before: ContextTabs, after: ContextTabs): void {
  const gone = before.addresses.filter(address => !after.addresses.includes(address))
  closed.set(context, [...(closed.get(context) ?? []), ...gone].slice(-mostClosed))
}

/** Brings the tab that was closed last back to the front. */
export function reopenClosedTab(context: ContextId): void {
  const address = closed.get(context)?.pop()
  if (address === undefined) announce('No tab of this context was closed')
  else navigate(address)
}

/** Moves a tab to another place among those of its context. */
export function moveTabTo(context: ContextId, index: number, to: number): void {
  setTabs(context, moveTab(tabsOf(store.getState(), context), index, to))
}

/** Moves the tab in front by one place. */
export function moveActiveTab(context: ContextId, step: 1 | -1): void {
  const { active } = tabsOf(store.getState(), context)
  moveTabTo(context, active, active + step)
}

/** Closes the tabs beside one, or those to its right. */
export function closeTabsBeside(context: ContextId, index: number, which: 'others' | 'right'): void {
  const before = tabsOf(store.getState(), context)
  const tabs = closeOthers(before, index, which)
  noteClosed(context, before, tabs)
  setTabs(context, tabs)
  const front = tabs.addresses[tabs.active]
  if (front !== undefined && front !== before.addresses[before.active]) navigate(front, { replace: true })
}

export function closeOtherTabs(context: ContextId): void {
  closeTabsBeside(context, tabsOf(store.getState(), context).active, 'others')
}

/** Forgets the tabs of a context, e.g. of one that no kubeconfig names any more. */
export function closeAllTabs(context: ContextId): void {
  setTabs(context, noTabs)
}

export function closeTabAt(context: ContextId, index: number): void {
  const before = tabsOf(store.getState(), context)
  const tabs = closeTab(before, index)
  noteClosed(context, before, tabs)
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
    const contexts = scrubbed(settings.tabs)
    store.setState({ contexts, isRestored: true })
    if (JSON.stringify(contexts) !== JSON.stringify(settings.tabs)) write(contexts)
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
    const save = () => {
      clearTimeout(timer)
      timer = undefined
      write(store.getState().contexts)
    }
    // A window that closes takes what was not written yet with it.
    const saveNow = () => timer !== undefined && save()
    const unsubscribe = store.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(save, saveDelay)
    })
    window.addEventListener('pagehide', saveNow)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      window.removeEventListener('pagehide', saveNow)
    }
  }, [isRestored])
  return isRestored
}

function write(contexts: TabState['contexts']): void {
  changeSettings({ tabs: writable(contexts) }).catch((error: unknown) => announce(errorBody(error).message))
}

/**
 * Tabs without what an address may not carry: earlier versions wrote texts into it that stay on their page now,
 * such as a whole Secret.
 */
function scrubbed(contexts: TabState['contexts']): TabState['contexts'] {
  return Object.fromEntries(
    Object.entries(contexts).map(([context, tabs]) => [
      context,
      { ...tabs, addresses: tabs.addresses.map(withoutSecrets) },
    ]),
  )
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
