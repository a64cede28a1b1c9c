import type { Settings } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import {
  addressOf,
  announce,
  changeSettings,
  copyText,
  currentAddress,
  currentSettings,
  errorBody,
  formatAddress,
  navigate,
} from '../live/index.ts'
import { kindKey } from '../resources/index.ts'
import type { PaletteItem } from './palette.ts'
import { closeActiveTab } from './tabStore.ts'

/** Actions of the palette that hold for the frame, and those for the context in front. */
export function actionItems(context: ContextId | null, showKeys: () => void): readonly PaletteItem[] {
  const general = [
    action('Go to the contexts', ['home', 'ctx'], () => navigate(addressOf.contexts())),
    action('Settings', ['preferences'], () => navigate(addressOf.settings())),
    action('Keyboard shortcuts', ['help', 'keys'], showKeys),
    action('Use the light theme', [], () => save({ theme: 'light' })),
    action('Use the dark theme', [], () => save({ theme: 'dark' })),
    action('Use the theme of the system', [], () => save({ theme: 'system' })),
    action('Compact rows', ['density'], () => save({ density: 'compact' })),
    action('Comfortable rows', ['density'], () => save({ density: 'comfortable' })),
    action('Copy the address of this view', ['link', 'url'], copyAddress),
  ]
  if (context === null) return general
  return [
    action('Policies', ['policy', 'bindings'], () => navigate(addressOf.policies(context))),
    action('Webhooks', ['webhook'], () => navigate(addressOf.webhooks(context))),
    action('Pin or unpin this kind', ['pin'], togglePinOfView),
    action('Close this tab', [], () => closeActiveTab(context)),
    action('Connect again', ['retry', 'reconnect'], () => ask('contexts.retry', context)),
    action('Read the kinds again', ['discovery', 'refresh'], () => ask('resources.refresh', context)),
    action('Close this context', ['disconnect'], () => closeContext(context)),
    ...general,
  ]
}

export function closeContext(context: ContextId): void {
  ask('contexts.close', context)
  navigate(addressOf.contexts())
}

/** Calls a method that takes the context alone; a failure is said on the status line. */
export function ask(
  method: 'contexts.retry' | 'contexts.close' | 'resources.refresh',
  context: ContextId,
): void {
  engine.call(method, { context }).catch((error: unknown) => announce(errorBody(error).message))
}

export function togglePin(key: string): void {
  const pinned = currentSettings()?.pinned ?? []
  save({ pinned: pinned.includes(key) ? pinned.filter(other => other !== key) : [...pinned, key] })
}

function togglePinOfView(): void {
  const address = currentAddress()
  if (address.view === 'list') togglePin(kindKey(address.resource))
}

export function copyAddress(): void {
  void copyText(`${location.origin}${location.pathname}${formatAddress(currentAddress())}`, 'the address')
}

function save(change: Partial<Settings>): void {
  changeSettings(change).catch((error: unknown) => announce(errorBody(error).message))
}

function action(title: string, aliases: readonly string[], run: () => void): PaletteItem {
  return { id: `action ${title}`, group: 'Actions', title, detail: '', aliases, run }
}
