import type { Known, Served } from '../../shared/admission/index.ts'
import type { Clock, Timer } from '../../shared/flow/index.ts'
import type { OpenState } from '../../shared/ipc/index.ts'
import { parseApiVersion, type ResourceInfo } from '../../shared/kube/index.ts'
import type { ApiClient } from '../api/index.ts'
import type { Watches } from '../watch/index.ts'
import { type Wanted, WatchSet } from './watch-set.ts'

/** What a view reads from: discovery and the watches it asks for. */
export interface Sources {
  readonly served: Served
  /** The preferred version of a kind; not served, or loading while discovery is not read. */
  readKind(group: string, kind: string, options?: Omit<Wanted, 'info'>): Known
  read(wanted: Wanted): Known
  readonly now: number
}

/** Milliseconds that changes are gathered before a view is computed anew. */
const gatherFor = 50
/** Certificates run out without any event: milliseconds between two looks at the clock. */
const lookAgainAfter = 60_000

export interface LiveViewSetup<Value> {
  readonly api: ApiClient
  readonly watches: Pick<Watches, 'objects'>
  readonly clock: Clock
  readonly notify: () => void
  /** Computes the view; whatever it reads is watched, the rest is released. */
  readonly compute: (sources: Sources) => Value
  /** Milliseconds that changes are gathered, where it takes long to compute. */
  readonly gather?: number
  /** Told once what computes the view anew, for what it reads beside the watches; ends with the view. */
  readonly attach?: (changed: () => void) => () => void
}

/** A value computed from watched objects, recomputed when they change, sent when it differs. */
export function liveView<Value>(setup: LiveViewSetup<Value>): OpenState<unknown, Value> {
  const { api, clock, notify } = setup
  const set = new WatchSet(api, setup.watches, schedule)
  const unsubscribe = api.discovery.subscribe(schedule)
  let pending: Timer | null = null
  let sent = ''
  let next: Value | undefined
  let failure: unknown = null
  let isClosed = false
  let ageing = clock.after(lookAgainAfter, lookAgain)
  const detach = setup.attach?.(schedule)
  recompute()

  function schedule(): void {
    if (pending === null && !isClosed) pending = clock.after(setup.gather ?? gatherFor, recompute)
  }

  function lookAgain(): void {
    ageing = clock.after(lookAgainAfter, lookAgain)
    schedule()
  }

  function recompute(): void {
    pending = null
    try {
      const value = setup.compute(sourcesOf(api, set, clock.now()))
      set.settle()
      const text = JSON.stringify(value)
      if (text === sent) return
      sent = text
      next = value
    } catch (error) {
      failure = error // a bug: thrown where the router reports it, not in a timer
    }
    notify()
  }

  return {
    take() {
      if (failure !== null) throw failure
      const value = next
      next = undefined
      return value
    },
    // The views have no parameters to change.
    update: () => undefined,
    close() {
      isClosed = true
      pending?.cancel()
      ageing.cancel()
      unsubscribe()
      detach?.()
      set.close()
    },
  }
}

/** What can be read now; whatever is read is watched by the set. */
export function sourcesOf(api: ApiClient, set: WatchSet, now: number): Sources {
  const discovery = api.discovery.get()
  const failedGroups = new Set(discovery.failures.map(each => parseApiVersion(each.groupVersion).group))
  const read = (wanted: Wanted) => set.read(wanted)
  return {
    served: { resources: discovery.resources, failedGroups },
    read,
    readKind(group, kind, options = {}) {
      const info = servedKind(api, group, kind)
      if (info !== null) return read({ ...options, info })
      if (discovery.readAt === 0) return { state: 'loading' }
      const failure = discovery.failures.find(each => parseApiVersion(each.groupVersion).group === group)
      return failure === undefined ? { state: 'notServed' } : { state: 'unreadable', error: failure.error }
    },
    now,
  }
}

// The preferred version of the group may lack a kind that an older version still has.
function servedKind(api: ApiClient, group: string, kind: string): ResourceInfo | null {
  const found = api.findKind(group, kind)
  if (found !== null) return found
  const all = api.discovery.get().resources.filter(each => each.group === group && each.kind === kind)
  return all[0] ?? null
}
