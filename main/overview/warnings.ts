import type { Overview, WarningGroup } from '../../shared/ipc/index.ts'
import { type ObjectRef, parseApiVersion } from '../../shared/kube/index.ts'
import type { ApiClient } from '../api/index.ts'
import type { FollowedKind } from '../facts/index.ts'
import type { Received } from '../watch/index.ts'
import { at, cut, textAt, timeAt } from './read.ts'

/** What is kept of a warning. */
export interface WarningFact {
  readonly reason: string
  readonly message: string
  readonly kind: string
  readonly apiVersion: string
  readonly namespace: string
  readonly name: string
  readonly count: number
  /** Milliseconds since the epoch. */
  readonly last: number
}

/** Warnings count for this long, which is also how long API servers keep events by default. */
const windowMillis = 3_600_000
const mostGroups = 40
/** Kept at once, for clusters in distress. */
export const mostWarnings = 20_000

/** Reads the old fields of an event and those of events.k8s.io. */
export function readWarning({ object, created }: Received): WarningFact | null {
  if (textAt(object, 'type') !== 'Warning') return null
  const about = at(object, 'involvedObject') ?? at(object, 'regarding')
  const counts = [at(object, 'series', 'count'), at(object, 'count'), at(object, 'deprecatedCount')]
  const times = [
    timeAt(object, 'series', 'lastObservedTime'),
    timeAt(object, 'lastTimestamp'),
    timeAt(object, 'deprecatedLastTimestamp'),
    timeAt(object, 'eventTime'),
  ]
  return {
    reason: cut(textAt(object, 'reason'), 128),
    message: cut(textAt(object, 'message') || textAt(object, 'note')),
    kind: textAt(about, 'kind'),
    apiVersion: textAt(about, 'apiVersion'),
    namespace: textAt(about, 'namespace'),
    name: textAt(about, 'name'),
    count: (counts.find(count => typeof count === 'number' && count > 0) as number | undefined) ?? 1,
    last: Math.max(...times) || created,
  }
}

/** Warnings of the last hour, those alike together, the newest first. */
export function warningGroups(
  followed: FollowedKind<WarningFact>,
  api: ApiClient,
  now: number,
): Overview['warnings'] {
  const recent = followed.facts.filter(({ last }) => last > now - windowMillis)
  const byLikeness = new Map<string, WarningFact[]>()
  for (const fact of recent) {
    const key = JSON.stringify([fact.reason, fact.kind, fact.namespace])
    const group = byLikeness.get(key)
    if (group === undefined) byLikeness.set(key, [fact])
    else group.push(fact)
  }
  const groups = [...byLikeness.values()].map(facts => groupOf(facts, api)).sort((a, b) => b.last - a.last)
  return {
    source: followed.source(),
    events: recent.length,
    groups: groups.slice(0, mostGroups),
    omitted: Math.max(0, groups.length - mostGroups),
  }
}

function groupOf(facts: readonly WarningFact[], api: ApiClient): WarningGroup {
  const newest = facts.reduce((a, b) => (b.last > a.last ? b : a))
  const { reason, kind, namespace, last, message } = newest
  return {
    reason,
    kind,
    namespace,
    events: facts.length,
    occurrences: facts.reduce((sum, { count }) => sum + count, 0),
    objects: new Set(facts.map(fact => fact.name)).size,
    last,
    message,
    subject: subjectOf(newest, api),
    subjectName: newest.name,
  }
}

function subjectOf({ apiVersion, kind, namespace, name }: WarningFact, api: ApiClient): ObjectRef | null {
  if (name === '') return null
  const { group } = parseApiVersion(apiVersion)
  const info = api.findKind(group, kind)
  if (info === null) return null
  const resource = { group: info.group, version: info.version, resource: info.resource }
  return { resource, namespace: info.namespaced ? namespace : '', name }
}
