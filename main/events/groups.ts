import {
  type EventFacet,
  type EventFilter,
  type EventGroup,
  type EventGroups,
  mostEventGroups,
} from '../../shared/ipc/index.ts'
import { type ObjectRef, parseApiVersion } from '../../shared/kube/index.ts'
import type { ApiClient } from '../api/index.ts'
import { familyOf } from './family.ts'
import type { EventFact } from './record.ts'

const mostFacets = 100

interface Group {
  readonly key: string
  newest: EventFact
  events: number
  count: number
  first: number
}

/** Families of messages, made once for each fact. */
const families = new WeakMap<EventFact, string>()

function groupKey(fact: EventFact): string {
  const known = families.get(fact)
  if (known !== undefined) return known
  const { type, reason, kind, namespace, name, message } = fact
  const key = JSON.stringify([type, reason, kind, namespace, name, familyOf(message)])
  families.set(fact, key)
  return key
}

/** Events of one reason about one object whose messages are alike, in one group each. */
export function grouped(facts: readonly EventFact[]): readonly Group[] {
  const groups = new Map<string, Group>()
  for (const fact of facts) {
    const key = groupKey(fact)
    const group = groups.get(key)
    if (group === undefined) {
      groups.set(key, { key, newest: fact, events: 1, count: fact.count, first: fact.first })
      continue
    }
    group.events++
    group.count += fact.count
    group.first = Math.min(group.first, fact.first)
    if (fact.last > group.newest.last) group.newest = fact
  }
  return [...groups.values()]
}

/** Which groups a person sees of all, the newest first, and by what they may be told apart. */
export function shownGroups(
  groups: readonly Group[],
  filter: EventFilter,
  api: ApiClient,
): Omit<EventGroups, 'source' | 'events' | 'omitted'> {
  const words = filter.text
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  const fits = (values: readonly string[], value: string): boolean =>
    values.length === 0 || values.includes(value)
  const matching = groups.filter(
    ({ newest }) =>
      fits(filter.types, newest.type) &&
      fits(filter.reasons, newest.reason) &&
      fits(filter.kinds, newest.kind) &&
      fits(filter.namespaces, newest.namespace) &&
      (words.length === 0 || hasWords(newest, words)),
  )
  const shown = matching.sort((a, b) => b.newest.last - a.newest.last || (a.key < b.key ? -1 : 1))
  return {
    groups: shown.slice(0, mostEventGroups).map(group => groupOf(group, api)),
    matching: matching.length,
    total: groups.length,
    types: facets(groups, 'type'),
    reasons: facets(groups, 'reason'),
    kinds: facets(groups, 'kind'),
    namespaces: facets(groups, 'namespace'),
  }
}

function hasWords(
  { reason, message, kind, namespace, name, source }: EventFact,
  words: readonly string[],
): boolean {
  const text = [reason, message, kind, namespace, name, source].join('\n').toLowerCase()
  return words.every(word => text.includes(word))
}

function facets(
  groups: readonly Group[],
  field: 'type' | 'reason' | 'kind' | 'namespace',
): readonly EventFacet[] {
  const counts = new Map<string, number>()
  for (const { newest } of groups) counts.set(newest[field], (counts.get(newest[field]) ?? 0) + 1)
  return [...counts]
    .map(([value, number]) => ({ value, groups: number }))
    .sort((a, b) => b.groups - a.groups || (a.value < b.value ? -1 : 1))
    .slice(0, mostFacets)
}

function groupOf({ key, newest, events, count, first }: Group, api: ApiClient): EventGroup {
  const { type, reason, kind, namespace, name, message, source, last } = newest
  return {
    id: key,
    ...{ type, reason, kind, namespace, name, message, source },
    ...{ events, count, first, last, subject: subjectOf(newest, api) },
  }
}

function subjectOf({ apiVersion, kind, namespace, name }: EventFact, api: ApiClient): ObjectRef | null {
  if (name === '') return null
  const info = api.findKind(parseApiVersion(apiVersion).group, kind)
  if (info === null) return null
  const resource = { group: info.group, version: info.version, resource: info.resource }
  return { resource, namespace: info.namespaced ? namespace : '', name }
}
