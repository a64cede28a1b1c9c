import type { KubeObject } from '../../../shared/kube/index.ts'
import { make, stamp, suffixOf } from './objects.ts'

export interface EventChoice {
  readonly about: KubeObject
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
  readonly component: string
  readonly host?: string
  readonly fieldPath?: string
  /** Milliseconds since the epoch. */
  readonly first: number
  readonly last: number
  readonly count: number
}

/** An event about an object; the same reason and message about it make the same event. */
export function makeEvent({
  about,
  type,
  reason,
  message,
  component,
  host,
  fieldPath,
  first,
  last,
  count,
}: EventChoice): KubeObject {
  const { name, namespace = 'default', uid, resourceVersion } = about.metadata
  return make(
    'Event',
    namespace,
    `${name}.${suffixOf(16, uid ?? '', reason, message.slice(0, 24), String(first))}`,
    first,
    {
      involvedObject: {
        kind: about.kind,
        ...(about.metadata.namespace === undefined ? {} : { namespace }),
        name,
        uid,
        apiVersion: about.apiVersion,
        ...(resourceVersion === undefined ? {} : { resourceVersion }),
        ...(fieldPath === undefined ? {} : { fieldPath }),
      },
      reason,
      message,
      source: { component, ...(host === undefined ? {} : { host }) },
      firstTimestamp: stamp(first),
      lastTimestamp: stamp(last),
      count,
      type,
      eventTime: null,
      reportingComponent: component,
      reportingInstance: host ?? '',
    },
  )
}
