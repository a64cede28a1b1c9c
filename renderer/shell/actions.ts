import type { Settings } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { engine, isDesktop } from '../bridge/index.ts'
import { showDoor } from '../contexts/index.ts'
import {
  addressOf,
  announce,
  changeSettings,
  copyText,
  currentAddress,
  currentContexts,
  currentSettings,
  errorBody,
  formatAddress,
  navigate,
  openEditor,
  requestClose,
} from '../live/index.ts'
import { kindKey, listActions } from '../resources/index.ts'
import { linkOf } from './deepLinks.ts'
import { maximiseDock, toggleDock } from './dock/dockFocus.ts'
import { showInDock } from './dock/useDockKeeping.ts'
import type { PaletteItem } from './palette.ts'
import { leaveRail } from './rail.ts'
import { asLeft, closeActiveTab, closeOtherTabs, moveActiveTab, reopenClosedTab } from './tabStore.ts'

/** Actions of the palette that hold for the frame, and those for the context in front. */
export function actionItems(context: ContextId | null, showKeys: () => void): readonly PaletteItem[] {
  const general = [
    action('Go to the contexts', ['home', 'ctx'], () => navigate(addressOf.contexts())),
    action('Open YAML or a dump…', ['dump', 'snapshot', 'must-gather', 'file', 'zip'], () =>
      showDoor('dump'),
    ),
    action('Add a kubeconfig file or folder…', ['kubeconfig'], () => showDoor('path')),
    action('Paste a kubeconfig…', ['kubeconfig'], () => showDoor('paste')),
    action('Settings', ['preferences'], () => navigate(addressOf.settings())),
    action('Diagnostics', ['log', 'requests', 'timings'], () => navigate(addressOf.diagnostics())),
    action('Make a support bundle…', ['support', 'report', 'problem'], () =>
      navigate(addressOf.diagnostics('support')),
    ),
    action('Keyboard shortcuts', ['help', 'keys'], showKeys),
    action('Use the light theme', [], () => save({ theme: 'light' })),
    action('Use the dark theme', [], () => save({ theme: 'dark' })),
    action('Use the theme of the system', [], () => save({ theme: 'system' })),
    action('Compact rows', ['density'], () => save({ density: 'compact' })),
    action('Comfortable rows', ['density'], () => save({ density: 'comfortable' })),
    action('Show or hide the dock', ['panel', 'terminals', 'logs'], toggleDock),
    action('Make the dock large, or as it was', ['maximise', 'maximize'], maximiseDock),
    action('Port-forwards', ['pf', 'forward', 'ports'], () => showInDock('forwards')),
    action('Writes under way', ['runs', 'apply', 'progress'], () => showInDock('runs')),
    action('Copies of files', ['transfers', 'cp', 'copy files'], () => showInDock('transfers')),
    action('Copy the address of this view', ['link', 'url'], copyAddress),
  ]
  if (context === null) return general
  return [
    action('Overview', ['dashboard', 'health', 'summary'], () => navigate(addressOf.overview(context))),
    action('Events', ['warnings', 'ev'], () => navigate(addressOf.events(context))),
    action('Usage', ['top', 'metrics', 'cpu', 'memory', 'requests'], () =>
      navigate(addressOf.usage(context)),
    ),
    action('API explorer', ['operations', 'openapi', 'curl', 'request'], () =>
      navigate(asLeft(context, addressOf.explorer(context))),
    ),
    action('Apply YAML…', ['apply', 'kubectl apply', 'manifest'], () => write(context, 'Apply YAML')),
    action('New object…', ['create', 'new'], () => write(context, 'New object')),
    action('Drafts', ['edit', 'unsaved'], () => navigate(addressOf.drafts(context))),
    action('Journal', ['writes', 'undo', 'history of writes', 'audit'], () =>
      navigate(addressOf.journal(context)),
    ),
    action('Compare objects, a kind or manifests', ['diff', 'drift', 'difference'], () =>
      navigate(comparedWithFront(context)),
    ),
    action('Explain a kind', ['schema', 'fields', 'explain'], () =>
      navigate(addressOf.explorer(context, { tab: 'schema' })),
    ),
    action('Pipeline', ['admission', 'stations'], () =>
      navigate(asLeft(context, addressOf.pipeline(context))),
    ),
    action('Policies', ['policy', 'bindings'], () => navigate(addressOf.policies(context))),
    action('Webhooks', ['webhook'], () => navigate(addressOf.webhooks(context))),
    action('Findings', ['problems', 'risks', 'lint'], () => navigate(addressOf.findings(context))),
    action('Audit policies', ['trial', 'draft', 'violations'], () =>
      navigate(asLeft(context, addressOf.audit(context))),
    ),
    action('Scratchpad', ['cel', 'expression', 'evaluate'], () =>
      navigate(asLeft(context, addressOf.scratchpad(context))),
    ),
    fleetItem(context),
    action('What happens if', ['trace', 'admission', 'dry run', 'whatif'], () =>
      navigate(asLeft(context, addressOf.whatIf(context))),
    ),
    action('Pin or unpin this kind', ['pin'], togglePinOfView),
    ...rowActions(),
    action('Close this tab', [], () => closeActiveTab(context)),
    action('Close the other tabs', [], () => closeOtherTabs(context)),
    action('Reopen the tab that was closed last', ['undo'], () => reopenClosedTab(context)),
    action('Move this tab to the left', [], () => moveActiveTab(context, -1)),
    action('Move this tab to the right', [], () => moveActiveTab(context, 1)),
    action('Connect again', ['retry', 'reconnect'], () => ask('contexts.retry', context)),
    action('Read the kinds again', ['discovery', 'refresh'], () => ask('resources.refresh', context)),
    action('Close this context', ['disconnect'], () => requestClose(context)),
    ...general,
  ]
}

