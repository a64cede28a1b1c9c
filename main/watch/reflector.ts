import { backoffDelays, type ReadonlyObservable, type Unsubscribe } from '../../shared/flow/index.ts'
import type { SessionPhase, SourcePhase } from '../../shared/ipc/index.ts'
import type { ApiClient } from '../api/index.ts'
import { Bell } from './bell.ts'
import { CollectionReader } from './collection.ts'
import { type Decision, decide, firstStep, type Memory, type Outcome, type Step } from './decisions.ts'
import type { WatchEnvironment } from './environment.ts'
import { Phases } from './phases.ts'
import { targetWords } from './target.ts'
import type { StoreKind, WatchStore, WatchTarget } from './types.ts'

/** A request this young is newer than the news that woke us, in milliseconds. */
const freshFor = 200
/** After a stretch of watching this long, in milliseconds, the same failure is news again. */
const calmAfter = 30_000
const reconnect = { initial: 300, factor: 2, maximum: 30_000, jitter: 0.5 } as const

/**
 * Keeps one store equal to one collection of the server: performs a step, lets the decisions say
 * what follows from its outcome, shows that, waits, and goes on. It waits for the session where it
 * must, and wakes with it.
 */
export class Reflector {
  readonly #api: ApiClient
  readonly #target: WatchTarget
  readonly #store: WatchStore
  readonly #environment: WatchEnvironment
  readonly #phases: Phases
  readonly #reader: CollectionReader
  /** Ends waiting for a retry. */
  readonly #bell: Bell
  /** Rings at every change of the session, for those who can do nothing without it. */
  readonly #sessionBell: Bell
  readonly #subscriptions: readonly Unsubscribe[]
  #sessionPhase: SessionPhase
  #isClosed = false
  #wakes = 0
  #offer: string
  /** The outcome that the log has: the same one is not said again with every attempt. */
  #noted = ''

  constructor(
    api: ApiClient,
    target: WatchTarget,
    kind: StoreKind<WatchStore>,
    store: WatchStore,
    environment: WatchEnvironment,
  ) {
    this.#api = api
    this.#target = target
    this.#store = store
    this.#environment = environment
    this.#phases = new Phases(environment.clock)
    this.#reader = new CollectionReader(api, target, kind, store, this.#phases, environment)
    this.#bell = new Bell(environment.clock)
    this.#sessionBell = new Bell(environment.clock)
    this.#sessionPhase = api.session.state.get().phase
    this.#offer = this.#currentOffer()
    this.#subscriptions = [
      api.session.wakeups.subscribe(() => this.#wake()),
      api.session.state.subscribe(({ phase }) => this.#sessionChanged(phase)),
      api.discovery.subscribe(() => this.#discovered()),
    ]
    this.#run().catch(error => this.#broke(error))
  }

  get phase(): ReadonlyObservable<SourcePhase> {
    return this.#phases.observable
  }

  get isSynced(): boolean {
    return this.#phases.isSynced
  }

  close(): void {
    this.#isClosed = true
    for (const unsubscribe of this.#subscriptions) unsubscribe()
    this.#reader.close()
    this.#phases.close()
    this.#bell.ring()
    this.#sessionBell.ring()
  }

  async #run(): Promise<void> {
    let memory = this.#abilities()
    let step = firstStep(memory)
    while (!this.#isClosed) {
      await this.#sessionReady()
      if (this.#isClosed) return
      if (step === null) await this.#untilListable()
      else {
        const wakes = this.#wakes
        const result = await this.#reader.perform(step)
        if (this.#isClosed) return
        const { lived } = result
        // What failed across a wake says nothing of the time after it.
        const isOld = result.outcome.type === 'failed' && wakes !== this.#wakes
        const outcome: Outcome = isOld ? { type: 'woken' } : result.outcome
        const hasVersion = this.#reader.version !== ''
        const decision = decide({ ...memory, hasVersion }, step, outcome, lived)
        this.#note(step, outcome, lived)
        await this.#follow(decision)
        memory = decision.memory
        if (decision.wait.type !== 'hold') {
          step = decision.step
          continue
        }
      }
      // After a long wait the server may offer, and allow, other things than before.
      memory = this.#abilities()
      step = firstStep(memory)
    }
  }

  /** Shows what was decided and waits as long as was decided, or until news make waiting pointless. */
  async #follow({ show, wait, memory }: Decision): Promise<void> {
    if (!memory.hasVersion) this.#reader.version = ''
    const delay = this.#delayOf(wait)
    this.#phases.show(show, Number.isFinite(delay) ? this.#environment.clock.now() + delay : null)
    if (show.type === 'kindGone') this.#store.clear()
    if (show.type === 'denied') void this.#findReadable()
    if (delay > 0) await this.#bell.wait(delay)
  }

  #delayOf(wait: Decision['wait']): number {
    switch (wait.type) {
      case 'none':
        return 0
      case 'pause':
        return wait.milliseconds
      case 'hold':
        return wait.recheck
      case 'backoff': {
        const { random } = this.#environment
        // The first retry is quick, yet a hundred streams cut at once do not come back in one instant.
        if (wait.failures === 0) return random() * 100
        const delays = backoffDelays(reconnect, random)
        let delay = 0
        for (let count = 0; count < Math.min(wait.failures, 20); count++) delay = delays.next().value
        const { atMost = reconnect.maximum } = wait
        return delay <= atMost ? delay : atMost * (1 - reconnect.jitter * random())
      }
    }
  }

  /** What discovery says of the kind. What it does not know is tried: the server decides. */
  #abilities(): Memory {
    const verbs = this.#api.find(this.#target.resource)?.verbs
    const canWatch = verbs?.includes('watch') ?? true
    return {
      canList: verbs?.includes('list') ?? true,
      canWatch,
      canStream: canWatch,
      hasVersion: false,
      failures: 0,
      relists: 0,
    }
  }

  /** Requests can succeed in `ready`; in `unreachable`, trying is how one finds out. */
  async #sessionReady(): Promise<void> {
    for (;;) {
      const state = this.#api.session.state.get()
      if (this.#isClosed || state.phase === 'ready' || state.phase === 'unreachable') return
      this.#phases.sessionAway(state)
      await this.#sessionBell.wait(Number.POSITIVE_INFINITY)
    }
  }

  async #untilListable(): Promise<void> {
    const message = `The server offers neither list nor watch for ${this.#words()}.`
    const error = { kind: 'invalid', message, context: this.#api.context } as const
    this.#phases.show({ type: 'failed', error }, null)
    await this.#bell.wait(Number.POSITIVE_INFINITY)
  }

  #wake(): void {
    this.#wakes++
    this.#reader.interrupt({ type: 'woken' }, freshFor)
    this.#bell.ring()
  }

