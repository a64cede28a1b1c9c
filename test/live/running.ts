/**
 * A real control plane with Gatehouse on it: the built product on the serve host, reached
 * through its own protocol.
 */

import type { ContextEntry, SourcePhase, TableFrame } from '../../shared/ipc/index.ts'
import type { Resource } from '../../shared/kube/index.ts'
import { type Client, connectClient } from '../client/index.ts'
import { type Cluster, type ClusterOptions, startCluster } from '../cluster/harness/index.ts'
import { type App, type AppOptions, startApp } from '../e2e/app.ts'

export interface Running {
  readonly app: App
  readonly client: Client
  readonly contexts: readonly ContextEntry[]
  /** Opens a context by its name and waits until it is ready. */
  ready(name?: string): Promise<ContextEntry>
  stop(): Promise<void>
}

/** Starts the product on a kubeconfig and lists its contexts; opens none. */
export async function startProduct(options: AppOptions): Promise<Running> {
  const app = await startApp(options)
  const client = await connectClient(app.address)
  const list = await client.open('contexts.list', {}).until(({ contexts }) => contexts.length > 0)
  const contexts = list.contexts.filter(({ origin }) => origin === 'kubeconfig')
  return {
    app,
    client,
    contexts,
    ready: async name => {
      const entry = contexts.find(context => name === undefined || context.name === name)
      if (entry === undefined)
        throw new Error(`no context “${name}” among ${contexts.map(context => context.name)}`)
      await client.call('contexts.open', { context: entry.id })
      const sessions = client.open('contexts.sessions', {})
      await sessions.until(states =>
        states.some(({ context, phase }) => context === entry.id && phase === 'ready'),
      )
      sessions.close()
      return entry
    },
    stop: async () => {
      client.close()
      await app.stop()
    },
  }
}

export async function startBoth(
  options: ClusterOptions = {},
): Promise<{ cluster: Cluster; product: Running }> {
  const cluster = await startCluster(options)
  try {
    return { cluster, product: await startProduct({ kubeconfig: cluster.kubeconfig }) }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

export const viewOf = (
  context: string,
  resource: Resource,
  options: { readonly namespaces?: readonly string[]; readonly count?: number } = {},
) => ({
  // A ResourceInfo may be handed in; the protocol takes nothing beyond the three.
  sources: [{ context, resource: plain(resource), namespaces: [...(options.namespaces ?? [])] }],
  labelSelector: '',
  fieldSelector: '',
  filter: '',
  sort: { column: 'Name', descending: false },
  window: { start: 0, count: options.count ?? 1000 },
})

const plain = ({ group, version, resource }: Resource): Resource => ({ group, version, resource })

export const phasesOf = (frame: TableFrame): readonly SourcePhase['phase'][] =>
  frame.sources.map(({ status }) => status.phase)

export const isLive = (frame: TableFrame): boolean => phasesOf(frame).every(phase => phase === 'live')
