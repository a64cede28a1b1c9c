import { useCallback, useEffect, useState } from 'react'
import { visibleText } from '../../shared/kube/index.ts'
import { Doors, OpenDialog, useOpenContext } from '../contexts/index.ts'
import {
  ContextOpener,
  useAddress,
  useContextEntry,
  useContextList,
  useDock,
  useEngineConnection,
  useSettings,
} from '../live/index.ts'
import { ShownKeysContext } from '../ui/index.ts'
import { CheatSheet } from './CheatSheet.tsx'
import { CloseContext } from './CloseContext.tsx'
import { ClusterNav } from './ClusterNav.tsx'
import { ContextRail } from './ContextRail.tsx'
import { DockPlace } from './dock/DockPlace.tsx'
import { StreamDialogs } from './dock/StreamDialogs.tsx'
import { EngineLost, EngineRefused, SettingsProblem } from './EngineScreens.tsx'
import { HostRequests } from './HostRequests.tsx'
import { OperationDialogs } from './OperationDialogs.tsx'
import { Palette } from './Palette.tsx'
import { ReviewDialog } from './ReviewDialog.tsx'
import { useRailKeeping } from './rail.ts'
import styles from './Shell.module.css'
import { StatusLine } from './StatusLine.tsx'
import { TabBar } from './TabBar.tsx'
import { TopBar } from './TopBar.tsx'
import { useTabKeeping } from './tabStore.ts'
import { useChosenKeys } from './useChosenKeys.ts'
import { useShortcuts } from './useShortcuts.ts'
import { ViewHost } from './ViewHost.tsx'

/** The frame: contexts on the left, the navigation of one, its tabs and views, the status line. */
export function Shell() {
  const address = useAddress()
  const connection = useEngineConnection()
  const [overlay, setOverlay] = useState<'palette' | 'keys' | null>(null)
  const opening = useOpenContext()
  const openingHere = useOpenContext({ stays: true })
  const isRestored = useTabKeeping(address)
  useRailKeeping()
  useAppearance()
  useSampleWithoutKubeconfig(opening.open)
  const context = 'context' in address ? address.context : null
  useDocumentTitle(context)
  const showPalette = useCallback(() => setOverlay('palette'), [])
  const showKeys = useCallback(() => setOverlay('keys'), [])
  const closeOverlay = useCallback(() => setOverlay(null), [])
  useShortcuts({ context, showPalette, showKeys })
  const shownKeys = useChosenKeys()
  const isDockLarge = useDock(({ isOpen, isMaximised }) => isOpen && isMaximised)
  if (connection.status === 'refused') return <EngineRefused />
  return (
    <ShownKeysContext value={shownKeys}>
      <div className={styles.frame}>
        <ContextRail current={address} />
        <div className={styles.main}>
          <TopBar context={context} onSearch={showPalette} />
          {connection.status === 'lost' && <EngineLost since={connection.since} />}
          <SettingsProblem />
          <div className={styles.middle}>
            {context !== null && <ClusterNav context={context} address={address} />}
            <ContextOpener value={openingHere.open}>
              <div className={styles.column}>
                <main className={styles.views} aria-label="View" hidden={isDockLarge}>
                  {context !== null && <TabBar context={context} />}
                  {isRestored && <ViewHost address={address} />}
                </main>
                <DockPlace />
              </div>
            </ContextOpener>
          </div>
        </div>
        <StatusLine address={address} />
        {overlay === 'palette' && (
          <Palette
            context={context}
            open={opening.open}
            showKeys={showKeys}
            onClose={() => setOverlay(null)}
          />
        )}
        {overlay === 'keys' && <CheatSheet onClose={() => setOverlay(null)} />}
        <HostRequests
          context={context}
          hasOverlay={overlay !== null}
          showPalette={showPalette}
          showKeys={showKeys}
          closeOverlay={closeOverlay}
          open={opening.open}
        />
        <OpenDialog opening={opening} />
        <OpenDialog opening={openingHere} />
        <Doors />
        <StreamDialogs />
        <ReviewDialog />
        <OperationDialogs />
        <CloseContext />
      </div>
    </ShownKeysContext>
  )
}

/** The window and the browser's tab name the context in front. */
function useDocumentTitle(context: string | null): void {
  const name = useContextEntry(context ?? '')?.name
  useEffect(() => {
    document.title = name === undefined ? 'Gatehouse' : `${visibleText(name)} — Gatehouse`
  }, [name])
}

/** Theme and density as attributes of the root, which the tokens follow. */
function useAppearance(): void {
  const settings = useSettings()
  const theme = settings?.theme ?? 'system'
  const density = settings?.density ?? 'compact'
  useEffect(() => {
    document.documentElement.dataset.theme = theme
    document.documentElement.dataset.density = density
  }, [theme, density])
}

let hasLooked = false

/** On a machine without any kubeconfig the sample cluster opens by itself, once. */
function useSampleWithoutKubeconfig(open: ReturnType<typeof useOpenContext>['open']): void {
  const list = useContextList()
  const address = useAddress()
  useEffect(() => {
    if (list === null || hasLooked) return
    hasLooked = true
    const sample = list.contexts.find(({ origin }) => origin === 'sample')
    const hasOthers = list.contexts.some(({ origin }) => origin !== 'sample')
    const hasFiles = list.files.some(
      file => file.contexts > 0 || (file.problem !== undefined && file.problem.kind !== 'gone'),
    )
    if (sample !== undefined && !hasOthers && !hasFiles && address.view === 'contexts') open(sample)
  }, [list, address, open])
}