  /**
   * A session that tries and fails changes its phase with every attempt: were that a reason to
   * retry at once, our attempts and its own would drive each other. Only what settles matters.
   */
  #sessionChanged(phase: SessionPhase): void {
    const isNew = phase !== this.#sessionPhase
    if (phase === 'unreachable' || phase === 'connecting') this.#reader.distrust()
    this.#sessionPhase = phase
    this.#sessionBell.ring()
    if (isNew && (phase === 'ready' || phase === 'loginNeeded' || phase === 'closed')) this.#bell.ring()
  }

  #discovered(): void {
    const offer = this.#currentOffer()
    if (offer === this.#offer) return
    this.#offer = offer
    this.#bell.ring()
  }

  #currentOffer(): string {
    return this.#api.find(this.#target.resource)?.verbs.join() ?? 'none'
  }

  /** Where all namespaces are denied, single ones may be allowed. */
  async #findReadable(): Promise<void> {
    if (this.#target.namespace !== '') return
    const named = this.#api.session.namedNamespaces()
    if (named.length === 0) return
    try {
      this.#phases.readable(await this.#api.allowedNamespaces('list', this.#target.resource, named))
    } catch (error) {
      this.#environment.log('warn', `cannot ask where ${this.#words()} may be read`, error)
    }
  }

  #note(step: Step, outcome: Outcome, lived: number): void {
    const said = 'error' in outcome ? `${outcome.type}: ${outcome.error.message}` : ''
    const isRepeated = said === this.#noted && lived < calmAfter
    this.#noted = said
    if (said !== '' && !isRepeated) this.#environment.log('info', `${step} ${this.#words()}: ${said}`)
  }

  #words(): string {
    return targetWords(this.#target, this.#api.find(this.#target.resource)?.namespaced ?? true)
  }

  /** A bug of ours: said where the user looks, and logged. */
  #broke(error: unknown): void {
    this.#environment.log('error', `watching ${this.#words()} broke`, error)
    const message = `Watching ${this.#words()} failed within Gatehouse; the log has the details.`
    this.#phases.show({ type: 'failed', error: { kind: 'internal', message } }, null)
  }
}
