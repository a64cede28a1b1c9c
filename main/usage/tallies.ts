import type { Figure, Figures, NodeUsage, OverviewSource, PodUsage } from '../../shared/ipc/index.ts'
import { added, noPair, type Pair } from './amounts.ts'
import type { NodeFact, PodFact } from './facts.ts'
import type { Measured } from './measured.ts'

/** Requests and limits of pods, and what was measured of them. */
export interface Tally {
  requests: Pair
  limits: Pair
  used: Pair
  pods: number
}

export const emptyTally = (): Tally => ({ requests: noPair, limits: noPair, used: noPair, pods: 0 })

export function count(tally: Tally, pod: PodFact, measured: Measured | undefined): void {
  tally.requests = added(tally.requests, pod.requests)
  tally.limits = added(tally.limits, pod.limits)
  if (measured !== undefined) tally.used = added(tally.used, measured.latest)
  tally.pods++
}

export function figuresOf(used: Pair, requests: Pair, limits: Pair): Figures {
  const figure = (name: 'cpu' | 'memory'): Figure => ({
    used: used[name],
    requests: requests[name],
    limits: limits[name],
  })
  return { cpu: figure('cpu'), memory: figure('memory') }
}

export function podUsageOf(pod: PodFact, measured: Measured | undefined): PodUsage {
  const { namespace, name, node, phase, created, missing } = pod
  const figures = figuresOf(measured?.latest ?? noPair, pod.requests, pod.limits)
  return { namespace, name, node, phase, created, missing, ...figures }
}

/** Where pods may be read no request is no request, and not an unknown one. */
export function nodeUsageOf(
  node: NodeFact,
  tally: Tally | undefined,
  measured: Measured | undefined,
  pods: OverviewSource,
): NodeUsage {
  const { name, status, allocatable, capacity } = node
  const asked = tally ?? emptyTally()
  const zero = isKnown(pods) ? { cpu: 0, memory: 0 } : noPair
  return {
    name,
    status,
    allocatable,
    capacity,
    pods: asked.pods,
    ...figuresOf(measured?.latest ?? noPair, added(zero, asked.requests), added(zero, asked.limits)),
  }
}

/** Whether what is not there may be said not to be there. */
export function isKnown({ state, namespaces }: OverviewSource): boolean {
  return (state === 'live' || state === 'stale') && namespaces.length === 0
}
