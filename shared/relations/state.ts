import type { KubeObject } from '../kube/index.ts'
import { at, listAt, numberAt, textAt } from './read.ts'

export interface ObjectHealth {
  /** Short, e.g. `2/3` or `CrashLoopBackOff`; empty when there is nothing to say. */
  readonly state: string
  readonly meaning: 'good' | 'warning' | 'bad' | 'unknown' | null
}

const nothing: ObjectHealth = { state: '', meaning: null }

/** How an object is doing, in a word and a meaning, from its own status. */
export function healthOf(object: KubeObject): ObjectHealth {
  if (typeof object.metadata?.deletionTimestamp === 'string')
    return { state: 'Terminating', meaning: 'warning' }
  return (byKind.get(object.kind) ?? conditionHealth)(object)
}

const byKind: ReadonlyMap<string, (object: KubeObject) => ObjectHealth> = new Map([
  ['Pod', podHealth],
  ['Deployment', deploymentHealth],
  ['ReplicaSet', replicaSetHealth],
  ['StatefulSet', (object: KubeObject) => replicaHealth(object, 'spec', 'replicas', 'readyReplicas')],
  [
    'DaemonSet',
    (object: KubeObject) => replicaHealth(object, 'status', 'desiredNumberScheduled', 'numberReady'),
  ],
  [
    'ReplicationController',
    (object: KubeObject) => replicaHealth(object, 'spec', 'replicas', 'readyReplicas'),
  ],
  ['Job', jobHealth],
  ['CronJob', cronJobHealth],
  ['Node', nodeHealth],
  ['Namespace', phaseHealth],
  ['PersistentVolume', phaseHealth],
  ['PersistentVolumeClaim', phaseHealth],
  ['EndpointSlice', sliceHealth],
])

function replicaHealth(
  object: KubeObject,
  part: string,
  wantedField: string,
  readyField: string,
): ObjectHealth {
  // The server fills in one replica; an object that says nothing wants one.
  const wanted = numberAt(object, part, wantedField) ?? (part === 'spec' ? 1 : 0)
  const ready = numberAt(object, 'status', readyField) ?? 0
  if (wanted === 0) return { state: `${ready}/0`, meaning: ready === 0 ? null : 'warning' }
  const meaning = ready >= wanted ? 'good' : ready === 0 ? 'bad' : 'warning'
  return { state: `${ready}/${wanted}`, meaning }
}

/** Pods of the version before may all be ready while the new one does not come up: that is not good. */
function deploymentHealth(object: KubeObject): ObjectHealth {
  const health = replicaHealth(object, 'spec', 'replicas', 'readyReplicas')
  const progressing = conditionOf(object, 'Progressing')
  if (textAt(progressing, 'status') === 'False')
    return { state: textAt(progressing, 'reason') || 'Not progressing', meaning: 'bad' }
  const unavailable = numberAt(object, 'status', 'unavailableReplicas') ?? 0
  return unavailable > 0 && health.meaning === 'good' ? { ...health, meaning: 'warning' } : health
}

/** An old ReplicaSet kept for its revision is neither good nor bad. */
function replicaSetHealth(object: KubeObject): ObjectHealth {
  const wanted = numberAt(object, 'spec', 'replicas') ?? 1
  const present = numberAt(object, 'status', 'replicas') ?? 0
  return wanted === 0 && present === 0
    ? { state: '0', meaning: null }
    : replicaHealth(object, 'spec', 'replicas', 'readyReplicas')
}

/** As kubectl's STATUS column: the first container that waits or failed tells more than the phase. */
function podHealth(pod: KubeObject): ObjectHealth {
  const phase = textAt(pod, 'status', 'phase')
  const reason = textAt(pod, 'status', 'reason')
  const statuses = [
    ...listAt(pod, 'status', 'initContainerStatuses'),
    ...listAt(pod, 'status', 'containerStatuses'),
  ]
  for (const status of statuses) {
    const waiting = textAt(status, 'state', 'waiting', 'reason')
    if (waiting !== '' && !['ContainerCreating', 'PodInitializing'].includes(waiting))
      return { state: waiting, meaning: 'bad' }
    const ended = numberAt(status, 'state', 'terminated', 'exitCode')
    if (ended !== null && ended !== 0)
      return { state: textAt(status, 'state', 'terminated', 'reason') || `exit ${ended}`, meaning: 'bad' }
  }
  if (phase === 'Failed') return { state: reason || phase, meaning: 'bad' }
  if (phase === 'Succeeded') return { state: 'Completed', meaning: null }
  if (phase === 'Pending') return { state: unscheduledReason(pod) ?? phase, meaning: 'warning' }
  if (phase === 'Running') return readyHealth(pod)
  return phase === '' ? nothing : { state: phase, meaning: 'unknown' }
}

