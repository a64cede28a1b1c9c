import { Buffer } from 'node:buffer'
import { type AppErrorBody, isAppError } from '../../shared/errors/index.ts'
import type { ApiClient } from '../api/index.ts'
import type { ApiRequest } from '../session/index.ts'
import { Connection, connectionError } from './connection.ts'
import { isVersionAhead, type Outcome, type Step } from './decisions.ts'
import { Decoder, type ListPage, type WatchEvent } from './decode.ts'
import type { WatchEnvironment } from './environment.ts'
import { LineSplitter, LineTooLong } from './lines.ts'
import type { Phases } from './phases.ts'
import type { Pulsing } from './pulse.ts'
import {
  checkRequest,
  countRequest,
  listRequest,
  reachedRequest,
  streamRequest,
  targetWords,
  watchRequest,
} from './target.ts'
import type { Form, StoreKind, WatchStore, WatchTarget } from './types.ts'

const pageSize = 500
/** A streamed list waits until the server's cache is fresh; a watch is answered at once. */
const streamHeadTimeout = 10_000
const watchHeadTimeout = 4000
const pageIdleTimeout = 10_000
/** A server that ignores `sendInitialEvents` goes quiet after the last object, without a bookmark. */
const endlessAfter = 5000
/** A check asks for one second; a server that does not end it is not waited for, in milliseconds. */
const checkLimit = 2500
/** What a check brings is given this long to come by the stream itself, in milliseconds. */
const checkGrace = 400
/** Pauses between the questions whether the server has come as far as a version, in milliseconds. */
const firstConfirmPause = 500
const lastConfirmPause = 16_000
const openingBrace = 0x7b

/**
 * Carries out steps on one collection of the server: each is one request, or the pages of one
 * list, whose content goes to the store, and ends with an outcome.
 */
export class CollectionReader implements Pulsing {
  readonly #api: ApiClient
  readonly #target: WatchTarget
  readonly #form: Form
  readonly isBackground: boolean
  readonly #store: WatchStore
  readonly #phases: Phases
  readonly #environment: WatchEnvironment
  /** Ends the requests of the step that is running, not its renewal. */
  #step = new AbortController()
  readonly #closed = new AbortController()
  #interruption: Outcome | null = null
  /** By the clock's `elapsed`, as are the next two. */
  #startedAt = 0
  #connection: Connection | null = null
  #openedAt: number | null = null
  #received = 0
  /** The version to watch from; empty while there is no complete list. */
  version = ''
  lastByteAt = 0
  #wasAway = false

  constructor(
    api: ApiClient,
    target: WatchTarget,
    kind: StoreKind<WatchStore>,
    store: WatchStore,
    phases: Phases,
    environment: WatchEnvironment,
  ) {
    this.#api = api
    this.#target = target
    this.#form = kind.form
    this.isBackground = kind.isBackground === true
    this.#store = store
    this.#phases = phases
    this.#environment = environment
  }

  /** The server may be another one than before: the next watch asks whether it knows our version. */
  distrust(): void {
    this.#wasAway = true
  }

  /** @returns how the step came out, and for how many milliseconds its connection was open */
  async perform(step: Step): Promise<{ readonly outcome: Outcome; readonly lived: number }> {
    this.#step = new AbortController()
    this.#interruption = null
    this.#startedAt = this.#now()
    this.#openedAt = null
    const outcome = await this.#attempt(step)
    return { outcome, lived: this.#openedAt === null ? 0 : this.#now() - this.#openedAt }
  }

  /** Ends the step that is running, unless its request is younger than `milliseconds`. */
  interrupt(outcome: Outcome, milliseconds: number): void {
    if (this.#now() - (this.#openedAt ?? this.#startedAt) < milliseconds) return
    if (this.#connection !== null) this.#connection.interrupt(outcome)
    else {
      this.#interruption = outcome
      this.#step.abort()
    }
  }

  async check(milliseconds: number): Promise<'alive' | 'silent'> {
    const connection = this.#connection
    const { version, lastByteAt } = this
    if (connection === null || version === '') return 'alive'
    try {
      const check = await this.#open(milliseconds, this.#closed.signal, signal =>
        checkRequest(this.#parts(signal), version),
      )
      // The answer tells that the server lives; what it holds comes by and by.
      void this.#missed(check).then(hasMissed => {
        const isStillSilent = this.#connection === connection && this.lastByteAt === lastByteAt
        if (hasMissed && isStillSilent) connection.interrupt({ type: 'renewed' })
      })
      return 'alive'
    } catch (error) {
      if (!isAppError(error)) return 'alive'
      // A right that was taken back ends no watch by itself: servers ask at its start only.
      if (error.body.kind === 'denied') connection.interrupt({ type: 'failed', error: error.body })
      // An answer of any kind comes from a living server; the old stream may serve on.
      return error.body.kind === 'unreachable' ? 'silent' : 'alive'
    }
  }

  stalled(error: AppErrorBody): void {
    this.#connection?.interrupt({ type: 'stalled', error })
  }

  close(): void {
    this.#closed.abort()
    this.#step.abort()
    this.#connection?.interrupt({ type: 'ended' })
  }

  get #isClosed(): boolean {
    return this.#closed.signal.aborted
  }

