import type { JsonObject, RequestAttributes } from '../../cel/kubernetes/index.ts'
import type { AppErrorBody } from '../../errors/index.ts'
import type { CompiledPolicies } from './compiled.ts'
import { type RecordingWorld, recordingWorld } from './recording.ts'
import { staleText } from './stale.ts'
import type { Branch, Trace, TraceRequest, TraceStatus, TraceStep, Verdict, World } from './types.ts'
import { Warnings } from './warnings.ts'

interface Ended {
  readonly status: TraceStatus
  /** What ended it, e.g. `ValidatingAdmissionPolicy limits`. */
  readonly by: string
  /** False where something could not be read, or was not yet, that could have made it end otherwise. */
  readonly isWhole: boolean
}

export interface RunOptions {
  readonly compiled: CompiledPolicies
  readonly isCancelled?: () => boolean
}

/** A request on its way: what it has become, what was seen, and whether it has ended. */
export class Run {
  readonly compiled: CompiledPolicies
  readonly isCancelled: (() => boolean) | undefined
  readonly world: World
  /** The same without gaps being noted: for whoever tells them himself. */
  readonly quietWorld: World
  readonly #request: TraceRequest
  readonly #recording: RecordingWorld
  readonly #quiet: RecordingWorld
  readonly #steps: TraceStep[] = []
  readonly #warnings = new Warnings()
  readonly #auditAnnotations: Record<string, string> = Object.create(null)
  readonly #assumptions = new Set<string>()
  readonly #gaps: AppErrorBody[] = []
  readonly #objects: (JsonObject | null)[]
  #object: JsonObject | null
  #name: string
  /** The request as it is now; null once the object or the name has changed. */
  #current: TraceRequest | null = null
  #ended: Ended | null = null
  #isUnsure = false
  /** Something may have ended it before, and it may have gone on as well. */
  #mayHaveEnded = false
  #contentDoubt: string | null = null
  #waited = 0

  constructor(request: TraceRequest, world: World, options: RunOptions) {
    this.compiled = options.compiled
    this.isCancelled = options.isCancelled
    this.#request = request
    this.#recording = recordingWorld(world)
    this.#quiet = recordingWorld(world)
    this.world = this.#recording.world
    this.quietWorld = this.#quiet.world
    this.#object = request.object
    this.#objects = [request.object]
    this.#name = request.name
  }

  /** The request with the object as it is now. */
  get request(): TraceRequest {
    this.#current ??= { ...this.#request, name: this.#name, object: this.#object }
    return this.#current
  }

  get object(): JsonObject | null {
    return this.#object
  }

  get ended(): Ended | null {
    return this.#ended
  }

  /** Why the object may be another one than it is here; null where it is not. */
  get contentDoubt(): string | null {
    return this.#contentDoubt
  }

  doubtContent(why: string): void {
    this.#contentDoubt ??= why
  }

  /** Seconds that webhooks whose answer is not known may have taken, one after another. */
  get waited(): number {
    return this.#waited
  }

  wait(seconds: number): void {
    this.#waited += seconds
  }

