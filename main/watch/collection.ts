import type { Buffer } from 'node:buffer'
import { type AppErrorBody, isAppError } from '../../shared/errors/index.ts'
import type { ApiClient } from '../api/index.ts'
import type { ApiRequest } from '../session/index.ts'
import { Connection, connectionError } from './connection.ts'
import type { Outcome, Step } from './decisions.ts'
import { Decoder, type ListPage, type WatchEvent } from './decode.ts'
import type { WatchEnvironment } from './environment.ts'
import { LineSplitter, LineTooLong } from './lines.ts'
import type { Phases } from './phases.ts'
import type { Pulsing } from './pulse.ts'
import { countRequest, listRequest, streamRequest, targetWords, watchRequest } from './target.ts'
import type { Form, WatchStore, WatchTarget } from './types.ts'

const pageSize = 500
/** A streamed list waits until the server's cache is fresh; a watch is answered at once. */
const streamHeadTimeout = 10_000
const watchHeadTimeout = 4000
const pageIdleTimeout = 10_000
/** A server that ignores `sendInitialEvents` goes quiet after the last object, without a bookmark. */
const endlessAfter = 5000
const openingBrace = 0x7b

/**
 * Carries out steps on one collection of the server: each is one request, or the pages of one
 * list, whose content goes to the store, and ends with an outcome.
 */
export class CollectionReader implements Pulsing {
  readonly #api: ApiClient
  readonly #target: WatchTarget
  readonly #form: Form
  readonly #store: WatchStore
  readonly #phases: Phases
  readonly #environment: WatchEnvironment
  /** Ends the requests of the step that is running, not its renewal. */
  #step = new AbortController()
  readonly #closed = new AbortController()
  #interruption: Outcome | null = null
  #startedAt = 0
  #connection: Connection | null = null
  #successor: Connection | null = null
  #openedAt = 0
  #received = 0
  /** The version to watch from; empty while there is no complete list. */
  version = ''
  lastByteAt = 0
  hasSeenBookmark = false

  constructor(
    api: ApiClient,
    target: WatchTarget,
    form: Form,
    store: WatchStore,
    phases: Phases,
    environment: WatchEnvironment,
  ) {
    this.#api = api
    this.#target = target
    this.#form = form
    this.#store = store
    this.#phases = phases
    this.#environment = environment
  }

