import type { AppErrorBody } from '../../../shared/errors/index.ts'
import type { Clock } from '../../../shared/flow/index.ts'
import type { LogMark, LogOptions, LogSource } from '../../../shared/ipc/index.ts'
import { counted } from '../../../shared/words/index.ts'
import type { ApiClient } from '../../api/index.ts'
import type { Slicer } from '../../watch/index.ts'
import { Follower } from './follower.ts'
import type { ContainerRecord, PodRecord } from './pods.ts'
import { type TailLine, TailMerge } from './tailMerge.ts'

/** Containers whose logs are followed at once. Each holds a connection here, and one on its node. */
const mostFollowed = 100
/** Containers that are over and listed still. */
const mostListed = 500

interface Source {
  readonly id: number
  readonly namespace: string
  readonly pod: string
  readonly container: string
  readonly kind: LogSource['kind']
  phase: LogSource['phase']
  reason: AppErrorBody | undefined
  lines: number
  uid: string
  /** Null until it begins. */
  follower: Follower | null
}

interface Tail {
  readonly merge: TailMerge
  readonly merged: Promise<void>
}

export interface SourcesOptions {
  readonly api: ApiClient
  readonly clock: Clock
  readonly random: () => number
  readonly slicer: Slicer
  readonly options: LogOptions
  readonly line: (source: number, line: TailLine) => void
  readonly mark: (mark: Pick<LogMark, 'source' | 'text' | 'meaning'>) => void
  readonly changed: () => void
  readonly onBug: (error: unknown) => void
}

interface Wanted {
  readonly key: string
  /** Place among the containers of its pod. */
  readonly place: number
  readonly pod: PodRecord
  readonly container: ContainerRecord
}

/** The containers whose logs are read: they join and leave with their pods. */
export class Sources {
  readonly #options: SourcesOptions
  readonly #sources = new Map<string, Source>()
  #ids = 0
  #merge: TailMerge | null = null
  readonly #byId = new Map<number, Source>()
  /** Uids of the pods of the first look: what others write is new from its first line on. */
  #firstPods: ReadonlySet<string> = new Set()
  #pods: readonly PodRecord[] = []
  #hasBegun = false
  #leftOut = 0
  #isClosed = false

  constructor(options: SourcesOptions) {
    this.#options = options
  }

