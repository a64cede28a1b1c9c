import type { AppErrorBody } from '../../../shared/errors/index.ts'
import type { Unsubscribe } from '../../../shared/flow/index.ts'
import type { SourcePhase } from '../../../shared/ipc/index.ts'
import type { ApiClient } from '../../api/index.ts'
import type { ObjectWatch, Watches } from '../../watch/index.ts'
import { type Candidate, candidateOfPod, candidatesOfSlices, takesUnready } from './candidates.ts'
import type { Target } from './target.ts'

const pods = { group: '', version: 'v1', resource: 'pods' }
const slices = { group: 'discovery.k8s.io', version: 'v1', resource: 'endpointslices' }

/** How the watch of the pods stands, as far as it matters here. */
export type Following =
  | { readonly state: 'reading' }
  | { readonly state: 'current' }
  /** What is known may be old. */
  | { readonly state: 'stale' | 'lost'; readonly reason: AppErrorBody }

/** The pods of a target, kept current until it is closed. */
export class TargetPods {
  readonly #target: Target
  readonly #watch: ObjectWatch

  constructor(api: ApiClient, watches: Pick<Watches, 'objects'>, target: Target) {
    const { pods: source, ref } = target
    this.#target = target
    this.#watch = watches.objects(
      api,
      {
        resource: source.type === 'slices' ? slices : pods,
        namespace: ref.namespace,
        labelSelector:
          source.type === 'slices'
            ? `kubernetes.io/service-name=${source.service}`
            : source.type === 'selector'
              ? source.selector
              : '',
        fieldSelector: source.type === 'pod' ? `metadata.name=${source.name}` : '',
      },
      'objects',
    )
  }

  get following(): Following {
    return followingOf(this.#watch.phase.get(), this.#watch.isSynced, this.#isReadOnce)
  }

  get candidates(): readonly Candidate[] {
    const { service, pods: source, object } = this.#target
    if (service !== null && source.type === 'slices')
      return candidatesOfSlices(this.#watch.objects.values(), service)
    const rules = { service, takesUnready: takesUnready(this.#target) }
    const known = this.#isReadOnce ? [object] : [...this.#watch.objects.values()]
    return known.map(pod => candidateOfPod(pod, rules))
  }

  subscribe(listener: () => void): Unsubscribe {
    return this.#watch.subscribe(listener)
  }

  close(): void {
    this.#watch.release()
  }

  /** Who may not watch pods still has the one that was asked for, as it was read then. */
  get #isReadOnce(): boolean {
    return this.#target.pods.type === 'pod' && this.#watch.phase.get().phase === 'denied'
  }
}

function followingOf(phase: SourcePhase, isSynced: boolean, isReadOnce: boolean): Following {
  switch (phase.phase) {
    case 'waiting':
    case 'loading':
      return { state: isSynced ? 'current' : 'reading' }
    case 'live':
    case 'relisting':
      return { state: 'current' }
    case 'stale':
      return { state: 'stale', reason: phase.reason }
    case 'denied':
      return isReadOnce ? { state: 'current' } : { state: 'lost', reason: phase.error }
    case 'loginNeeded':
    case 'failed':
      return { state: isSynced ? 'stale' : 'lost', reason: phase.error }
    case 'kindGone':
      return { state: 'lost', reason: phase.error }
  }
}