  /** @returns how the step came out, and for how many milliseconds its connection was open */
  async perform(step: Step): Promise<{ readonly outcome: Outcome; readonly lived: number }> {
    this.#step = new AbortController()
    this.#interruption = null
    this.#startedAt = this.#now()
    this.#openedAt = 0
    const outcome = await this.#attempt(step)
    return { outcome, lived: this.#openedAt === 0 ? 0 : this.#now() - this.#openedAt }
  }

  /** Ends the step that is running, unless its request is younger than `milliseconds`. */
  interrupt(outcome: Outcome, milliseconds: number): void {
    if (this.#now() - Math.max(this.#startedAt, this.#openedAt) < milliseconds) return
    if (this.#connection !== null) this.#connection.interrupt(outcome)
    else {
      this.#interruption = outcome
      this.#step.abort()
    }
  }

  async renew(milliseconds: number): Promise<'alive' | 'silent'> {
    const connection = this.#connection
    const before = this.lastByteAt
    try {
      const next = await this.#openWatch(milliseconds, this.#closed.signal)
      const isStillSilent = this.#connection === connection && this.lastByteAt === before
      if (connection === null || !isStillSilent || this.#isClosed) next.close()
      else {
        this.#successor = next
        connection.interrupt({ type: 'renewed' })
      }
      return 'alive'
    } catch (error) {
      // An answer of any kind comes from a living server; the old stream may serve on.
      return isAppError(error) && error.body.kind === 'unreachable' ? 'silent' : 'alive'
    }
  }

  stalled(error: AppErrorBody): void {
    this.#connection?.interrupt({ type: 'stalled', error })
  }

  close(): void {
    this.#closed.abort()
    this.#step.abort()
    this.#connection?.interrupt({ type: 'ended' })
    this.#successor?.close()
    this.#successor = null
  }

  get #isClosed(): boolean {
    return this.#closed.signal.aborted
  }

  #now(): number {
    return this.#environment.clock.now()
  }

  async #attempt(step: Step): Promise<Outcome> {
    try {
      switch (step) {
        case 'stream':
          return await this.#stream()
        case 'watch':
          return await this.#watch()
        case 'pages':
        case 'poll':
          return await this.#list(step)
      }
    } catch (error) {
      if (this.#interruption !== null) return this.#interruption
      if (error instanceof LineTooLong) return this.#malformed(error.message)
      // The parser's own words quote the answer, which may be anything.
      if (error instanceof SyntaxError) return this.#malformed('it is no JSON')
      if (!isAppError(error)) throw error
      return { type: 'failed', error: error.body }
    }
  }

  async #stream(): Promise<Outcome> {
    this.version = ''
    this.#received = 0
    this.#phases.listing()
    const counting = new AbortController()
    if (this.#form === 'table') void this.#count(counting.signal)
    try {
      const connection = await this.#open(streamHeadTimeout, this.#step.signal, signal =>
        streamRequest(this.#parts(signal), this.#watchSeconds()),
      )
      this.#store.begin()
      return await this.#consume(connection)
    } finally {
      counting.abort()
    }
  }

  async #watch(): Promise<Outcome> {
    const successor = this.#successor
    this.#successor = null
    const connection = successor ?? (await this.#openWatch(watchHeadTimeout, this.#step.signal))
    this.#phases.live()
    return this.#consume(connection)
  }

  async #list(step: 'pages' | 'poll'): Promise<Outcome> {
    // Between two polls the rows are as live as they get; only the first list shows progress.
    const isQuiet = step === 'poll' && this.#phases.isSynced
    if (!isQuiet) this.#phases.listing()
    const decoder = this.#decoder()
    let token = ''
    let received = 0
    this.#store.begin()
    do {
      const response = await this.#api.session.request(this.#pageRequest(token))
      this.#openedAt ||= this.#now()
      const page = decoder.page(JSON.parse(await response.text()))
      if (page === null) return this.#malformed('the answer is no list')
      if (page.columns !== null) this.#store.setColumns(page.columns)
      for (const item of page.items) {
        this.#store.put(item)
        if (this.#environment.slicer.isSpent()) await this.#environment.slicer.pause()
        if (this.#isClosed) return { type: 'ended' }
      }
      received += page.items.length
      if (!isQuiet) this.#phases.progress(received, totalOf(page, received))
      this.version = page.version
      token = page.continue
    } while (token !== '')
    this.#store.commit()
    this.#phases.live()
    return { type: 'listed' }
  }

  /** Reads a watch to its end. Without a version, it begins with the initial events. */
  async #consume(connection: Connection): Promise<Outcome> {
    const decoder = this.#decoder()
    const lines = new LineSplitter()
    this.#connection = connection
    this.#openedAt = this.#now()
    this.lastByteAt = this.#openedAt
    this.hasSeenBookmark = false
    const guard = this.#guardInitialEvents(connection)
    const release = this.#environment.pulses.add(this.#api.session, this)
    try {
      for (;;) {
        const chunk = await connection.next()
        if (chunk.type === 'interrupted') {
          if (chunk.outcome.type !== 'stalled') this.#phases.seen(this.#now())
          return chunk.outcome
        }
        this.#phases.seen(this.#now())
        if (chunk.type === 'end') return this.#ending(lines.rest())
        this.lastByteAt = this.#now()
        const outcome = await this.#read(decoder, lines.push(chunk.bytes))
        if (outcome !== null) return outcome
      }
    } catch (error) {
      if (error instanceof LineTooLong) throw error
      this.#phases.seen(this.#now())
      return { type: 'cut', error: connectionError(error, this.#api.session, this.#purpose()) }
    } finally {
      guard.cancel()
      release()
      this.#connection = null
      connection.close()
    }
  }

  /** Takes in lines; an outcome ends the stream. */
  async #read(decoder: Decoder, lines: Iterable<Buffer>): Promise<Outcome | null> {
    const { slicer } = this.#environment
    for (const line of lines) {
      for (const event of decoder.events(line)) {
        const outcome = this.#take(event)
        if (outcome !== null) return outcome
      }
      if (slicer.isSpent()) await slicer.pause()
      if (this.#isClosed) return { type: 'ended' }
    }
    if (this.version === '' && this.#received > 0) this.#phases.progress(this.#received, null)
    return null
  }

  #take(event: WatchEvent): Outcome | null {
    switch (event.type) {
      case 'columns':
        this.#store.setColumns(event.columns)
        return null
      case 'put':
        this.#store.put(event.item)
        return this.#advance(event.item.version)
      case 'remove':
        this.#store.remove(event.item.namespace, event.item.name)
        return this.#advance(event.item.version)
      case 'bookmark':
        return this.#bookmark(event.version, event.endsInitialEvents)
      case 'error':
        return { type: 'failed', error: this.#inPlace(event.error) }
      case 'malformed':
        return this.#malformed(event.why)
    }
  }

  /** During initial events an object's own version is no place to go on from. */
  #advance(version: string): null {
    if (this.version === '') this.#received++
    else if (version !== '') this.version = version
    return null
  }

  #bookmark(version: string, endsInitialEvents: boolean): Outcome | null {
    this.hasSeenBookmark = true
    if (version === '') return this.#malformed('a bookmark carries no version')
    if (this.version === '') {
      if (!endsInitialEvents) return null
      this.#store.commit()
    }
    this.version = version
    this.#phases.live()
    return null
  }

  #guardInitialEvents(connection: Connection): { cancel(): void } {
    const { clock } = this.#environment
    const check = () => {
      if (this.version !== '') return
      const silence = clock.now() - this.lastByteAt
      if (silence >= endlessAfter) connection.interrupt({ type: 'endless' })
      else timer = clock.after(endlessAfter - silence, check)
    }
    let timer = clock.after(endlessAfter, check)
    return { cancel: () => timer.cancel() }
  }

  /** The number of objects, for the progress line; without it there is just no total. */
  async #count(signal: AbortSignal): Promise<void> {
    try {
      const response = await this.#api.session.request(countRequest(this.#parts(signal)))
      const page = this.#decoder().page(await response.json())
      // Servers leave the number out where selectors are used, and where one page held everything.
      if (page?.remaining == null || signal.aborted || this.version !== '') return
      this.#phases.progress(this.#received, page.remaining + 1)
    } catch (error) {
      if (!signal.aborted) this.#environment.log('info', `no count of ${this.#words()}`, error)
    }
  }

  #openWatch(milliseconds: number, signal: AbortSignal): Promise<Connection> {
    return this.#open(milliseconds, signal, ours =>
      watchRequest(this.#parts(ours), this.version, this.#watchSeconds()),
    )
  }

