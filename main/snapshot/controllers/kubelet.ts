import { createHash } from 'node:crypto'
import type { KubeObject } from '../../../shared/kube/index.ts'
import { stampOf } from '../lifecycle/index.ts'
import type { Change, StoredResource } from '../store/index.ts'
import { at, integer, list, mapping, text } from '../tables/index.ts'
import { type Cluster, controllerOf, hasEnded, isGoing, places } from './cluster.ts'
import { chooseNode } from './nodes.ts'

/** Longest that a pod takes to end, whatever its grace: nothing runs in it that would have to be waited for. */
export const longestEnding = 2000
/** A pod is ready this long after it has a node. */
const starting = 1000
/** A pod of a job is done this long after it has started. */
const working = 4000

/**
 * Stands for the scheduler and the kubelets: gives nodes to pods that are new, lets them start and, those of
 * jobs, succeed, and ends those that are deleted. Pods that were there from the start stay as they are.
 */
export class Kubelet {
  readonly #cluster: Cluster
  /** Pods that came since, and those that are going. */
  readonly #pods = new Map<string, KubeObject>()

  constructor(cluster: Cluster) {
    this.#cluster = cluster
  }

  seen({ group, resource }: StoredResource, { type, object }: Change): void {
    if (group !== '' || resource !== 'pods') return
    const uid = object.metadata.uid ?? ''
    if (type === 'DELETED') this.#pods.delete(uid)
    else if (this.#pods.has(uid) || isGoing(object) || (type === 'ADDED' && isNew(object)))
      this.#pods.set(uid, object)
  }

  /** @returns milliseconds until there is something to do again; null for when something changes */
  run(): number | null {
    let next: number | null = null
    for (const [uid, seen] of this.#pods) {
      const pod = this.#cluster.again(places.pods, seen)
      const wait = pod === null ? null : this.#step(pod)
      if (pod === null || (wait === null && isSettled(pod))) this.#pods.delete(uid)
      if (wait !== null) next = Math.min(next ?? wait, wait)
    }
    return next
  }

  /** @returns milliseconds until the pod's next step; null where none comes by itself */
  #step(pod: KubeObject): number | null {
    if (isGoing(pod)) return this.#end(pod)
    if (hasEnded(pod)) return null
    if (text(at(pod, 'spec', 'nodeName')) === '') return isOurs(pod) ? this.#schedule(pod) : null
    const { now } = this.#cluster
    const started = Date.parse(text(at(pod, 'status', 'startTime')))
    if (Number.isNaN(started)) {
      this.#cluster.setStatus(places.pods, pod, { startTime: stampOf(now), ...waiting(pod) })
      return starting
    }
    if (text(at(pod, 'status', 'phase')) === 'Pending') {
      if (now - started < starting) return starting - (now - started)
      this.#cluster.setStatus(places.pods, pod, runningStatus(pod, now))
    }
    if (controllerOf(pod)?.kind !== 'Job') return null
    if (now - started < working) return working - (now - started)
    this.#cluster.setStatus(places.pods, pod, endedStatus(pod, now))
    return null
  }

  #schedule(pod: KubeObject): number | null {
    const cluster = this.#cluster
    const chosen = chooseNode(cluster, pod)
    const isPlaced = 'node' in chosen
    const condition = {
      ...{ type: 'PodScheduled', status: isPlaced ? 'True' : 'False', lastProbeTime: null },
      lastTransitionTime: lastChange(pod, 'PodScheduled', isPlaced) ?? cluster.stamp,
      ...(isPlaced ? {} : { reason: 'Unschedulable', message: chosen.reason }),
    }
    const status = { ...mapping(pod.status), conditions: [...otherConditions(pod), condition] }
    const spec = { ...mapping(pod.spec), ...(isPlaced ? { nodeName: chosen.node } : {}) }
    const isTold = list(at(pod, 'status', 'conditions')).length > 0
    cluster.update(places.pods, { ...pod, spec, status })
    const { namespace, name } = pod.metadata
    if (isPlaced)
      cluster.tell(
        pod,
        'Scheduled',
        `Successfully assigned ${namespace}/${name} to ${chosen.node}`,
        'default-scheduler',
      )
    else if (!isTold) cluster.tell(pod, 'FailedScheduling', chosen.reason, 'default-scheduler', 'Warning')
    return isPlaced ? 0 : 2000
  }

  #end(pod: KubeObject): number | null {
    const cluster = this.#cluster
    const grace = integer(at(pod, 'metadata', 'deletionGracePeriodSeconds')) * 1000
    const asked = Date.parse(pod.metadata.deletionTimestamp ?? '') - grace
    const wait = asked + Math.min(grace, longestEnding) - cluster.now
    if (wait > 0) return wait
    if (grace > 0) {
      const metadata = { ...pod.metadata, deletionGracePeriodSeconds: 0 }
      cluster.update(places.pods, { ...pod, metadata })
    }
    return null
  }
}