  #now(): number {
    return this.#environment.clock.elapsed()
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
    const { version } = this
    const connection = await this.#open(watchHeadTimeout, this.#step.signal, signal =>
      watchRequest(this.#parts(signal), version, this.#watchSeconds()),
    )
    this.#phases.live()
    if (this.#wasAway) void this.#confirm(connection, version)
    return this.#consume(connection)
  }

  /**
   * A server that was restored from a backup counts its versions on from an older one. It takes a
   * watch from a version it has not reached without a word and sends nothing until it gets there.
   */
  async #confirm(connection: Connection, version: string): Promise<void> {
    const { clock } = this.#environment
    // A server that just came up refuses for many reasons; each pause is twice the last.
    for (let pause = firstConfirmPause; pause <= lastConfirmPause; pause *= 2) {
      const answer = await this.#asksReached(version)
      if (answer !== 'unknown') {
        this.#wasAway = false
        if (answer !== 'reached') connection.interrupt({ type: 'failed', error: answer })
        return
      }
      await new Promise<void>(resolve => clock.after(pause, resolve))
      if (this.#connection !== connection) return
    }
  }

  async #asksReached(version: string): Promise<'reached' | 'unknown' | AppErrorBody> {
    try {
      const request = reachedRequest(this.#parts(this.#step.signal), version)
      const response = await this.#api.session.request({ ...request, idleTimeout: pageIdleTimeout })
      // Read to its end, so that its connection serves on.
      await response.text()
      return 'reached'
    } catch (error) {
      if (!isAppError(error)) throw error
      return isVersionAhead(error.body) ? error.body : 'unknown'
    }
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
      this.#openedAt ??= this.#now()
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
    this.lastByteAt = this.#now()
    this.#openedAt = this.lastByteAt
    const guard = this.#guardInitialEvents(connection)
    const release = this.#environment.pulses.add(this.#api.session, this)
    try {
      for (;;) {
        const chunk = await connection.next()
        if (chunk.type === 'interrupted') {
          if (chunk.outcome.type !== 'stalled') this.#phases.seen()
          return chunk.outcome
        }
        this.#phases.seen()
        if (chunk.type === 'end') return this.#ending(lines.rest())
        this.lastByteAt = this.#now()
        const outcome = await this.#read(decoder, lines.push(chunk.bytes))
        if (outcome !== null) return outcome
      }
    } catch (error) {
      if (error instanceof LineTooLong) throw error
      this.#phases.seen()
      this.#wasAway = true
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
    if (version === '') return this.#malformed('a bookmark carries no version')
    if (this.version === '') {
      if (!endsInitialEvents) return null
      this.#store.commit()
    }
    this.version = version
    this.#phases.live()
    return null
  }

  /** True when an event comes that the stream itself has not brought a moment later. */
  async #missed(check: Connection): Promise<boolean> {
    const { clock } = this.#environment
    // Not all servers know the limit of a watch.
    const limit = clock.after(checkLimit, () => check.interrupt({ type: 'ended' }))
    try {
      for (;;) {
        const chunk = await check.next()
        if (chunk.type !== 'bytes') return false
        const text = Buffer.from(chunk.bytes).toString('latin1')
        if (text.includes('"type":"ERROR"')) return false
        if (text.trim() === '') continue
        await new Promise<void>(resolve => clock.after(checkGrace, resolve))
        return true
      }
    } catch {
      // Whatever ends a check, it has nothing to say of the stream.
      return false
    } finally {
      limit.cancel()
      check.close()
    }
  }

  #guardInitialEvents(connection: Connection): { cancel(): void } {
    const { clock } = this.#environment
    const check = () => {
      if (this.version !== '') return
      const silence = this.#now() - this.lastByteAt
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
