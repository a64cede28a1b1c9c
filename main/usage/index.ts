/**
 * What pods, nodes and namespaces use, ask for and may use. Use comes from `metrics.k8s.io`, polled
 * only while somebody looks, by one poll for a context, and kept for an hour; requests and limits are
 * summed as the scheduler counts them. Longer histories come from a Prometheus behind the server, where
 * there is one and the user agreed that it is asked.
 */
import type { Clock } from '../../shared/flow/index.ts'
import type { HandlersOf } from '../../shared/ipc/index.ts'
import type { ContextId, Resource } from '../../shared/kube/index.ts'
import type { OpenContexts } from '../api/index.ts'
import type { SettingsStore } from '../settings/index.ts'
import type { Watches } from '../watch/index.ts'
import { clusterUsage } from './cluster.ts'
import { MetricsFeeds } from './metricsFeed.ts'
import { objectUsage } from './object.ts'
import { type FollowedNumbers, followUse } from './order.ts'
import { prometheusHandlers } from './prometheus/handlers.ts'
import { RowsState, type UsageSetup } from './rows.ts'

interface Usage {
  readonly handlers: HandlersOf<'usage'>
  /** Numbers by which a list may be ordered; null for columns that are none of these. */
  follow(
    context: ContextId,
    resource: Resource,
    namespaces: readonly string[],
    column: string,
    changed: () => void,
  ): FollowedNumbers | null
}

/** All it holds of a context ends with the session. */
export function createUsage(options: {
  readonly contexts: OpenContexts
  readonly watches: Pick<Watches, 'share'>
  readonly clock: Clock
  readonly settings: SettingsStore
}): Usage {
  const { contexts, watches, clock } = options
  const feeds = new MetricsFeeds(clock)
  const setup = (context: ContextId, notify: () => void): UsageSetup => {
    const api = contexts.get(context)
    return { api, watches, clock, feed: feeds.of(api), notify }
  }
  return {
    handlers: {
      ...prometheusHandlers(options),
      'usage.rows': (params, notify) => new RowsState(params, setup(params.context, notify)),
      'usage.cluster': ({ context }, notify) => clusterUsage(setup(context, notify)),
      'usage.object': (params, notify) => objectUsage(params, setup(params.context, notify)),
    },
    follow: (context, resource, namespaces, column, changed) =>
      followUse(() => feeds.of(contexts.get(context)), resource, namespaces, column, changed),
  }
}
