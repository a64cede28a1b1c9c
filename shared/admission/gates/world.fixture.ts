import type { JsonObject } from '../../cel/kubernetes/index.ts'
import type { KubeObject } from '../../kube/index.ts'
import type { Known } from '../known.ts'
import type { TraceRequest, World } from '../trace/types.ts'

/** Requests and worlds for the tests of this folder. */

const nothing: Known = { state: 'known', items: [], staleSince: null }

/** A world that knows these objects and nothing else; what it knows of a kind may also be given as it is. */
export function worldOf(...kinds: readonly (readonly [string, Known | readonly unknown[]])[]): World {
  const known = new Map(
    kinds.map(([kind, given]): [string, Known] => [
      kind,
      'state' in given ? given : { state: 'known', items: given as readonly KubeObject[], staleSince: null },
    ]),
  )
  return {
    minor: 36,
    served: { resources: [], failedGroups: new Set() },
    now: Date.parse('2026-06-01T12:00:00Z'),
    objects: ({ kind }) => known.get(kind) ?? nothing,
    schema: () => ({ state: 'none' }),
    authorize: () => undefined,
    webhookAnswer: () => null,
  }
}

export const loading: Known = { state: 'loading' }

export function unreadable(what: string): Known {
  return {
    state: 'unreadable',
    error: { kind: 'denied', message: `You may not list ${what}.`, resource: what, status: 403 },
  }
}

/** The creation of an object, a pod unless something else is said. */
export function requestOf(object: JsonObject, changes: Partial<TraceRequest> = {}): TraceRequest {
  return {
    operation: 'CREATE',
    verb: 'create',
    resource: { group: '', version: 'v1', resource: 'pods' },
    kind: { group: '', version: 'v1', kind: 'Pod' },
    subresource: '',
    namespace: 'shop',
    name: 'p',
    object,
    oldObject: null,
    options: null,
    user: { username: 'ada', groups: ['devs', 'system:authenticated'] },
    dryRun: false,
    isObjectKnown: true,
    ...changes,
  }
}
