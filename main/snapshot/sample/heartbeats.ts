import type { KubeObject } from '../../../shared/kube/index.ts'
import type { SnapshotStore } from '../store/index.ts'
import { nodeNames } from './builder.ts'
import { backOff, started } from './incidents.ts'
import { kinds, storedAs } from './kinds.ts'
import { isPodReady } from './networking.ts'
import { minutes, stamp } from './objects.ts'
import { fraudChoice } from './payments.ts'
import { containerStatus } from './pods.ts'
import { containerOf } from './workloads.ts'

const micro = (now: number): string => new Date(now).toISOString().replace('Z', '000Z')

/** Sets fields below `spec` or `status`, which the sample's objects all have as mappings. */
export function change(object: KubeObject, part: 'spec' | 'status', fields: object): KubeObject {
  return { ...object, [part]: { ...(object[part] as object), ...fields } }
}

/** Renews the leases of the nodes. */
export function beatHeart(store: SnapshotStore, now: number): void {
  for (const node of nodeNames) {
    const lease = store.get(kinds.Lease, 'kube-node-lease', node)
    if (lease !== null) store.put(kinds.Lease, change(lease, 'spec', { renewTime: micro(now) }))
  }
}

interface AutoscalerStatus {
  readonly currentMetrics: readonly { readonly type: string; readonly resource: { readonly name: string } }[]
}

/** Moves the load that the autoscaler of `web` sees. */
export function scaleSignals(store: SnapshotStore, _now: number, random: () => number): void {
  const autoscaler = store.get(kinds.HorizontalPodAutoscaler, 'shop', 'web')
  if (autoscaler === null) return
  const utilization = 48 + Math.round(random() * 20)
  const { currentMetrics } = autoscaler.status as AutoscalerStatus
  const current = { averageUtilization: utilization, averageValue: `${Math.round(utilization * 2.5)}m` }
  const metrics = currentMetrics.map(metric => ({ ...metric, resource: { ...metric.resource, current } }))
  store.put(kinds.HorizontalPodAutoscaler, change(autoscaler, 'status', { currentMetrics: metrics }))
}

interface Restarted {
  readonly containerStatuses: readonly { readonly restartCount: number }[]
}

/** One more crash of the pod that keeps crashing, with its events. */
export function recordCrash(store: SnapshotStore, now: number): void {
  for (const pod of store.collection(kinds.Pod).list('payments')) {
    if (pod.metadata.labels?.['app.kubernetes.io/name'] !== fraudChoice.name || isPodReady(pod)) continue
    const { containerStatuses } = pod.status as Restarted
    const restarts = (containerStatuses[0]?.restartCount ?? 0) + 1
    const container = containerOf(fraudChoice, fraudChoice.tags.at(-1) ?? '')
    const status = containerStatus(pod, container, { is: 'crashLooping', restarts, lastRestartAge: 0 }, now)
    const crashed = store.put(
      kinds.Pod,
      touched(change(pod, 'status', { containerStatuses: [status] }), 'kubelet', now),
    )
    recordAgain(store, event => backOff(crashed, event.first, now, event.count + 2), now)
    recordAgain(store, event => started(crashed, event.first, now, event.count + 1), now)
  }
}

interface Tally {
  readonly first: number
  readonly count: number
}

/** Counts an event up where it is there already. Its name comes from its first time. */
function recordAgain(store: SnapshotStore, make: (tally: Tally) => KubeObject, now: number): void {
  const draft = make({ first: now, count: 0 })
  const known = store
    .collection(kinds.Event)
    .list(draft.metadata.namespace)
    .find(
      event =>
        event.reason === draft.reason &&
        (event.involvedObject as { readonly uid?: string }).uid ===
          (draft.involvedObject as { readonly uid?: string }).uid,
    )
  if (known === undefined) {
    store.put(storedAs(draft), make({ first: now - minutes, count: 1 }))
    return
  }
  const again = make({ first: Date.parse(String(known.firstTimestamp)), count: Number(known.count) })
  store.put(storedAs(again), { ...again, metadata: known.metadata })
}

/** Moves the time of a manager's entry. */
export function touched(object: KubeObject, manager: string, now: number): KubeObject {
  const managedFields = (object.metadata.managedFields ?? []).map(entry =>
    entry.manager === manager ? { ...entry, time: stamp(now) } : entry,
  )
  return { ...object, metadata: { ...object.metadata, managedFields } }
}
