import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBinary } from './binary.ts'
import type { ClusterUser } from './cluster.ts'
import { startService } from './command.ts'

/** Which requests a fault meets; an absent field meets all. */
export interface FaultMatch {
  /** A regular expression (Go's) on the path and query. */
  readonly path?: string
  readonly method?: string
  /** Watches only, or all but watches. */
  readonly watch?: boolean
}

interface FaultCommon {
  readonly match?: FaultMatch
  /** How many requests it meets; all until cleared if absent. */
  readonly count?: number
  /** Meets the watches that are open already, too. */
  readonly open?: boolean
  /** In a watch: acts after so many events. */
  readonly afterEvents?: number
}

/** What goes wrong. In a watch, all but `delay` and `status` act after `afterEvents` events. */
export type Fault = FaultCommon &
  (
    | { readonly action: 'cut' | 'reset' | 'stall' | 'gone-event' | 'truncate' | 'malformed' }
    | { readonly action: 'delay'; readonly delayMillis: number }
    | { readonly action: 'status'; readonly status: number; readonly retryAfterSeconds?: number }
    | { readonly action: 'error-event'; readonly status: number }
  )

export interface ActiveFault {
  readonly id: number
  readonly action: Fault['action']
  readonly hits: number
}

export interface ProxyStats {
  readonly connections: { readonly open: number; readonly total: number }
  /** Counts by path, without queries. */
  readonly requests: Readonly<Record<string, number>>
  readonly openWatches: number
  /** The open watches, with their queries. */
  readonly watches: readonly string[]
  readonly faults: readonly ActiveFault[]
}

/** A proxy before a cluster that makes what goes wrong in networks. */
export interface FaultProxy {
  /** Of the admin's bearer token, through the proxy. */
  readonly kubeconfig: string
  readonly server: string
  userKubeconfig(user: Exclude<ClusterUser, 'admin'>): string
  /** Puts a fault in force and returns its number. */
  addFault(fault: Fault): Promise<number>
  /** Ends one fault, or all; what they stalled goes on. */
  clearFaults(id?: number): Promise<void>
  /** Cuts all open connections now, and says how many there were. */
  cut(): Promise<number>
  /** Goes silent on all connections, until `resume`. */
  stall(): Promise<void>
  resume(): Promise<void>
  stats(): Promise<ProxyStats>
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a proxy before a cluster; it ends with `stop`, or when this process does. */
export async function startProxy(cluster: { readonly tokenKubeconfig: string }): Promise<FaultProxy> {
  const binary = await ensureBinary()
  const dir = join(tmpdir(), `gatehouse-proxy-${randomUUID()}`)
  const service = await startService(binary, [
    'proxy',
    '-target-kubeconfig',
    cluster.tokenKubeconfig,
    '-dir',
    dir,
    '-until-stdin-closes',
  ])
  const { kubeconfig, server, control } = service.ready as {
    kubeconfig: string
    server: string
    control: string
  }
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(control + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok)
      throw new Error(`The fault proxy refused ${method} ${path}: ${(await answer.text()).trim()}`)
    return await answer.json()
  }
  return {
    kubeconfig,
    server,
    userKubeconfig: user => join(dir, `proxy-${user}.kubeconfig`),
    addFault: async fault => ((await call('POST', '/faults', fault)) as { id: number }).id,
    clearFaults: async id => void (await call('DELETE', id === undefined ? '/faults' : `/faults?id=${id}`)),
    cut: async () => ((await call('POST', '/cut')) as { connections: number }).connections,
    stall: async () => void (await call('POST', '/stall')),
    resume: async () => void (await call('POST', '/resume')),
    stats: async () => (await call('GET', '/stats')) as ProxyStats,
    stop: () => service.stop(),
    [Symbol.asyncDispose]: () => service.stop(),
  }
}
