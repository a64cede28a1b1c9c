import type { Known, Trace, TraceRequest } from '../../../shared/admission/index.ts'
import { staleText, type Wish } from '../../../shared/admission/trace/index.ts'
import type { Subject } from '../../../shared/cel/kubernetes/index.ts'
import { isAppError } from '../../../shared/errors/index.ts'
import type { Clock, Timer } from '../../../shared/flow/index.ts'
import type { Scratch, ScratchAnswer, TraceQuestion, TraceView } from '../../../shared/ipc/index.ts'
import type { KubeObject, ResourceInfo } from '../../../shared/kube/index.ts'
import type { ApiClient } from '../../api/index.ts'
import type { Watches } from '../../watch/index.ts'
import type { Sources } from '../live-view.ts'
import { WorldFeed } from './feed.ts'
import { newWorld } from './keys.ts'
import { type Fields, type Manifest, oneObject, type Unreadable } from './manifest.ts'
import type { Answers } from './messages.ts'
import { largeText, type OutlinedTexts } from './outline.ts'
import { needsStored, placeOf, type RequestResult, requestOf } from './request.ts'
import { readSelf } from './reviews.ts'
import type { ComputingThread } from './thread.ts'
import { assumedAdmin, assumedVersion, minorOf, subjectOf, unnamedSelf } from './user.ts'

export interface TracingSetup {
  readonly api: ApiClient
  readonly watches: Pick<Watches, 'objects'>
  readonly clock: Clock
  readonly thread: ComputingThread
  readonly told: (sources: Sources) => Sources
  readonly isDump: boolean
  /** True where the request asks for a dry run itself. */
  readonly dryRun: boolean
  /**
   * True where only a page sees the trace: what is large of it is handed on as text, and the request in
   * the answer holds no more than outlines of large objects.
   */
  readonly isForPage?: boolean
  /** What is evaluated against the request in place of its trace. */
  readonly scratch?: Scratch
  /** Called when `state` may have changed. */
  readonly onChange: () => void
}

/** A trace and what it was computed from. */
export interface Traced {
  readonly state: 'traced'
  readonly trace: Trace
  /** JSON of the trace's objects, which are left out of it then; only for a page. */
  readonly objectsText?: string
  readonly request: TraceRequest
  readonly info: ResourceInfo
  /** Milliseconds. */
  readonly took: number
}

export type TracingState =
  | Extract<TraceView, { state: 'reading' }>
  | ({ readonly state: 'invalid' } & Unreadable)
  | Traced
  | { readonly state: 'evaluated'; readonly answer: ScratchAnswer }
  /** A fault of the code. */
  | { readonly state: 'broken'; readonly fault: unknown }

/** Milliseconds that changes are gathered before a trace is computed anew. */
const gatherFor = 30
/** The same where so much is held that every trace is an effort. */
const gatherWhenLarge = 300
/** Objects from which on that is so. */
const large = 5000
/** While somebody waits for the first answer what is still read comes in at short intervals. */
const gatherWhileReading = 5
/** What a trace wishes for may depend on what it was given, but not without end. */
const mostRounds = 25

/**
 * One question, followed: what it needs is watched, a thread computes the trace, and computes it again
 * when something of it has changed. Ends with `close`, which releases everything.
 */
export class Tracing {
  readonly world: string
  readonly #setup: TracingSetup
  readonly #closing = new AbortController()
  readonly #unsubscribe: () => void
  readonly #parsed = new Map<string, Manifest>()
  #question: TraceQuestion
  #state: TracingState = { state: 'reading', done: 0, wanted: 0 }
  #feed: WorldFeed | null = null
  #self: Subject | null = null
  #asked: readonly Wish[] = []
  #timer: Timer | null = null
  #isComputing = false
  #isStale = true

  constructor(setup: TracingSetup, question: TraceQuestion) {
    this.world = newWorld(setup.api.context)
    this.#setup = setup
    this.#question = question
    this.#unsubscribe = setup.api.discovery.subscribe(() => this.#changed())
    void this.#compute()
  }

  get state(): TracingState {
    return this.#state
  }

  /** Secrets that the trace was computed from. */
  heldSecrets(): Iterable<KubeObject> {
    return this.#feed?.heldSecrets() ?? []
  }

  ask(question: TraceQuestion): void {
    this.#question = question
    this.#asked = []
    this.#publish({ state: 'reading', done: 0, wanted: 0 })
    this.#isStale = true
    void this.#compute()
  }

