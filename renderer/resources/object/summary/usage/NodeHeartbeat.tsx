import { at, listAt, numberAt, textAt } from '../../../../../shared/relations/index.ts'
import { useStream } from '../../../../live/index.ts'
import { Age, Chip, Section, useAge } from '../../../../ui/index.ts'
import objectStyles from '../../Object.module.css'
import { useSubject } from '../../subject.ts'

const leases = { group: 'coordination.k8s.io', version: 'v1', resource: 'leases' }
const leaseNamespace = 'kube-node-lease'
/** What kubelets set where nobody says otherwise. Seconds. */
const usualDuration = 40

/** When the node was last heard of: by its lease, which it renews every few seconds, and by its status. */
export function NodeHeartbeat() {
  const { context, ref, object } = useSubject()
  const lease = useStream('objects.watch', {
    context,
    ref: { resource: leases, namespace: leaseNamespace, name: ref.name },
  })
  const spec = at(lease.value?.object, 'spec')
  const renewed = Date.parse(textAt(spec, 'renewTime'))
  const duration = numberAt(spec, 'leaseDurationSeconds') ?? usualDuration
  const ready = listAt(object, 'status', 'conditions').find(each => textAt(each, 'type') === 'Ready')
  const told = Date.parse(textAt(ready, 'lastHeartbeatTime'))
  const failure = lease.value?.status.phase === 'failed' ? lease.value.status.error : lease.error
  return (
    <Section title="Heartbeat">
      <p className={objectStyles.hint}>
        {Number.isNaN(renewed) ? (
          (failure?.message ?? 'The node has no lease.')
        ) : (
          <>
            Lease renewed <Age since={renewed} /> ago; it holds for {duration} s.{' '}
            <LateChip since={renewed} seconds={duration} />
          </>
        )}
      </p>
      {!Number.isNaN(told) && (
        <p className={objectStyles.hint}>
          Status sent <Age since={told} /> ago.
        </p>
      )}
    </Section>
  )
}

function LateChip({ since, seconds }: { readonly since: number; readonly seconds: number }) {
  // Renders again as the age ticks.
  useAge(since)
  if (Date.now() - since < seconds * 1000) return null
  return <Chip meaning="bad">overdue</Chip>
}
