import type { EventRecord } from '../../shared/ipc/index.ts'
import { at, numberAt, textAt } from '../../shared/relations/index.ts'
import { factStores } from '../facts/index.ts'
import type { Received } from '../watch/index.ts'

/** What is kept of an event. */
export interface EventFact extends EventRecord {
  /** Of what it is about. */
  readonly kind: string
  readonly apiVersion: string
  readonly namespace: string
  readonly name: string
}

/** A text that is kept: no longer than a person reads. */
const longest = 600
/** Kept at once, for clusters in distress. */
const mostEvents = 30_000

/**
 * Reads the fields of both APIs, of which each event has some: `v1` counts in `count` or `series`,
 * `events.k8s.io` keeps the former fields as `deprecated…`. Source: kubernetes, pkg/apis/core/v1 and
 * pkg/apis/events/v1, conversion.go.
 */
function readEvent({ object, namespace, name, uid, created }: Received): EventFact {
  const about = at(object, 'involvedObject') ?? at(object, 'regarding')
  const times = (...paths: readonly (readonly string[])[]): readonly number[] =>
    paths.map(path => Date.parse(textAt(object, ...path))).filter(time => time > 0)
  const firsts = times(['firstTimestamp'], ['deprecatedFirstTimestamp'], ['eventTime'])
  const lasts = times(
    ['series', 'lastObservedTime'],
    ['lastTimestamp'],
    ['deprecatedLastTimestamp'],
    ['eventTime'],
  )
  const last = lasts.length === 0 ? created : Math.max(...lasts)
  return {
    id: uid === '' ? `${namespace}/${name}` : uid,
    type: cut(textAt(object, 'type'), 64),
    reason: cut(textAt(object, 'reason'), 128),
    message: cut((textAt(object, 'message') || textAt(object, 'note')).trim()),
    source: sourceOf(object),
    fieldPath: cut(textAt(about, 'fieldPath'), 200),
    count: countOf(object),
    first: Math.min(last, firsts.length === 0 ? created || last : Math.min(...firsts)),
    last,
    kind: textAt(about, 'kind'),
    apiVersion: textAt(about, 'apiVersion'),
    namespace: textAt(about, 'namespace'),
    name: textAt(about, 'name'),
  }
}

function sourceOf(event: unknown): string {
  const component =
    textAt(event, 'source', 'component') ||
    textAt(event, 'deprecatedSource', 'component') ||
    textAt(event, 'reportingComponent') ||
    textAt(event, 'reportingController')
  const host = textAt(event, 'source', 'host') || textAt(event, 'deprecatedSource', 'host')
  return cut(host === '' ? component : `${component}, ${host}`, 200)
}

function countOf(event: unknown): number {
  const counts = [
    numberAt(event, 'series', 'count'),
    numberAt(event, 'count'),
    numberAt(event, 'deprecatedCount'),
  ]
  return counts.find(count => count !== null && count > 0) ?? 1
}

function cut(text: string, most = longest): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}

export const eventFacts = factStores('objects', readEvent, mostEvents)