function unscheduledReason(pod: KubeObject): string | null {
  const scheduled = conditionOf(pod, 'PodScheduled')
  return textAt(scheduled, 'status') === 'False' ? textAt(scheduled, 'reason') || null : null
}

function readyHealth(pod: KubeObject): ObjectHealth {
  const containers = listAt(pod, 'status', 'containerStatuses')
  const ready = containers.filter(status => at(status, 'ready') === true).length
  const state = containers.length === 0 ? 'Running' : `${ready}/${containers.length}`
  return { state, meaning: ready === containers.length ? 'good' : 'warning' }
}

function jobHealth(job: KubeObject): ObjectHealth {
  if (textAt(conditionOf(job, 'Failed'), 'status') === 'True')
    return { state: textAt(conditionOf(job, 'Failed'), 'reason') || 'Failed', meaning: 'bad' }
  if (textAt(conditionOf(job, 'Complete'), 'status') === 'True') return { state: 'Complete', meaning: 'good' }
  if (at(job, 'spec', 'suspend') === true) return { state: 'Suspended', meaning: 'unknown' }
  const failed = numberAt(job, 'status', 'failed') ?? 0
  return failed > 0 ? { state: `${failed} failed`, meaning: 'warning' } : { state: 'Running', meaning: null }
}

function cronJobHealth(job: KubeObject): ObjectHealth {
  return at(job, 'spec', 'suspend') === true ? { state: 'Suspended', meaning: 'unknown' } : nothing
}

function nodeHealth(node: KubeObject): ObjectHealth {
  const ready = textAt(conditionOf(node, 'Ready'), 'status')
  if (ready !== 'True') return { state: ready === 'False' ? 'NotReady' : 'Unknown', meaning: 'bad' }
  return at(node, 'spec', 'unschedulable') === true
    ? { state: 'Cordoned', meaning: 'warning' }
    : { state: 'Ready', meaning: 'good' }
}

const goodPhases: ReadonlySet<string> = new Set(['Active', 'Bound'])
const badPhases: ReadonlySet<string> = new Set(['Lost', 'Failed'])

function phaseHealth(object: KubeObject): ObjectHealth {
  const phase = textAt(object, 'status', 'phase')
  if (phase === '') return nothing
  const meaning = goodPhases.has(phase) ? 'good' : badPhases.has(phase) ? 'bad' : 'warning'
  return { state: phase, meaning: phase === 'Available' ? null : meaning }
}

function sliceHealth(slice: KubeObject): ObjectHealth {
  const endpoints = listAt(slice, 'endpoints')
  const ready = endpoints.filter(endpoint => at(endpoint, 'conditions', 'ready') !== false).length
  const meaning =
    endpoints.length === 0 || ready === 0 ? 'bad' : ready < endpoints.length ? 'warning' : 'good'
  return { state: `${ready}/${endpoints.length} ready`, meaning }
}

/** Conditions whose falsehood is bad news, most telling first; any kind may carry them. */
const tellingConditions = [
  'Ready',
  'Available',
  'Established',
  'Healthy',
  'Accepted',
  'Programmed',
  'Succeeded',
]

function conditionHealth(object: KubeObject): ObjectHealth {
  for (const type of tellingConditions) {
    const condition = conditionOf(object, type)
    const status = textAt(condition, 'status')
    if (status === 'True') return { state: type, meaning: 'good' }
    if (status === 'False') return { state: textAt(condition, 'reason') || `Not ${type}`, meaning: 'bad' }
    if (status !== '') return { state: `${type} unknown`, meaning: 'unknown' }
  }
  return nothing
}

function conditionOf(object: KubeObject, type: string): unknown {
  return listAt(object, 'status', 'conditions').find(condition => textAt(condition, 'type') === type)
}
