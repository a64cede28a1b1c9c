import { lazy, memo, Suspense, useRef } from 'react'
import type { ContextId } from '../../../shared/kube/index.ts'
import {
  type DockItem,
  dockKey,
  useContextEntry,
  useContextOpener,
  useDock,
  useSession,
  useTerminals,
  ViewActiveContext,
} from '../../live/index.ts'
import { Button, EmptyState, useLater } from '../../ui/index.ts'
import { Fault } from '../Fault.tsx'
import styles from './Dock.module.css'
import { panelId, tabId } from './DockTabs.tsx'

const ForwardsPanel = lazy(async () => ({ default: (await import('../../forwards/index.ts')).ForwardsPanel }))
const LogsPanel = lazy(async () => ({ default: (await import('../../logs/index.ts')).LogsPanel }))
const TransfersPanel = lazy(async () => ({
  default: (await import('../../transfers/index.ts')).TransfersPanel,
}))
const RunsPanel = lazy(async () => ({ default: (await import('../../writes/index.ts')).RunsPanel }))
const TerminalPanel = lazy(async () => ({
  default: (await import('../../terminals/index.ts')).TerminalPanel,
}))

export interface DockPanelProps {
  readonly item: DockItem
  readonly isFront: boolean
  readonly onClose: (key: string) => void
}

/** What a tab of the dock shows. Stays while another is in front, and then its streams slow down. */
export const DockPanel = memo(function DockPanel({ item, isFront, onClose }: DockPanelProps) {
  const isOpen = useDock(state => state.isOpen)
  const isActive = isFront && isOpen
  const key = dockKey(item)
  return (
    <div
      className={styles.panel}
      role="tabpanel"
      id={panelId(key)}
      aria-labelledby={tabId(key)}
      tabIndex={-1}
      hidden={!isFront}
      data-dock-front={isFront ? '' : undefined}
    >
      <ViewActiveContext value={isActive}>
        <Fault>
          <Suspense fallback={<Loading />}>
            <Content item={item} isActive={isActive} onClose={() => onClose(key)} />
          </Suspense>
        </Fault>
      </ViewActiveContext>
    </div>
  )
})

interface ContentProps {
  readonly item: DockItem
  readonly isActive: boolean
  readonly onClose: () => void
}

function Content({ item, isActive, onClose }: ContentProps) {
  switch (item.kind) {
    case 'terminal':
      return <OneTerminal id={item.terminal} isActive={isActive} onClose={onClose} />
    case 'logs':
      return (
        <WhenConnected context={item.context}>
          <LogsPanel context={item.context} target={item.target} isActive={isActive} />
        </WhenConnected>
      )
    case 'forwards':
      return <ForwardsPanel />
    case 'transfers':
      return <TransfersPanel />
    case 'runs':
      return <RunsPanel />
  }
}

function OneTerminal({
  id,
  isActive,
  onClose,
}: {
  readonly id: string
  readonly isActive: boolean
  readonly onClose: () => void
}) {
  const terminal = useTerminals()?.find(one => one.id === id)
  return terminal === undefined ? (
    <Loading />
  ) : (
    <TerminalPanel terminal={terminal} isActive={isActive} onClose={onClose} />
  )
}

/** A context may have been closed since, or not be open yet after a restart. */
function WhenConnected({
  context,
  children,
}: {
  readonly context: ContextId
  readonly children: React.ReactNode
}) {
  const entry = useContextEntry(context)
  const session = useSession(context)
  const open = useContextOpener()
  const wasReady = useRef(false)
  if (session?.phase === 'ready') wasReady.current = true
  if (session === null || session.phase === 'closed') wasReady.current = false
  if (wasReady.current) return children
  if (entry === null)
    return (
      <EmptyState
        meaning="warning"
        title="There is no such context"
        detail={`No kubeconfig file names ${context} any more.`}
      />
    )
  if (session !== null && session.phase !== 'closed')
    return <EmptyState title={`${entry.name} is not connected`} detail={session.reason?.message} />
  return (
    <EmptyState
      title={`${entry.name} is not open`}
      detail="Its logs are read once it is. It is opened only when you ask for it."
      actions={<Button onPress={() => open(entry)}>{`Open ${entry.name}`}</Button>}
    />
  )
}

function Loading() {
  return useLater(200) ? <EmptyState title="Opening…" /> : null
}