  get list(): readonly LogSource[] {
    return [...this.#sources.values()].map(({ follower: _, uid: __, reason, ...source }) => ({
      ...source,
      ...(reason === undefined ? {} : { reason }),
    }))
  }

  /** What is not followed for want of room. */
  get problems(): readonly AppErrorBody[] {
    if (this.#leftOut === 0) return []
    return [
      {
        kind: 'throttled',
        context: this.#options.api.context,
        message: `The logs of ${mostFollowed} containers are followed; ${counted(this.#leftOut, 'more is', 'more are')} left out. Choose a pod, a container or a narrower selector.`,
      },
    ]
  }

  /** Takes the pods that there are now. */
  take(pods: readonly PodRecord[]): void {
    if (this.#isClosed) return
    this.#pods = pods
    if (!this.#hasBegun) this.#firstPods = new Set(pods.map(({ uid }) => uid))
    const wanted = new Map(this.#wanted(pods).map(each => [each.key, each]))
    for (const [key, source] of this.#sources) this.#update(source, wanted.get(key))
    const isLate = this.#hasBegun
    const fresh = [...wanted.values()].filter(({ key }) => !this.#sources.has(key)).sort(byUrgency)
    const followed = [...this.#sources.values()].filter(({ phase }) => !isOver(phase)).length
    const room = Math.max(0, mostFollowed - followed)
    this.#leftOut = Math.max(0, fresh.length - room)
    // Numbered by name: the order of a list of pods is nobody's.
    const joining = fresh.slice(0, room).sort(byName)
    if (!isLate) this.#begin(joining)
    else for (const each of joining) this.#join(each, null)
    if (isLate) this.#tell(joining)
    this.#forgetOld()
  }

  close(): void {
    this.#isClosed = true
    this.#merge?.close()
    for (const { follower } of this.#sources.values()) follower?.close()
  }

  #wanted(pods: readonly PodRecord[]): readonly Wanted[] {
    const { containers, isAll } = this.#options.options
    return pods.flatMap(pod =>
      pod.containers
        .filter(({ name, kind }) =>
          containers === null ? isAll || kind === 'container' : containers.includes(name),
        )
        .map((container, place) => ({
          key: `${pod.namespace}/${pod.name}/${container.name}`,
          place,
          pod,
          container,
        })),
    )
  }

  /** The containers of the first look: what their logs begin with is merged. */
  #begin(joining: readonly Wanted[]): void {
    this.#hasBegun = true
    const { clock, slicer, options, line } = this.#options
    const begun = joining.filter(({ container }) => container.run !== null)
    if (begun.length < 2 || options.tail === 0) {
      for (const each of joining) this.#join(each, null)
      return
    }
    const merge = new TailMerge(clock, slicer, (source, taken) => {
      this.#count(source)
      line(source, taken)
    })
    this.#merge = merge
    const merged = Promise.withResolvers<void>()
    for (const each of joining)
      this.#join(each, begun.includes(each) ? { merge, merged: merged.promise } : null)
    merge.run().then(merged.resolve, (error: unknown) => {
      this.#options.onBug(error)
      merged.resolve()
    })
  }

  #join({ key, pod, container }: Wanted, tail: Tail | null): void {
    const source: Source = {
      id: this.#ids++,
      namespace: pod.namespace,
      pod: pod.name,
      container: container.name,
      kind: container.kind,
      phase: 'connecting',
      reason: undefined,
      lines: 0,
      uid: pod.uid,
      follower: null,
    }
    this.#sources.set(key, source)
    this.#byId.set(source.id, source)
    this.#follow(source, container, tail)
  }

  #follow(source: Source, container: ContainerRecord, tail: Tail | null): void {
    const { api, clock, random, slicer, options, changed } = this.#options
    const { id, namespace, pod } = source
    const follower = new Follower(container, source.uid, {
      session: api.session,
      clock,
      random,
      slicer,
      place: { namespace, pod, container: source.container },
      options,
      isLate: !this.#firstPods.has(source.uid),
      tail: tail === null ? null : { input: tail.merge.add(id), merged: tail.merged },
      sink: {
        line: (bytes, time, cut) => {
          source.lines++
          this.#options.line(id, { bytes, time, cut })
        },
        mark: (text, meaning) => this.#options.mark({ source: id, text, meaning }),
        phase: (phase, reason) => {
          source.phase = phase
          source.reason = reason
          // There is room for one that was left out.
          if (isOver(phase) && this.#leftOut > 0) queueMicrotask(() => this.take(this.#pods))
          changed()
        },
      },
    })
    source.follower = follower
    follower.run().catch((error: unknown) => this.#failed(source, error))
  }

  #failed(source: Source, error: unknown): void {
    if (this.#isClosed) return
    this.#options.onBug(error)
    source.phase = 'failed'
    source.reason = {
      kind: 'internal',
      message: 'Reading this log failed: a mistake of ours, written to the log.',
    }
    this.#options.changed()
  }

  #count(id: number): void {
    const source = this.#byId.get(id)
    if (source !== undefined) source.lines++
  }

  #update(source: Source, wanted: Wanted | undefined): void {
    const isAnew = wanted !== undefined && wanted.pod.uid !== source.uid
    if (wanted !== undefined) source.uid = wanted.pod.uid
    if (isAnew && isOver(source.phase)) {
      this.#options.mark({ source: source.id, meaning: 'unknown', text: `Pod ${source.pod} was made anew.` })
      this.#follow(source, wanted.container, null)
    } else source.follower?.update(wanted?.container ?? null, source.uid)
  }

  /** One mark for all pods of one moment. */
  #tell(joined: readonly Wanted[]): void {
    const names = [...new Set(joined.map(({ pod }) => pod.name))]
    if (names.length === 0) return
    const shown = names.slice(0, 3).join(', ')
    const more = names.length > 3 ? ` and ${names.length - 3} more` : ''
    this.#options.mark({
      source: null,
      meaning: 'good',
      text: `${names.length === 1 ? 'Pod' : 'Pods'} ${shown}${more} joined.`,
    })
  }

  #forgetOld(): void {
    if (this.#sources.size <= mostListed) return
    for (const [key, { id, phase }] of this.#sources) {
      if (!isOver(phase)) continue
      this.#sources.delete(key)
      this.#byId.delete(id)
      if (this.#sources.size <= mostListed) return
    }
  }
}

function isOver(phase: LogSource['phase']): boolean {
  return phase === 'ended' || phase === 'failed'
}

function byName(a: Wanted, b: Wanted): number {
  const [one, other] = [a, b].map(({ pod }) => `${pod.namespace}/${pod.name}`) as [string, string]
  if (one === other) return a.place - b.place
  return one < other ? -1 : 1
}

/** Those that run come first, then those of the newest pods. */
function byUrgency(a: Wanted, b: Wanted): number {
  const running = Number(b.container.isRunning) - Number(a.container.isRunning)
  return running || b.pod.created - a.pod.created
}
