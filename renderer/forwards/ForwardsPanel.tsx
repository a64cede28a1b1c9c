import { useForwards } from '../live/index.ts'
import { EmptyState } from '../ui/index.ts'
import { ForwardRows } from './ForwardRow.tsx'
import styles from './Forwards.module.css'

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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take focus
    <section className={styles.panel} aria-label="Port-forwards" tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">Port-forwards</caption>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        {forwards.map(forward => (
          <ForwardRows key={forward.id} forward={forward} />
        ))}
      </table>
    </section>
  )
}