  add(step: TraceStep): void {
    this.#steps.push(this.#ended === null ? step : { ...step, isNotReached: true })
    if (this.#ended !== null) return
    if (step.outcome === 'unknown' || (step.outcome === 'called' && step.certainty === 'unknown'))
      this.#isUnsure = true
  }

  /** Takes over an object on the way to a change, which is only told when it is done. */
  replace(object: JsonObject): void {
    this.#object = object
    this.#current = null
  }

  /** Takes over a changed object; what to write into the step that changed it. */
  change(object: JsonObject): { readonly before: number; readonly after: number } {
    this.replace(object)
    this.#objects.push(object)
    return { before: this.#objects.length - 2, after: this.#objects.length - 1 }
  }

  /**
   * The first end that is certain counts: what only may end the request lets it go on as well.
   * @param isCertain false where something that is not known could keep it from ending
   */
  end(status: TraceStatus, by: string, isCertain = true): void {
    if (this.#ended !== null) return
    if (isCertain) this.#ended = { status, by, isWhole: this.#isWhole() }
    else this.#mayHaveEnded = true
  }

  warn(text: string): void {
    this.#warnings.add(text)
  }

  /** The first value of a key counts. */
  annotate(key: string, value: string): void {
    if (!Object.hasOwn(this.#auditAnnotations, key)) this.#auditAnnotations[key] = value
  }

  assume(text: string): void {
    this.#assumptions.add(text)
  }

  addGap(gap: AppErrorBody): void {
    this.#gaps.push(gap)
  }

  /** Goes on under another name, which was made up for the object. */
  rename(name: string): void {
    this.#name = name
    this.#current = null
  }

  /** What a step says that is not reached any more. */
  notReached(): string {
    return `It is not reached: ${this.#ended?.by ?? 'something before it'} ended the request.`
  }

  finish(): Trace {
    const stale = new Map([...this.#quiet.stale(), ...this.#recording.stale()])
    if (stale.size > 0) this.assume(staleText(stale))
    return {
      verdict: this.#verdict(),
      // What may have ended it before would have answered otherwise.
      status: this.#mayHaveEnded ? null : (this.#ended?.status ?? null),
      steps: this.#steps,
      warnings: this.#warnings.sent,
      auditAnnotations: { ...this.#auditAnnotations },
      objects: this.#objects,
      assumptions: [...this.#assumptions],
      gaps: this.#allGaps(),
      ...(stale.size === 0 ? {} : { staleSince: Math.min(...stale.values()) }),
      wishes: merged([...this.#recording.wishes(), ...this.#quiet.wishes()]),
    }
  }

  #verdict(): Verdict {
    const ended = this.#ended
    if (ended !== null) return ended.isWhole ? 'denied' : 'incomplete'
    if (this.#isUnsure || this.#mayHaveEnded) return 'unknown'
    return this.#isWhole() ? 'allowed' : 'incomplete'
  }

  #isWhole(): boolean {
    return this.#allGaps().length === 0 && this.#recording.wishes().length === 0
  }

  #allGaps(): readonly AppErrorBody[] {
    return merged([...this.#recording.gaps(), ...this.#gaps])
  }
}

function merged<Each>(values: readonly Each[]): readonly Each[] {
  const plainly = (_key: string, value: unknown): unknown => (value instanceof Map ? [...value] : value)
  return [...new Map(values.map(value => [JSON.stringify(value, plainly), value])).values()]
}

/** The request as expressions see it, for an object handed over as some kind. */
export function attributesOf(
  request: TraceRequest,
  matched: { readonly kind: TraceRequest['kind']; readonly resource: TraceRequest['resource'] },
): RequestAttributes {
  const { kind, resource, subresource, name, namespace, operation, user, dryRun, options } = request
  return {
    kind: matched.kind,
    resource: matched.resource,
    requestKind: kind,
    requestResource: resource,
    subResource: subresource,
    name,
    namespace,
    operation,
    user,
    dryRun,
    options,
  }
}

/**
 * Why something has no part in the request, and that this is not certain where it hangs on content that
 * something before may have changed.
 */
export function unlessChanged(
  reason: string,
  dependsOnContent: boolean,
  { contentDoubt }: Pick<Run, 'contentDoubt'>,
): Pick<TraceStep, 'reason'> & Partial<Pick<TraceStep, 'certainty'>> {
  if (!dependsOnContent || contentDoubt === null) return { reason }
  const sentence = reason.endsWith('.') ? reason : `${reason}.`
  return { reason: `${sentence} It may be otherwise: ${contentDoubt}.`, certainty: 'unknown' }
}

/** What may follow from a webhook whose answer is not known. */
export const branch = (when: string, then: string): Branch => ({ when, then })
