/**
 * Events of a context, live: those alike in groups that a filter narrows, and those of one object one by
 * one for its timeline. Both APIs of events are read.
 */
import type { Clock } from '../../shared/flow/index.ts'
import type {
  Contract,
  EventFilter,
  EventGroups,
  HandlersOf,
  ObjectEvents,
  OpenState,
  ParamsOf,
} from '../../shared/ipc/index.ts'
import type { ApiClient, OpenContexts } from '../api/index.ts'
import { MadeState } from '../facts/index.ts'
import type { Watches } from '../watch/index.ts'
import { FollowedEvents } from './followed.ts'
import { grouped, shownGroups } from './groups.ts'
import type { EventFact } from './record.ts'

/** Two looks a second are what a person can follow; many events are gathered for longer. Milliseconds. */
const gatherFor = 600
const mostOfObject = 500

interface EventsSetup {
  readonly contexts: OpenContexts
  readonly watches: Pick<Watches, 'share'>
  readonly clock: Clock
}

export function createEvents({ contexts, watches, clock }: EventsSetup): HandlersOf<'events'> {
  return {
    'events.groups': ({ context, filter }, notify) =>
      eventGroups(filter, { api: contexts.get(context), watches, clock, notify }),
    'events.object': ({ context, ...scope }, notify) =>
      objectEvents(scope, { api: contexts.get(context), watches, clock, notify }),
  }
}

interface Open {
  readonly api: ApiClient
  readonly watches: Pick<Watches, 'share'>
  readonly clock: Clock
  readonly notify: () => void
}

/** Follows events for as long as the state is open. */
function followed<Value>(
  { api, watches, clock, notify }: Open,
  scope: { readonly namespace: string; readonly uid: string },
  make: (events: FollowedEvents) => Value,
): MadeState<Value> {
  const changed = (): void => state.changed()
  const later = { api, watches, changed: () => queueMicrotask(changed) }
  const events = new FollowedEvents(later, scope)
  const unsubscribe = api.discovery.subscribe(() => events.look())
  const state = new MadeState<Value>({
    clock,
    notify,
    pause: gatherFor,
    make: () => make(events),
    release: () => {
      unsubscribe()
      events.close()
    },
  })
  state.changed()
  return state
}

function eventGroups(first: EventFilter, open: Open): OpenState<EventFilter, EventGroups> {
  let filter = first
  const state = followed(open, { namespace: '', uid: '' }, (events): EventGroups => {
    const { facts, omitted } = events
    const shown = shownGroups(grouped(facts), filter, open.api)
    return { source: events.source(), events: facts.length, omitted, ...shown }
  })
  return {
    take: () => state.take(),
    update: next => {
      filter = next
      state.changed()
    },
    close: () => state.close(),
  }
}

function objectEvents(
  { namespace, uid }: Omit<ParamsOf<Contract['events.object']>, 'context'>,
  open: Open,
): MadeState<ObjectEvents> {
  return followed(open, { namespace, uid }, events => {
    const sorted = [...events.facts].sort((a, b) => b.last - a.last || (a.id < b.id ? -1 : 1))
    return {
      source: events.source(),
      events: sorted.slice(0, mostOfObject).map(recordOf),
      omitted: Math.max(0, sorted.length - mostOfObject),
    }
  })
}

function recordOf({ id, type, reason, message, source, fieldPath, count, first, last }: EventFact) {
  return { id, type, reason, message, source, fieldPath, count, first, last }
}