  close(): void {
    this.#closing.abort()
    this.#timer?.cancel()
    this.#unsubscribe()
    this.#feed?.close()
    this.#setup.thread.forget(this.world)
  }

  #changed(): void {
    if (this.#timer !== null || this.#closing.signal.aborted) return
    const wait = this.#gatherFor()
    this.#timer = this.#setup.clock.after(wait, () => {
      this.#timer = null
      this.#isStale = true
      void this.#compute()
    })
  }

  #gatherFor(): number {
    if ((this.#feed?.size ?? 0) >= large) return gatherWhenLarge
    return this.#state.state === 'reading' ? gatherWhileReading : gatherFor
  }

  async #compute(): Promise<void> {
    if (this.#isComputing) return
    this.#isComputing = true
    for (let round = 0; this.#isStale && round < mostRounds; round++) {
      this.#isStale = false
      const question = this.#question
      try {
        await this.#round(question)
      } catch (error) {
        if (this.#closing.signal.aborted) return
        // What became of a question that is not asked any more is nobody's business.
        if (question === this.#question)
          this.#publish(
            isAppError(error) ? { state: 'invalid', error: error.body } : { state: 'broken', fault: error },
          )
      }
      if (this.#closing.signal.aborted) return
    }
    this.#isComputing = false
    if (this.#isStale) this.#changed()
  }

  async #round(question: TraceQuestion): Promise<void> {
    const feed = await this.#ready()
    const user = question.user === null ? this.#whoAsks() : subjectOf(question.user)
    const built = await this.#request(question, feed, user)
    if (question !== this.#question) return
    if (built.type === 'reading') return this.#reading(feed)
    if (built.type === 'invalid') return this.#publish({ state: 'invalid', ...built.problem })
    const { request, info, wishes, texts } = built
    const result = await this.#computed(request, texts, question)
    if (question !== this.#question) return
    this.#asked = result.asked
    feed.fulfil([...wishes, ...result.asked])
    if (feed.progress.done < feed.progress.wanted) return this.#reading(feed)
    if (result.missing.some(wish => feed.isKnown(wish))) {
      // Known by now, but not to this round.
      this.#isStale = true
      return
    }
    if ('answer' in result) return this.#evaluated(result.answer, question)
    const assumptions = [...result.trace.assumptions, ...this.#assumptions(question)]
    const trace = { ...result.trace, assumptions: [...new Set(assumptions)], wishes: [] }
    const { took, objectsText } = result
    const text = objectsText === undefined ? {} : { objectsText }
    this.#publish({ state: 'traced', trace, ...text, request, info, took })
  }

  #evaluated(answer: ScratchAnswer, question: TraceQuestion): void {
    if (answer.state !== 'evaluated') {
      this.#publish({ state: 'evaluated', answer })
      return
    }
    const since = this.#feed?.staleSince ?? null
    const stale = since === null ? [] : [staleText(new Map([['what was read', since]]))]
    const assumptions = [...answer.assumptions, ...this.#assumptions(question), ...stale]
    this.#publish({ state: 'evaluated', answer: { ...answer, assumptions } })
  }

  #computed(
    request: TraceRequest,
    texts: OutlinedTexts,
    question: TraceQuestion,
  ): Promise<Answers['trace' | 'evaluate']> {
    const { clock, thread, api, scratch, isForPage = false } = this.#setup
    const minor = minorOf(api.session.state.get().serverVersion)
    const about = { request, texts, minor, now: clock.now() }
    const work = { world: this.world, facts: (generation: number) => this.#feed?.news(generation) ?? [] }
    const options = { signal: this.#closing.signal }
    const { assumeWebhooks } = question
    return scratch === undefined
      ? thread.run({ ...work, job: { type: 'trace', ...about, isForPage, assumeWebhooks } }, options)
      : thread.run({ ...work, job: { type: 'evaluate', ...about, scratch } }, options)
  }

  /** Until all is read the trace of before stays. */
  #reading(feed: WorldFeed): void {
    if (this.#state.state === 'reading' || this.#state.state === 'invalid')
      this.#publish({ state: 'reading', ...feed.progress })
  }

  #publish(state: TracingState): void {
    this.#state = state
    this.#setup.onChange()
  }

  #assumptions(question: TraceQuestion): readonly string[] {
    const version = assumedVersion(this.#setup.api.session.state.get().serverVersion)
    const own = version === null ? [] : [version]
    if (question.user !== null || this.#self !== null) return own
    return [
      ...own,
      this.#setup.isDump
        ? 'The dump does not say who asks: a member of system:masters is assumed.'
        : 'The server does not say who asks: what looks at the name, the groups or the rights of the user may turn out differently.',
    ]
  }

  /** A review of one's own access needs no name, so that what one may do is known all the same. */
  #whoAsks(): Subject {
    return this.#self ?? (this.#setup.isDump ? assumedAdmin : unnamedSelf)
  }

  async #ready(): Promise<WorldFeed> {
    if (this.#feed !== null) {
      this.#feed.refresh()
      return this.#feed
    }
    const { api, watches, clock, told, isDump } = this.#setup
    const signal = this.#closing.signal
    if (!isDump) this.#self = await readSelf(api.session, signal).catch(tolerate)
    signal.throwIfAborted()
    const onChange = (): void => this.#changed()
    const self = isDump ? null : this.#whoAsks()
    const feed = new WorldFeed({ api, watches, now: () => clock.now(), clock, told, isDump, self, onChange })
    this.#feed = feed
    return feed
  }

  async #request(question: TraceQuestion, feed: WorldFeed, user: Subject): Promise<BuiltRequest> {
    const { api, dryRun } = this.#setup
    const info = api.find(question.resource)
    if (info === null) {
      if (api.discovery.get().readAt === 0) return { type: 'reading' }
      const { group, version, resource } = question.resource
      const name = `${resource}.${version}${group === '' ? '' : `.${group}`}`
      const message = `${this.#setup.isDump ? 'The dump holds' : 'The server serves'} no ${name}.`
      return { type: 'invalid', problem: { error: { kind: 'gone', message } } }
    }
    const object = question.object.type === 'text' ? await this.#object(question.object.text, question) : null
    if (object?.type === 'invalid') return object
    const old = question.old === undefined ? null : await this.#object(question.old, question)
    if (old?.type === 'invalid') return old
    const { namespace, name } = placeOf({ question, info, object })
    const { group, version, kind } = info
    const wanted = { group, version, kind, namespace, name }
    const wishes: readonly Wish[] = needsStored(question) && name !== '' ? [{ type: 'objects', wanted }] : []
    let stored: Known = { state: 'loading' }
    if (wishes.length > 0) {
      feed.fulfil([...wishes, ...this.#asked])
      stored = feed.known(wanted)
    }
    const minor = minorOf(api.session.state.get().serverVersion)
    const built = requestOf({ question, info, object, old, stored, user, dryRun, minor })
    if (built.type !== 'request') return built
    return { ...built, info, wishes, texts: this.#texts(question, built.request, object?.object ?? null) }
  }

  /** The texts that the thread completes a request from: those of which it holds outlines. */
  #texts(question: TraceQuestion, request: TraceRequest, object: Fields | null): OutlinedTexts {
    const text = question.object.type === 'text' ? question.object.text : ''
    const { old = '' } = question
    // A delete is about what its file says where the cluster does not have the object.
    const isOld = object !== null && (request.oldObject as Fields | null) === object
    const outlined = (each: string): boolean => each !== '' && this.#isOutlined(each, question)
    return {
      ...(outlined(text) && request.operation !== 'DELETE' ? { object: text } : {}),
      ...(outlined(old) ? { oldObject: old } : isOld && outlined(text) ? { oldObject: text } : {}),
    }
  }

  /** Whether no more than an outline of the object of a text comes out of the thread. */
  #isOutlined(text: string, { subresource }: TraceQuestion): boolean {
    return this.#setup.isForPage === true && subresource === '' && text.length > largeText
  }

  /** Texts are read in the thread: what is made to be slow must not stop this one. */
  async #object(text: string, question: TraceQuestion): Promise<ReturnType<typeof oneObject>> {
    const isOutline = this.#isOutlined(text, question)
    const key = `${isOutline ? 'outline' : 'whole'} ${text}`
    let manifest = this.#parsed.get(key)
    if (manifest === undefined) {
      const job = { type: 'parse', text, isOutline } as const
      manifest = await this.#setup.thread.run({ job, world: this.world }, { signal: this.#closing.signal })
      if (this.#parsed.size > 3) this.#parsed.clear()
      this.#parsed.set(key, manifest)
    }
    return oneObject(manifest)
  }
}

type BuiltRequest =
  | (Extract<RequestResult, { type: 'request' }> & {
      readonly info: ResourceInfo
      readonly wishes: readonly Wish[]
      readonly texts: OutlinedTexts
    })
  | Exclude<RequestResult, { type: 'request' }>

/** A server that does not say who asks can still be asked for everything else. */
function tolerate(error: unknown): null {
  if (isAppError(error) && error.body.kind !== 'cancelled') return null
  throw error
}