/** Nothing more happens to it by itself. */
const isSettled = (pod: KubeObject): boolean => !isGoing(pod) && text(at(pod, 'spec', 'nodeName')) !== ''

const isNew = (pod: KubeObject): boolean =>
  at(pod, 'status', 'phase') === undefined ||
  (at(pod, 'status', 'phase') === 'Pending' && at(pod, 'status', 'containerStatuses') === undefined)

/** Pods of another scheduler wait for that one to bind them. */
const isOurs = (pod: KubeObject): boolean =>
  text(at(pod, 'spec', 'schedulerName'), 'default-scheduler') === 'default-scheduler'

const otherConditions = (pod: KubeObject): readonly unknown[] =>
  list(at(pod, 'status', 'conditions')).filter(each => at(each, 'type') !== 'PodScheduled')

function lastChange(pod: KubeObject, type: string, holds: boolean): unknown {
  const known = list(at(pod, 'status', 'conditions')).find(each => at(each, 'type') === type)
  return at(known, 'status') === (holds ? 'True' : 'False') ? at(known, 'lastTransitionTime') : undefined
}

const hash = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(parts.join('|')).digest('hex')

function containerStatuses(pod: KubeObject, state: object, isReady: boolean, field = 'containers') {
  return list(at(pod, 'spec', field)).map(container => {
    const [name, image] = [text(at(container, 'name')), text(at(container, 'image'))]
    const isWaiting = 'waiting' in state
    return {
      ...{ name, image, ready: isReady, started: isReady, restartCount: 0, state, lastState: {} },
      imageID: isWaiting ? '' : `${image.split(':')[0]}@sha256:${hash(image)}`,
      ...(isWaiting ? {} : { containerID: `containerd://${hash(pod.metadata.uid, name)}` }),
    }
  })
}

function waiting(pod: KubeObject): object {
  return { containerStatuses: containerStatuses(pod, { waiting: { reason: 'ContainerCreating' } }, false) }
}

function conditions(pod: KubeObject, isReady: boolean, now: string): readonly object[] {
  const types = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled']
  return types.map(type => {
    const holds = isReady || !type.endsWith('Ready')
    return {
      ...{ type, status: holds ? 'True' : 'False', lastProbeTime: null },
      lastTransitionTime: lastChange(pod, type, holds) ?? now,
      ...(holds ? {} : { reason: 'PodCompleted' }),
    }
  })
}

function runningStatus(pod: KubeObject, now: number): object {
  const bytes = [2, 4, 6].map(at => Number.parseInt(hash(pod.metadata.uid).slice(at, at + 2), 16))
  const address = `10.244.${(bytes[0] ?? 0) % 3}.${2 + ((bytes[1] ?? 0) % 250)}`
  return {
    phase: 'Running',
    conditions: conditions(pod, true, stampOf(now)),
    podIP: address,
    podIPs: [{ ip: address }],
    containerStatuses: containerStatuses(pod, { running: { startedAt: stampOf(now) } }, true),
  }
}

function endedStatus(pod: KubeObject, now: number): object {
  const startedAt = text(at(pod, 'status', 'startTime'))
  const terminated = { exitCode: 0, reason: 'Completed', startedAt, finishedAt: stampOf(now) }
  return {
    phase: 'Succeeded',
    conditions: conditions(pod, false, stampOf(now)),
    containerStatuses: containerStatuses(pod, { terminated }, false),
  }
}
