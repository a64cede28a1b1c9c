import { useCallback, useEffect, useRef } from 'react'
import type { HostCommand, Settings } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { engine, isDesktop } from '../bridge/index.ts'
import { showDoor } from '../contexts/index.ts'
import {
  addressOf,
  announce,
  changeSettings,
  errorBody,
  goBack,
  historyReach,
  navigate,
  useAddress,
} from '../live/index.ts'
import { copyAddress } from './actions.ts'
import { addKubeconfigs, pickAnd } from './openFiles.ts'
import { closeActiveTab, stepTab, useTabs } from './tabStore.ts'

export interface CommandTargets {
  readonly context: ContextId | null
  readonly showPalette: () => void
  readonly showKeys: () => void
  /** The palette or the cheat sheet is open. */
  readonly hasOverlay: boolean
  readonly closeOverlay: () => void
}

/** Carries out commands of the native menu, and keeps the menu told which of them make sense now. */
export function useCommands(targets: CommandTargets): (command: HostCommand) => void {
  useOffer(targets.context)
  const latest = useRef(targets)
  latest.current = targets
  return useCallback(command => {
    const { hasOverlay } = latest.current
    if (!hasOverlay && document.querySelector(dialogs) !== null) announce('Close the dialog first.')
    else runCommand(command, latest.current)
  }, [])
}

/** The palette and the cheat sheet give way to a command; a dialog that asks something does not. */
const dialogs = '[role=dialog], [role=alertdialog]'

function runCommand(command: HostCommand, targets: CommandTargets): void {
  targets.closeOverlay()
  actions[command](targets)
}

const inContext =
  (run: (context: ContextId) => void) =>
  ({ context }: CommandTargets) => {
    if (context !== null) run(context)
  }

const actions: Readonly<Record<HostCommand, (targets: CommandTargets) => void>> = {
  palette: ({ showPalette }) => showPalette(),
  shortcuts: ({ showKeys }) => showKeys(),
  settings: () => navigate(addressOf.settings()),
  contexts: () => navigate(addressOf.contexts()),
  openKubeconfig: () => pickAnd('Open kubeconfig files', 'filesOrFolders', addKubeconfigs),
  openDump: () => showDoor('dump'),
  closeTab: inContext(closeActiveTab),
  nextTab: inContext(context => stepTab(context, 1)),
  previousTab: inContext(context => stepTab(context, -1)),
  back: goBack,
  forward: () => history.forward(),
  themeSystem: () => chooseTheme('system'),
  themeLight: () => chooseTheme('light'),
  themeDark: () => chooseTheme('dark'),
  copyLink: copyAddress,
}

const always: readonly HostCommand[] = [
  'palette',
  'settings',
  'contexts',
  'openKubeconfig',
  'openDump',
  'themeSystem',
  'themeLight',
  'themeDark',
  'shortcuts',
  'copyLink',
]

/** Tells main what the menu can do whenever that may have changed: at another address, by other tabs, in the history. */
function useOffer(context: ContextId | null): void {
  const address = useAddress()
  const tabs = useTabs(context).addresses.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: where one can go changes with the address
  useEffect(() => {
    if (!isDesktop()) return
    const tell = () => {
      engine
        .call('host.offer', { commands: offered(tabs) })
        .catch((error: unknown) => announce(errorBody(error).message))
    }
    tell()
    window.addEventListener('popstate', tell)
    return () => window.removeEventListener('popstate', tell)
  }, [address, tabs])
}

function offered(tabs: number): HostCommand[] {
  const { back, forward } = historyReach()
  const commands = [...always]
  if (tabs > 0) commands.push('closeTab')
  if (tabs > 1) commands.push('nextTab', 'previousTab')
  if (back) commands.push('back')
  if (forward) commands.push('forward')
  return commands
}

function chooseTheme(theme: Settings['theme']): void {
  changeSettings({ theme }).catch((error: unknown) => announce(errorBody(error).message))
}
