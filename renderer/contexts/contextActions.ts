import type { ContextEntry, SessionState, Settings } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import {
  addressOf,
  announce,
  changeSettings,
  copyText,
  currentSettings,
  errorBody,
  requestClose,
} from '../live/index.ts'
import type { MenuEntry } from '../ui/index.ts'

export interface ContextActionSources {
  readonly entry: ContextEntry
  readonly session: SessionState | undefined
  readonly open: (entry: ContextEntry) => void
  /** Shows the settings of the context: colour, protection, default namespaces. */
  readonly configure: (entry: ContextEntry) => void
}

/** What can be done with one context, as a menu. */
export function contextActions(sources: ContextActionSources): readonly MenuEntry[] {
  const { entry, session, open, configure } = sources
  const settings = currentSettings()
  const isOpen = session !== undefined && session.phase !== 'closed'
  const hasConsent = settings?.consents.includes(entry.id) ?? false
  const canProtect = entry.origin === 'kubeconfig'
  const byName = entry.isProtected && !(settings?.protectedIds.includes(entry.id) ?? false)
  return [
    { id: 'open', label: isOpen ? 'Go to it' : 'Open', keys: '↵', run: () => open(entry) },
    { id: 'close', label: 'Close the connection', isDisabled: !isOpen, run: () => requestClose(entry.id) },
    { id: 'configure', label: 'Colour, protection, namespaces…', run: () => configure(entry) },
    ...(canProtect
      ? [
          {
            id: 'protect',
            label: entry.isProtected ? 'Stop protecting it' : 'Protect it',
            // Protected by a pattern: that is taken back in the settings, as it holds for others too.
            isDisabled: byName,
            run: () => protect(entry, !entry.isProtected),
          },
        ]
      : []),
    ...(hasConsent
      ? [{ id: 'forget', label: 'Forget the consent', run: () => forgetConsent(entry.id) }]
      : []),
    {
      id: 'address',
      label: 'Copy the address of the context',
      run: () =>
        void copyText(`${location.origin}${location.pathname}${addressOf.context(entry.id)}`, 'the address'),
    },
    {
      id: 'server',
      label: 'Copy the address of the server',
      isDisabled: entry.server === '',
      run: () => void copyText(entry.server, 'the address of the server'),
    },
    ...(entry.origin === 'kubeconfig'
      ? [
          {
            id: 'file',
            label: 'Copy the path of its file',
            run: () => void copyText(entry.source, 'the path'),
          },
        ]
      : []),
    ...(entry.origin === 'snapshot'
      ? [{ id: 'remove', label: 'Remove the dump from the list', run: () => removeDump(entry) }]
      : []),
  ]
}

export function closeContext(context: ContextId): void {
  engine.call('contexts.close', { context }).catch(tell)
}

export function removeDump(entry: ContextEntry): void {
  engine
    .call('snapshots.remove', { context: entry.id })
    .then(() => announce(`Removed ${entry.name}; its files stay where they are`), tell)
}

export function protect(entry: ContextEntry, isProtected: boolean): void {
  const others = (currentSettings()?.protectedIds ?? []).filter(id => id !== entry.id)
  save({ protectedIds: isProtected ? [...others, entry.id] : others })
  announce(isProtected ? `${entry.name} is protected` : `${entry.name} is not protected any more`)
}

export function forgetConsent(context: ContextId): void {
  save({ consents: (currentSettings()?.consents ?? []).filter(id => id !== context) })
  announce('The consent is forgotten: opening asks again')
}

/** @param colour null: derived from the name */
export function chooseColour(context: ContextId, colour: number | null): void {
  const { [context]: _before, ...others } = currentSettings()?.colours ?? {}
  save({ colours: colour === null ? others : { ...others, [context]: colour } })
}

export function chooseNamespaces(context: ContextId, namespaces: readonly string[]): void {
  const { [context]: _before, ...others } = currentSettings()?.defaultNamespaces ?? {}
  save({ defaultNamespaces: namespaces.length === 0 ? others : { ...others, [context]: [...namespaces] } })
}

export function save(change: Partial<Settings>): void {
  changeSettings(change).catch(tell)
}

function tell(error: unknown): void {
  announce(errorBody(error).message)
}
