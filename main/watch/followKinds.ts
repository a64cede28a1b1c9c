import type { Clock, Timer } from '../../shared/flow/index.ts'
import type { ApiClient } from '../api/index.ts'
import { backgroundStores, ObjectWatchShare } from './objectStore.ts'
import type { Watches } from './types.ts'

/** Kinds that come and go with these objects. */
const definitions = [
  { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' },
  { group: 'apiregistration.k8s.io', version: 'v1', resource: 'apiservices' },
]

/** A server takes a moment to serve what a new definition promises; the second look catches it. */
const looksAfter = [300, 2500]

/**
 * Reads discovery again whenever a CRD or an APIService changes, so that a new kind appears
 * without a reconnect. Where they may not be watched, discovery's own rereading has to do.
 * @returns ends the watches
 */
export function followKinds(api: ApiClient, watches: Watches, clock: Clock): () => void {
  let timers: readonly Timer[] = []
  const changed = (): void => {
    for (const timer of timers) timer.cancel()
    timers = looksAfter.map(delay => clock.after(delay, () => void api.refreshDiscovery()))
  }
  const followed = definitions.map(resource => {
    const target = { resource, namespace: '', labelSelector: '', fieldSelector: '' }
    const watch = new ObjectWatchShare(watches.share(api, target, backgroundStores), clock)
    let wasSynced = false
    const unsubscribe = watch.subscribe(() => {
      if (wasSynced) changed()
      wasSynced = watch.isSynced
    })
    return { watch, unsubscribe }
  })
  return () => {
    for (const timer of timers) timer.cancel()
    for (const { watch, unsubscribe } of followed) {
      unsubscribe()
      watch.release()
    }
  }
}
