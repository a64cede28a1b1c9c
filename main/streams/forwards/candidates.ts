import type { KubeObject } from '../../../shared/kube/index.ts'
import {
  at,
  isPortNumber,
  listAt,
  numberAt,
  portBehind,
  portOfPod,
  portOfService,
  textAt,
} from '../../../shared/relations/index.ts'
import type { Target } from './target.ts'

/** A pod that connections may go to. */
export interface Candidate {
  readonly namespace: string
  readonly name: string
  /** Another pod of the same name has another one; the name where slices do not tell it. */
  readonly uid: string
  /** New connections may go to it. */
  readonly isReady: boolean
  /** Its containers have ended, and with them every connection. */
  readonly isOver: boolean
  /** Milliseconds since the epoch. */
  readonly created: number
  /** The port of this pod for what was asked for; null when it has none of that name. */
  portOf(asked: string): number | null
}

export interface PodRules {
  /** The Service whose ports are asked for; null: the pod's own. */
  readonly service: KubeObject | null
  /** A pod counts once it runs, whether it says that it is ready or not. */
  readonly takesUnready: boolean
}

/** A pod that was asked for by name is taken as it is; a Service may say the same of its pods. */
export function takesUnready({ pods, service }: Target): boolean {
  return pods.type === 'pod' || at(service, 'spec', 'publishNotReadyAddresses') === true
}

export function candidateOfPod(pod: KubeObject, { service, takesUnready }: PodRules): Candidate {
  const phase = textAt(pod, 'status', 'phase')
  const isLeaving = pod.metadata.deletionTimestamp !== undefined
  const spec = pod.spec
  return {
    namespace: pod.metadata.namespace ?? '',
    name: pod.metadata.name,
    uid: pod.metadata.uid ?? '',
    isReady: phase === 'Running' && !isLeaving && (takesUnready || isPodReady(pod)),
    isOver: phase === 'Succeeded' || phase === 'Failed',
    created: Date.parse(pod.metadata.creationTimestamp ?? '') || 0,
    portOf: asked => {
      if (service === null) return portOfPod(spec, asked)
      const port = portOfService(service, asked)
      return port === null ? null : portBehind(service, port, spec)
    },
  }
}

function isPodReady(pod: KubeObject): boolean {
  return listAt(pod, 'status', 'conditions').some(
    condition => textAt(condition, 'type') === 'Ready' && textAt(condition, 'status') === 'True',
  )
}

/** Pods that the EndpointSlices of a Service without selector name; other addresses cannot be reached. */
export function candidatesOfSlices(slices: Iterable<KubeObject>, service: KubeObject): readonly Candidate[] {
  return [...slices].flatMap(slice =>
    listAt(slice, 'endpoints').flatMap(endpoint => {
      const target = at(endpoint, 'targetRef')
      if (textAt(target, 'kind') !== 'Pod') return []
      const namespace = textAt(target, 'namespace') || (slice.metadata.namespace ?? '')
      const name = textAt(target, 'name')
      return [
        {
          namespace,
          name,
          uid: textAt(target, 'uid') || `${namespace}/${name}`,
          // Absent counts as ready. Source: the API's words for `conditions.ready`.
          isReady: at(endpoint, 'conditions', 'ready') !== false,
          isOver: false,
          created: Date.parse(slice.metadata.creationTimestamp ?? '') || 0,
          portOf: (asked: string) => portOfSlice(slice, service, asked),
        },
      ]
    }),
  )
}

function portOfSlice(slice: KubeObject, service: KubeObject, asked: string): number | null {
  const port = portOfService(service, asked)
  const name = isPortNumber(asked) ? textAt(port, 'name') : asked
  const ports = listAt(slice, 'ports')
  const found = ports.find(one => textAt(one, 'name') === name) ?? (ports.length === 1 ? ports[0] : undefined)
  return found === undefined ? null : numberAt(found, 'port')
}

/**
 * The pod that new connections go to: the one they go to already for as long as it is ready, else the
 * newest, since a rollout ends the older ones first.
 * @param avoided uids of pods that were just tried in vain
 */
export function chosen(
  candidates: readonly Candidate[],
  current: string,
  avoided: ReadonlySet<string> = new Set(),
): Candidate | null {
  const ready = candidates.filter(({ isReady, uid }) => isReady && !avoided.has(uid))
  const same = ready.find(({ uid }) => uid === current && current !== '')
  return same ?? ready.toSorted((a, b) => b.created - a.created || a.name.localeCompare(b.name))[0] ?? null
}
