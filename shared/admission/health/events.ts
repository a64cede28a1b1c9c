import type { KubeObject } from '../../kube/index.ts'
import { parseApiVersion } from '../../kube/index.ts'
import { fieldsOf, numberOf, stringOf } from '../fields.ts'
import { identityOf } from '../meta.ts'
import type { WebhookEntry } from '../webhook-inventory.ts'
import type { HealthEvent } from './types.ts'

/** Most events that are told of one webhook. */
const told = 10

/**
 * Events about a webhook, the latest first: of its Service and Pods, and those in which another object
 * tells that the webhook refused it or could not be called.
 */
export function eventsOf(entry: WebhookEntry, events: readonly KubeObject[]): readonly HealthEvent[] {
  const service = entry.path.service
  const near = new Set(
    service === null
      ? []
      : [
          `Service/${service.ref.namespace}/${service.ref.name}`,
          ...service.pods.map(({ ref }) => `Pod/${ref.namespace}/${ref.name}`),
        ],
  )
  const mark = `webhook "${entry.webhook.name}"`
  return events
    .filter(event => {
      const about = fieldsOf(event.involvedObject ?? event.regarding)
      const key = `${stringOf(about.kind)}/${stringOf(about.namespace)}/${stringOf(about.name)}`
      return near.has(key) || (entry.webhook.name !== '' && messageOf(event).includes(mark))
    })
    .map(readEvent)
    .sort((a, b) => b.at - a.at)
    .slice(0, told)
}

function messageOf(event: KubeObject): string {
  return stringOf(event.message) || stringOf(event.note)
}

function readEvent(event: KubeObject): HealthEvent {
  const about = fieldsOf(event.involvedObject ?? event.regarding)
  const { group, version } = parseApiVersion(stringOf(about.apiVersion))
  const kind = stringOf(about.kind)
  const series = fieldsOf(event.series)
  const times = [series.lastObservedTime, event.lastTimestamp, event.deprecatedLastTimestamp, event.eventTime]
  const at =
    times.map(stringOf).find(each => each !== '') ?? stringOf(fieldsOf(event.metadata).creationTimestamp)
  return {
    about: {
      kind,
      ref: {
        resource: { group, version, resource: `${kind.toLowerCase()}s` },
        namespace: stringOf(about.namespace) || identityOf(event).namespace,
        name: stringOf(about.name),
      },
    },
    type: stringOf(event.type),
    reason: stringOf(event.reason),
    message: messageOf(event).slice(0, 1000),
    count: numberOf(series.count) ?? numberOf(event.count) ?? numberOf(event.deprecatedCount) ?? 1,
    at: Date.parse(at) || 0,
  }
}
