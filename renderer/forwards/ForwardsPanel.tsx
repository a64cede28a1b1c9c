import { useForwards } from '../live/index.ts'
import { DockTable, EmptyState } from '../ui/index.ts'
import { ForwardRows } from './ForwardRow.tsx'

const columns = ['Target', 'State', 'On this machine', 'Context', 'Pod', 'Connections', 'Sent, received']

/** All port-forwards, those that run and those that are remembered. */
export function ForwardsPanel() {
  const forwards = useForwards()
  if (forwards === null) return null
  if (forwards.length === 0)
    return (
      <EmptyState
        title="No port is forwarded"
        detail="A forward makes a port of a pod, a Service or a workload reachable on this machine. Choose “Forward a port…” on one of them. Forwards stay listed here until you forget them; after a restart each waits to be started."
      />
    )
  return (
    <DockTable label="Port-forwards" columns={columns}>
      {forwards.map(forward => (
        <ForwardRows key={forward.id} forward={forward} />
      ))}
    </DockTable>
  )
}
