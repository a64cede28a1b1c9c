import type { ContextId } from '../../shared/kube/index.ts'
import { addressOf, type LogPlace, navigate, openLogs, useIsViewActive } from '../live/index.ts'
import { LogsBody } from './LogsBody.tsx'
import { keepPanelPlace } from './panelPlaces.ts'

export interface LogsViewProps {
  readonly context: ContextId
  readonly place: LogPlace
}

/** Logs as a view of their own: every choice is in the address. */
export function LogsView({ context, place }: LogsViewProps) {
  const isActive = useIsViewActive()
  const openElsewhere = () => {
    keepPanelPlace(context, place)
    const { target } = place
    openLogs(context, target, target.type === 'object' ? target.ref.name : target.labelSelector)
  }
  return (
    <LogsBody
      context={context}
      place={place}
      isActive={isActive}
      change={part =>
        navigate(addressOf.logs(context, place.target, { ...place, ...part }), { replace: true })
      }
      elsewhere={{ label: 'Open in the dock', open: openElsewhere }}
    />
  )
}