/** The view about several contexts: it is offered where none of them is in front, too. */
export function fleetItem(context: ContextId): PaletteItem {
  return action('Compare the fleet', ['matrix', 'contexts', 'drift'], () =>
    navigate(addressOf.fleet(context)),
  )
}

function write(context: ContextId, title: string): void {
  openEditor({ context, ref: null, text: '', title }).catch((error: unknown) =>
    announce(errorBody(error).message),
  )
}

/** The object in front is one side of the comparison already. */
function comparedWithFront(context: ContextId): string {
  const address = currentAddress()
  if (address.view === 'object' && address.context === context)
    return addressOf.compare(context, { before: { context: '', ref: address.ref } })
  if (address.view !== 'list' || address.context !== context)
    return asLeft(context, addressOf.compare(context))
  const { group, version, resource } = address.resource
  return addressOf.compare(context, { tab: 'kind', kind: [group, version, resource].join('/') })
}

/** Closes a context and takes it off the rail. Its tabs are kept for the next time it is opened. */
export function closeContext(context: ContextId): void {
  leaveRail(context)
  ask('contexts.close', context)
  const address = currentAddress()
  if ('context' in address && address.context === context) navigate(addressOf.contexts())
}

/** What can be done with the rows of the list in front. */
function rowActions(): readonly PaletteItem[] {
  return listActions().map(({ title, aliases, run }) => action(title, aliases, run))
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
  const address = currentAddress()
  const text = isDesktop()
    ? linkOf(address, currentContexts())
    : `${location.origin}${location.pathname}${formatAddress(address)}`
  void copyText(text, 'the address')
}

function save(change: Partial<Settings>): void {
  changeSettings(change).catch((error: unknown) => announce(errorBody(error).message))
}

function action(title: string, aliases: readonly string[], run: () => void): PaletteItem {
  return { id: `action ${title}`, group: 'Actions', title, detail: '', aliases, run }
}
