import { type AppErrorBody, isAppError } from '../../../shared/errors/index.ts'
import type { Clock, Timer } from '../../../shared/flow/index.ts'
import type { LogTarget, SourcePhase } from '../../../shared/ipc/index.ts'
import {
  isMapping,
  type KubeObject,
  labelSelectorOf,
  type ObjectRef,
  printLabelSelector,
} from '../../../shared/kube/index.ts'
import type { ApiClient } from '../../api/index.ts'
import type { FactStore } from '../../facts/index.ts'
import type { ObjectWatch, SharedWatch, Watches } from '../../watch/index.ts'
import { type PodRecord, podRecord, podStores } from './pods.ts'

const podResource = { group: '', version: 'v1', resource: 'pods' }
/** Who may read a pod but not watch pods sees it as old as this, in milliseconds. */
const pollMillis = 5000

export interface TargetSources {
  readonly api: ApiClient
  readonly watches: Watches
  readonly clock: Clock
  /** Called when the pods, or what is said of them, may be others. */
  readonly changed: () => void
}

/** The pods that a target means, kept current: they come and go, and so does what they are selected by. */
export class TargetPods {
  readonly #target: LogTarget
  readonly #sources: TargetSources
  #owner: { readonly watch: ObjectWatch; readonly unsubscribe: () => void } | null = null
  #pods: {
    readonly share: SharedWatch<FactStore<PodRecord>>
    readonly stop: () => void
    readonly key: string
  } | null = null
  #problem: AppErrorBody | null = null
  /** The single pod, where it may be read and not watched. */
  #polled: PodRecord | null = null
  #timer: Timer | null = null
  readonly #closing = new AbortController()

  constructor(target: LogTarget, sources: TargetSources) {
    this.#target = target
    this.#sources = sources
    if (target.type === 'selector') this.#watchPods(target.namespace, target.labelSelector, '')
    else if (isPod(target.ref)) this.#watchPods(target.ref.namespace, '', `metadata.name=${target.ref.name}`)
    else this.#watchOwner(target.ref)
  }

  /** True once all pods that there are were told. */
  get isSynced(): boolean {
    return this.#pods?.share.isSynced === true || this.#polled !== null
  }

  get pods(): readonly PodRecord[] {
    if (this.#polled !== null) return [this.#polled]
    return [...(this.#pods?.share.store.facts.values() ?? [])]
  }

  /** Why pods are not seen. */
  get problems(): readonly AppErrorBody[] {
    const watched = this.#polled === null ? errorOf(this.#pods?.share.phase.get()) : null
    return [this.#problem, watched].filter(problem => problem !== null)
  }

  close(): void {
    this.#closing.abort()
    this.#timer?.cancel()
    this.#releasePods()
    this.#owner?.unsubscribe()
    this.#owner?.watch.release()
    this.#owner = null
  }

  #watchPods(namespace: string, labelSelector: string, fieldSelector: string): void {
    const key = [namespace, labelSelector, fieldSelector].join('|')
    if (this.#pods?.key === key) return
    this.#releasePods()
    const target = { resource: podResource, namespace, labelSelector, fieldSelector }
    const share = this.#sources.watches.share(this.#sources.api, target, podStores)
    const stops = [
      share.store.subscribe(this.#sources.changed),
      share.phase.subscribe(phase => {
        if (phase.phase === 'denied') this.#poll()
        this.#sources.changed()
      }),
    ]
    this.#pods = { share, key, stop: () => stops.forEach(stop => void stop()) }
  }

  #releasePods(): void {
    this.#pods?.stop()
    this.#pods?.share.release()
    this.#pods = null
  }

  #watchOwner({ resource, namespace, name }: ObjectRef): void {
    const target = { resource, namespace, labelSelector: '', fieldSelector: `metadata.name=${name}` }
    const watch = this.#sources.watches.objects(this.#sources.api, target, 'objects')
    const changed = (): void => {
      this.#takeOwner(watch, name)
      this.#sources.changed()
    }
    this.#owner = { watch, unsubscribe: watch.subscribe(changed) }
    changed()
  }

  #takeOwner(watch: ObjectWatch, name: string): void {
    const [owner] = watch.objects.values()
    const error = errorOf(watch.phase.get())
    if (owner === undefined) {
      this.#problem = error ?? (watch.isSynced ? this.#gone(name) : null)
      return
    }
    const selector = selectorOf(owner)
    this.#problem = typeof selector === 'string' ? error : { ...selector, context: this.#sources.api.context }
    if (typeof selector === 'string') this.#watchPods(owner.metadata.namespace ?? '', selector, '')
  }

  #gone(name: string): AppErrorBody {
    return {
      kind: 'gone',
      context: this.#sources.api.context,
      message: `There is no object named ${name} any more, so nothing says which pods are meant.`,
    }
  }

  /** A single pod may be read by name even where pods may not be watched. */
  #poll(): void {
    const target = this.#target
    if (target.type !== 'object' || !isPod(target.ref) || this.#timer !== null) return
    const read = async (): Promise<void> => {
      try {
        this.#polled = podRecord(await this.#sources.api.get(target.ref, this.#closing.signal))
      } catch (error) {
        if (!isAppError(error)) throw error
        if (error.body.kind === 'gone') this.#polled = null
      }
      if (this.#closing.signal.aborted) return
      this.#sources.changed()
      this.#timer = this.#sources.clock.after(pollMillis, () => void read())
    }
    this.#timer = this.#sources.clock.after(0, () => void read())
  }
}

function isPod({ resource }: ObjectRef): boolean {
  return resource.group === '' && resource.resource === 'pods'
}

/** The label selector of a workload, a Service or a Job; why there is none, else. */
function selectorOf(object: KubeObject): string | AppErrorBody {
  const spec = isMapping(object.spec) ? object.spec : {}
  const { selector } = spec
  if (isMapping(selector)) {
    const isStructured = 'matchLabels' in selector || 'matchExpressions' in selector
    // Services and replication controllers have the labels themselves.
    const labels = Object.fromEntries(Object.entries(selector).map(([key, value]) => [key, String(value)]))
    const parsed = labelSelectorOf(isStructured ? selector : { matchLabels: labels })
    if (parsed.ok && parsed.selector.length > 0) return printLabelSelector(parsed.selector)
  }
  return {
    kind: 'invalid',
    message: `${object.kind} ${object.metadata.name} selects no pods: it has no label selector. Open the logs of one of its pods instead.`,
  }
}

function errorOf(phase: SourcePhase | undefined): AppErrorBody | null {
  switch (phase?.phase) {
    case 'denied':
    case 'failed':
    case 'loginNeeded':
    case 'kindGone':
      return phase.error
    case 'stale':
      return phase.reason
    default:
      return null
  }
}
