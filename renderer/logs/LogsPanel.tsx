import type { LogTarget } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { addressOf, navigate } from '../live/index.ts'
import { LogsBody } from './LogsBody.tsx'
import { keepPanelPlace, usePanelPlace } from './panelPlaces.ts'

export interface LogsPanelProps {
  readonly context: ContextId
  readonly target: LogTarget
  /** Whether it is on screen: of others lines come once a second. */
  readonly isActive: boolean
}

/** Logs as a part of another view; what is chosen lasts as long as the page. */
export function LogsPanel({ context, target, isActive }: LogsPanelProps) {
  const place = usePanelPlace(context, target)
  return (
    <LogsBody
      context={context}
      place={place}
      isActive={isActive}
      change={part => keepPanelPlace(context, { ...place, ...part })}
      elsewhere={{
        label: 'Open in a tab',
        open: () => navigate(addressOf.logs(context, target, place)),
      }}
    />
  )
}
