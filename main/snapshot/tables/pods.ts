import type { KubeObject } from '../../../shared/kube/index.ts'
import { ageCell } from './duration.ts'
import { at, hasCondition, integer, list, text } from './fields.ts'
import type { Cell } from './print.ts'

/**
 * A pod's row. Follows printPod of kubernetes/pkg/printers/internalversion/printers.go, whose
 * STATUS is a judgement over phase, conditions and container states.
 */
export function printPod(pod: KubeObject, now: number): readonly Cell[] {
  const summary = summarize(pod)
  const age = ageCell(summary.lastRestart, now)
  const restarts =
    summary.restarts !== 0 && summary.lastRestart !== ''
      ? `${summary.restarts} (${age} ago)`
      : String(summary.restarts)
  return [
    `${summary.ready}/${summary.total}`,
    statusOf(pod, summary.reason),
    restarts,
    ageCell(pod.metadata.creationTimestamp, now),
    text(at(list(at(pod, 'status', 'podIPs'))[0], 'ip'), '<none>'),
    text(at(pod, 'spec', 'nodeName'), '<none>'),
    text(at(pod, 'status', 'nominatedNodeName'), '<none>'),
    readinessGates(pod),
  ]
}

interface Summary {
  reason: string
  restarts: number
  lastRestart: string
  ready: number
  total: number
}

function summarize(pod: KubeObject): Summary {
  const sidecars = new Set(
    list(at(pod, 'spec', 'initContainers'))
      .filter(container => at(container, 'restartPolicy') === 'Always')
      .map(container => text(at(container, 'name'))),
  )
  const summary: Summary = {
    reason: phaseReason(pod),
    restarts: 0,
    lastRestart: '',
    ready: 0,
    total: list(at(pod, 'spec', 'containers')).length + sidecars.size,
  }
  const isInitializing = addInitContainers(pod, sidecars, summary)
  if (!isInitializing || hasCondition(pod, 'Initialized')) addContainers(pod, sidecars, summary)
  return summary
}

function phaseReason(pod: KubeObject): string {
  const isGated = list(at(pod, 'status', 'conditions')).some(
    condition => at(condition, 'type') === 'PodScheduled' && at(condition, 'reason') === 'SchedulingGated',
  )
  if (isGated) return 'SchedulingGated'
  return text(at(pod, 'status', 'reason'), text(at(pod, 'status', 'phase')))
}

function addRestarts(summary: Summary, status: unknown): void {
  summary.restarts += integer(at(status, 'restartCount'))
  const finished = text(at(status, 'lastState', 'terminated', 'finishedAt'))
  if (finished > summary.lastRestart) summary.lastRestart = finished
}

/** Returns whether an init container is still to finish; the first such one names the status. */
function addInitContainers(pod: KubeObject, sidecars: ReadonlySet<string>, summary: Summary): boolean {
  const statuses = list(at(pod, 'status', 'initContainerStatuses'))
  const total = list(at(pod, 'spec', 'initContainers')).length
  for (const [index, status] of statuses.entries()) {
    addRestarts(summary, status)
    const terminated = at(status, 'state', 'terminated')
    if (terminated !== undefined && integer(at(terminated, 'exitCode')) === 0) continue
    if (sidecars.has(text(at(status, 'name'))) && at(status, 'started') === true) {
      if (at(status, 'ready') === true) summary.ready++
      continue
    }
    const waiting = text(at(status, 'state', 'waiting', 'reason'))
    if (terminated !== undefined) summary.reason = `Init:${endReason(terminated)}`
    else if (waiting !== '' && waiting !== 'PodInitializing') summary.reason = `Init:${waiting}`
    else summary.reason = `Init:${index}/${total}`
    return true
  }
  return false
}

function addContainers(pod: KubeObject, sidecars: ReadonlySet<string>, summary: Summary): void {
  summary.restarts = 0
  summary.lastRestart = ''
  for (const status of list(at(pod, 'status', 'initContainerStatuses')))
    if (sidecars.has(text(at(status, 'name')))) addRestarts(summary, status)
  let isAnyRunning = false
  for (const status of list(at(pod, 'status', 'containerStatuses')).toReversed()) {
    addRestarts(summary, status)
    const waiting = text(at(status, 'state', 'waiting', 'reason'))
    const terminated = at(status, 'state', 'terminated')
    if (waiting !== '') summary.reason = waiting
    else if (terminated !== undefined) summary.reason = endReason(terminated)
    else if (at(status, 'ready') === true && at(status, 'state', 'running') !== undefined) {
      isAnyRunning = true
      summary.ready++
    }
  }
  if (summary.reason === 'Completed' && isAnyRunning)
    summary.reason = hasCondition(pod, 'Ready') ? 'Running' : 'NotReady'
}

function endReason(terminated: unknown): string {
  const signal = integer(at(terminated, 'signal'))
  const unnamed = signal === 0 ? `ExitCode:${integer(at(terminated, 'exitCode'))}` : `Signal:${signal}`
  return text(at(terminated, 'reason'), unnamed)
}

function statusOf(pod: KubeObject, reason: string): string {
  if (pod.metadata.deletionTimestamp === undefined) return reason
  if (at(pod, 'status', 'reason') === 'NodeLost') return 'Unknown'
  const phase = at(pod, 'status', 'phase')
  return phase === 'Succeeded' || phase === 'Failed' ? reason : 'Terminating'
}

function readinessGates(pod: KubeObject): string {
  const gates = list(at(pod, 'spec', 'readinessGates'))
  if (gates.length === 0) return '<none>'
  const open = gates.filter(gate => hasCondition(pod, text(at(gate, 'conditionType'))))
  return `${open.length}/${gates.length}`
}
