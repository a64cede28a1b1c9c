import { podSum } from '../../shared/admission/gates/index.ts'
import type { Allocatable, PartUsage, QuotaLine } from '../../shared/ipc/index.ts'
import { at, listAt, textAt } from '../../shared/relations/index.ts'
import { factStores } from '../facts/index.ts'
import type { Received } from '../watch/index.ts'
import { milliCores, type Pair, pairOf, wholeUnits } from './amounts.ts'

/** What is kept of a pod: what it asks for as the scheduler counts it. */
export interface PodFact {
  readonly namespace: string
  readonly name: string
  readonly node: string
  readonly phase: string
  /** Milliseconds since the epoch. */
  readonly created: number
  readonly requests: Pair
  readonly limits: Pair
  /** `cpu request`, `memory limit`, …: what some container lacks and the pod as a whole does not say either. */
  readonly missing: readonly string[]
}

interface PartFact {
  readonly name: string
  readonly type: PartUsage['type']
  readonly requests: Pair
  readonly limits: Pair
}

/** The same with its containers, for pages of single objects. */
export interface PodDetail extends PodFact {
  readonly parts: readonly PartFact[]
}

export interface NodeFact {
  readonly name: string
  readonly status: string
  readonly allocatable: Allocatable
  readonly capacity: Allocatable
}

export interface QuotaFact {
  readonly namespace: string
  readonly lines: readonly QuotaLine[]
}

type PodObject = Parameters<typeof podSum>[0]

/** Resources that a pod may ask for as a whole. Source: k8s.io/component-helpers/resource, IsSupportedPodLevelResource. */
const isPodLevel = (name: string): boolean =>
  name === 'cpu' || name === 'memory' || name.startsWith('hugepages-')
/** As the scheduler has it: what the kubelet gave counts where it is more. */
const asScheduled = { podLevel: isPodLevel, withStatus: true, withOverhead: true }

/** Null for a pod that has ended: it holds nothing any more. */
function readPod({ namespace, name, created, object }: Received): PodFact | null {
  const phase = textAt(object, 'status', 'phase')
  if (object === null || phase === 'Succeeded' || phase === 'Failed') return null
  const pod = object as unknown as PodObject
  return {
    namespace,
    name,
    node: textAt(object, 'spec', 'nodeName'),
    phase,
    created,
    requests: pairOf(podSum(pod, 'requests', asScheduled)),
    limits: pairOf(podSum(pod, 'limits', asScheduled)),
    missing: missingOf(object),
  }
}

const asked = [
  { word: 'cpu request', path: ['requests', 'cpu'] },
  { word: 'memory request', path: ['requests', 'memory'] },
  { word: 'cpu limit', path: ['limits', 'cpu'] },
  { word: 'memory limit', path: ['limits', 'memory'] },
] as const

/** Few different lists occur: each is held once. */
const lists = new Map<string, readonly string[]>()

function missingOf(pod: unknown): readonly string[] {
  const containers = listAt(pod, 'spec', 'containers')
  const missing = asked.filter(({ path }) => {
    const isWhole = at(pod, 'spec', 'resources', ...path) !== undefined
    return !isWhole && containers.some(container => at(container, 'resources', ...path) === undefined)
  })
  const words = missing.map(({ word }) => word)
  const key = words.join()
  const known = lists.get(key) ?? words
  lists.set(key, known)
  return known
}

function readPodDetail(item: Received): PodDetail | null {
  const fact = readPod(item)
  if (fact === null) return null
  const parts = [
    ...listAt(item.object, 'spec', 'containers').map(container => partOf(container, 'container')),
    ...listAt(item.object, 'spec', 'initContainers').map(container =>
      partOf(container, textAt(container, 'restartPolicy') === 'Always' ? 'sidecar' : 'init'),
    ),
  ]
  return { ...fact, parts }
}

function partOf(container: unknown, type: PartFact['type']): PartFact {
  const pair = (which: string): Pair => ({
    cpu: milliCores(at(container, 'resources', which, 'cpu')),
    memory: wholeUnits(at(container, 'resources', which, 'memory')),
  })
  return { name: textAt(container, 'name'), type, requests: pair('requests'), limits: pair('limits') }
}

function readNode({ name, object }: Received): NodeFact {
  const ready = listAt(object, 'status', 'conditions').find(each => textAt(each, 'type') === 'Ready')
  const word = ready === undefined ? 'Unknown' : textAt(ready, 'status') === 'True' ? 'Ready' : 'NotReady'
  const isCordoned = at(object, 'spec', 'unschedulable') === true
  const capacity = resourcesAt(object, 'capacity')
  const allocatable = resourcesAt(object, 'allocatable')
  return {
    name,
    status: `${word}${isCordoned ? ',SchedulingDisabled' : ''}`,
    capacity,
    allocatable: allocatable.cpu === null && allocatable.memory === null ? capacity : allocatable,
  }
}

function resourcesAt(node: unknown, field: string): Allocatable {
  return {
    cpu: milliCores(at(node, 'status', field, 'cpu')),
    memory: wholeUnits(at(node, 'status', field, 'memory')),
    pods: wholeUnits(at(node, 'status', field, 'pods')),
  }
}

const ofCpu = new Set(['cpu', 'requests.cpu', 'limits.cpu'])
const ofMemory = new Set(['memory', 'requests.memory', 'limits.memory'])

function readQuota({ namespace, name, object }: Received): QuotaFact | null {
  const hard = at(object, 'status', 'hard') ?? at(object, 'spec', 'hard')
  if (typeof hard !== 'object' || hard === null) return null
  const lines = Object.entries(hard).flatMap(([resource, limit]): readonly QuotaLine[] => {
    const read = ofCpu.has(resource) ? milliCores : ofMemory.has(resource) ? wholeUnits : null
    const most = read?.(limit) ?? null
    if (read === null || most === null) return []
    return [{ quota: name, resource, hard: most, used: read(at(object, 'status', 'used', resource)) ?? 0 }]
  })
  return lines.length === 0 ? null : { namespace, lines }
}

// One of each for the process, so that all who follow a kind share its stream.
export const podFacts = factStores('objects', readPod)
export const podDetails = factStores('objects', readPodDetail)
export const nodeFacts = factStores('objects', readNode)
export const quotaFacts = factStores('objects', readQuota)
