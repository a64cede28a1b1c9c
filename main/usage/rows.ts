import type { Clock, Timer } from '../../shared/flow/index.ts'
import type { Contract, OpenState, ParamsOf, RowsUsage, RowUsage, UpdateOf } from '../../shared/ipc/index.ts'
import type { ApiClient } from '../api/index.ts'
import { FollowedKind } from '../facts/index.ts'
import type { Watches } from '../watch/index.ts'
import { noPair, type Pair } from './amounts.ts'
import { type NodeFact, nodeFacts, type PodFact, podFacts } from './facts.ts'
import type { Measured } from './measured.ts'
import type { Look, MetricsFeed } from './metricsFeed.ts'

/** Points of a row's history: as many as its cell has pixels for. */
const mostPoints = 24
/** Rows that are asked for while one scrolls are answered together. Milliseconds. */
const gatherFor = 40

export interface UsageSetup {
  readonly api: ApiClient
  readonly watches: Pick<Watches, 'share'>
  readonly clock: Clock
  readonly feed: MetricsFeed
  readonly notify: () => void
}

/** Figures of the rows of a list that are on screen. Requests and limits are read once there is something measured. */
export class RowsState implements OpenState<UpdateOf<Contract['usage.rows']>, RowsUsage> {
  readonly #setup: UsageSetup
  readonly #kind: 'pods' | 'nodes'
  readonly #namespaces: readonly string[]
  readonly #look: Look
  #pods: readonly FollowedKind<PodFact>[] = []
  #nodes: FollowedKind<NodeFact> | null = null
  #wanted: readonly string[]
  #told = new Set<string>()
  #isFresh = true
  #timer: Timer | null = null
  #isClosed = false

  constructor(params: ParamsOf<Contract['usage.rows']>, setup: UsageSetup) {
    this.#setup = setup
    this.#kind = params.kind
    this.#namespaces = params.namespaces
    this.#wanted = params.rows
    const { feed } = setup
    const spaces = params.kind === 'nodes' || params.namespaces.length === 0 ? [''] : params.namespaces
    const scopes = spaces.map(namespace => ({ kind: params.kind, namespace }))
    this.#look = feed.look(scopes, () => this.#renewed())
    this.#renewed()
  }

  take(): RowsUsage | undefined {
    const isFresh = this.#isFresh
    const missing = this.#wanted.filter(key => isFresh || !this.#told.has(key))
    if (!isFresh && missing.length === 0) return undefined
    this.#isFresh = false
    this.#told = new Set(isFresh ? missing : [...this.#told, ...missing])
    const rows: Record<string, RowUsage> = {}
    for (const key of missing) {
      const row = this.#row(key)
      if (row !== null) rows[key] = row
    }
    return { metrics: this.#look.state(), isFresh, rows }
  }

  update({ rows }: UpdateOf<Contract['usage.rows']>): void {
    this.#wanted = rows
    this.#soon()
  }

  close(): void {
    this.#isClosed = true
    this.#timer?.cancel()
    this.#look.close()
    for (const followed of [...this.#pods, this.#nodes]) followed?.close()
  }

  #renewed(): void {
    if (this.#isClosed) return
    if (this.#look.state().state === 'live') this.#openFacts()
    this.#isFresh = true
    this.#soon()
  }

  #soon(): void {
    this.#timer ??= this.#setup.clock.after(gatherFor, () => {
      this.#timer = null
      this.#setup.notify()
    })
  }

  #openFacts(): void {
    if (this.#pods.length > 0 || this.#nodes !== null) return
    const { api, watches } = this.#setup
    const changed = (): void => this.#factsChanged()
    const follow = { api, watches, changed }
    if (this.#kind === 'nodes') {
      this.#nodes = new FollowedKind(follow, { group: '', kind: 'Node', stores: nodeFacts })
      return
    }
    const pods = { group: '', kind: 'Pod', stores: podFacts }
    this.#pods =
      this.#namespaces.length === 0
        ? [new FollowedKind(follow, pods)]
        : this.#namespaces.map(namespace => new FollowedKind(follow, { ...pods, namespace }))
  }

  /** Rows whose requests came after them are told again; they change rarely after that. */
  #factsChanged(): void {
    if (this.#timer !== null || this.#isFresh) return
    this.#timer = this.#setup.clock.after(500, () => {
      this.#timer = null
      this.#isFresh = true
      this.#setup.notify()
    })
  }

  #row(key: string): RowUsage | null {
    const { feed } = this.#setup
    const items = this.#kind === 'pods' ? feed.pods : feed.nodes
    const measured = items.items.get(key)
    if (measured === undefined) return null
    const { requests, limits } = this.#asked(key)
    const { cpu, memory } = measured.latest
    const history = historyOf(measured, feed)
    return {
      cpu: { used: cpu, requests: requests.cpu, limits: limits.cpu, history: history.cpu },
      memory: { used: memory, requests: requests.memory, limits: limits.memory, history: history.memory },
    }
  }

  #asked(key: string): { readonly requests: Pair; readonly limits: Pair } {
    for (const store of this.#pods.flatMap(({ stores }) => stores)) {
      const fact = store.facts.get(key)
      if (fact !== undefined) return { requests: fact.requests, limits: wholeLimits(fact) }
    }
    for (const store of this.#nodes?.stores ?? []) {
      const fact = store.facts.get(key)
      if (fact !== undefined) return { requests: noPair, limits: fact.allocatable }
    }
    return { requests: noPair, limits: noPair }
  }
}

/** The limits of some containers are none of the pod. */
function wholeLimits({ limits, missing }: PodFact): Pair {
  return {
    cpu: missing.includes('cpu limit') ? null : limits.cpu,
    memory: missing.includes('memory limit') ? null : limits.memory,
  }
}

/** The last hour in few points, each the most of its part: peaks are what one looks for. */
function historyOf(measured: Measured, feed: MetricsFeed): Record<'cpu' | 'memory', (number | null)[]> {
  const { from, times } = feed.beats.recent()
  const step = Math.max(1, Math.ceil(times.length / mostPoints))
  const cpu: (number | null)[] = []
  const memory: (number | null)[] = []
  for (let start = (times.length % step) - step; start < times.length; start += step) {
    if (start + step <= 0) continue
    let most: Pair = noPair
    for (let index = Math.max(0, start); index < Math.min(start + step, times.length); index++) {
      const pair = measured.at(from + index)
      most = { cpu: greater(most.cpu, pair.cpu), memory: greater(most.memory, pair.memory) }
    }
    cpu.push(most.cpu === null ? null : Math.round(most.cpu * 10) / 10)
    memory.push(most.memory)
  }
  return { cpu, memory }
}

function greater(a: number | null, b: number | null): number | null {
  if (a === null) return b
  return b === null ? a : Math.max(a, b)
}