  #open(
    milliseconds: number,
    signal: AbortSignal,
    request: (signal: AbortSignal) => ApiRequest,
  ): Promise<Connection> {
    return Connection.open(this.#api.session, this.#environment.clock, milliseconds, signal, request)
  }

  #pageRequest(token: string): ApiRequest {
    const request = listRequest(this.#parts(this.#step.signal), pageSize, token)
    return { ...request, idleTimeout: pageIdleTimeout }
  }

  #parts(signal: AbortSignal) {
    return { target: this.#target, form: this.#form, isNamespaced: this.#isNamespaced(), signal }
  }

  /** Five to ten minutes, so that the watches of one start do not end together (as client-go does). */
  #watchSeconds(): number {
    return Math.round(300 + 300 * this.#environment.random())
  }

  #decoder(): Decoder {
    return new Decoder(this.#form, this.#target, this.#api.find(this.#target.resource)?.kind ?? '')
  }

  #isNamespaced(): boolean {
    return this.#api.find(this.#target.resource)?.namespaced ?? true
  }

  #words(): string {
    return targetWords(this.#target, this.#isNamespaced())
  }

  #purpose(): string {
    return `watch ${this.#words()}`
  }

  #malformed(why: string): Outcome {
    const message = `The answer of the server cannot be read (${why}); the list is read again.`
    return { type: 'malformed', error: this.#inPlace({ kind: 'serverFault', message }) }
  }

  /** @param rest what came after the last line end */
  #ending(rest: Buffer): Outcome {
    if (rest.length === 0) return { type: 'ended' }
    if (rest[0] !== openingBrace) return this.#malformed('it ends with what is no JSON')
    const message = 'The connection was lost in the middle of a line.'
    return { type: 'cut', error: this.#inPlace({ kind: 'unreachable', message }) }
  }

  #inPlace(error: AppErrorBody): AppErrorBody {
    return { context: this.#api.context, resource: this.#purpose(), ...error }
  }
}

function totalOf(page: ListPage, received: number): number | null {
  if (page.continue === '') return received
  return page.remaining === null ? null : received + page.remaining
}
