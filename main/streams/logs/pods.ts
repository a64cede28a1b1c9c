import type { LogSource } from '../../../shared/ipc/index.ts'
import { isMapping, type KubeObject } from '../../../shared/kube/index.ts'
import { type FactStore, factStores } from '../../facts/index.ts'
import type { StoreKind } from '../../watch/index.ts'

/** How a container's run came to its end. */
export interface RunEnd {
  readonly exitCode: number
  readonly reason: string
}

/** What following a container's log asks of its pod. */
export interface ContainerRecord {
  readonly name: string
  readonly kind: LogSource['kind']
  /** Counts the restarts; null while it never began. */
  readonly run: number | null
  readonly isRunning: boolean
  /** The kubelet begins it again when it is over. */
  readonly isRestarted: boolean
  /** How this run ended, or the one before it. */
  readonly end: RunEnd | null
  /** Why it does not run, in the kubelet's words; empty where nothing is said. */
  readonly waiting: string
}

export interface PodRecord {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  /** Milliseconds since the epoch. */
  readonly created: number
  readonly containers: readonly ContainerRecord[]
}

/** Pods of a watch, as much of each as following logs needs. */
export const podStores: StoreKind<FactStore<PodRecord>> = factStores('objects', ({ object }) =>
  object === null ? null : podRecord(object),
)

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields => (isMapping(value) ? value : {})
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export function podRecord(pod: KubeObject): PodRecord {
  const { metadata } = pod
  const spec = fieldsOf(pod.spec)
  const status = fieldsOf(pod.status)
  const isOver = metadata.deletionTimestamp !== undefined || /^(Succeeded|Failed)$/.test(textOf(status.phase))
  const policy = isOver ? 'Never' : textOf(spec.restartPolicy) || 'Always'
  const unscheduled = unscheduledText(status)
  const recordsOf = (
    containers: unknown,
    statuses: unknown,
    kind: LogSource['kind'],
  ): readonly ContainerRecord[] => {
    const found = new Map(listOf(statuses).map(one => [textOf(one.name), one]))
    return listOf(containers).map(container =>
      containerRecord(container, found.get(textOf(container.name)) ?? {}, kind, policy, unscheduled),
    )
  }
  return {
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    uid: metadata.uid ?? '',
    created: Date.parse(metadata.creationTimestamp ?? '') || 0,
    containers: [
      ...recordsOf(spec.initContainers, status.initContainerStatuses, 'init'),
      ...recordsOf(spec.containers, status.containerStatuses, 'container'),
      ...recordsOf(spec.ephemeralContainers, status.ephemeralContainerStatuses, 'ephemeral'),
    ].filter(({ name }) => name !== ''),
  }
}

function containerRecord(
  container: Fields,
  status: Fields,
  kind: LogSource['kind'],
  podPolicy: string,
  unscheduled: string,
): ContainerRecord {
  const state = fieldsOf(status.state)
  const lastEnd = endOf(fieldsOf(status.lastState).terminated)
  const end = endOf(state.terminated) ?? lastEnd
  const isRunning = isMapping(state.running)
  const hasBegun = isRunning || end !== null
  const own = textOf(container.restartPolicy)
  // A sidecar is an init container that is restarted as long as the pod lives, and runs beside the others.
  const isSidecar = kind === 'init' && own === 'Always'
  return {
    name: textOf(container.name),
    kind: isSidecar ? 'container' : kind,
    run: hasBegun ? Number(status.restartCount) || 0 : null,
    isRunning,
    isRestarted: kind !== 'ephemeral' && isRestarted(podPolicy, own, kind === 'init' && !isSidecar, end),
    end,
    waiting: waitingText(state.waiting) || (hasBegun ? '' : unscheduled),
  }
}

function isRestarted(podPolicy: string, own: string, isInit: boolean, end: RunEnd | null): boolean {
  if (podPolicy === 'Never' && own === '') return false
  const failed = end !== null && end.exitCode !== 0
  if (isInit) return failed
  return (own || podPolicy) === 'OnFailure' ? failed : (own || podPolicy) === 'Always'
}

function endOf(value: unknown): RunEnd | null {
  if (!isMapping(value)) return null
  return { exitCode: Number(value.exitCode) || 0, reason: textOf(value.reason) }
}

function waitingText(value: unknown): string {
  if (!isMapping(value)) return ''
  return [textOf(value.reason), textOf(value.message)].filter(text => text !== '').join(': ')
}

function unscheduledText(status: Fields): string {
  const condition = listOf(status.conditions).find(({ type }) => type === 'PodScheduled')
  if (condition === undefined || condition.status !== 'False') return ''
  return `the pod is not scheduled: ${textOf(condition.message) || textOf(condition.reason)}`
}
