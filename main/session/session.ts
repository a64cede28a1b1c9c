import { AppError, type AppErrorBody } from '../../shared/errors/index.ts'
import { type Backoff, backoffDelays, Observable, type Timer } from '../../shared/flow/index.ts'
import type { ConnectionFigures, SessionPhase, SessionState, SessionTrouble } from '../../shared/ipc/index.ts'
import { ownValue } from '../../shared/kube/index.ts'
import type { RequestRecording } from '../diagnostics/index.ts'
import { isProtectedBy } from '../kubeconfig/index.ts'
import { Channels } from './channels.ts'
import { isConnectionLost, networkFailure } from './failure.ts'
import { RequestFigures } from './figures.ts'
import type { Grant } from './grant.ts'
import { Link, type Way } from './link.ts'
import { createPluginPath } from './loginShell.ts'
import type { SessionOptions } from './options.ts'
import { orAborted } from './orAborted.ts'
import { isAnswering, readUserName, readVersion } from './probe.ts'
import { refusedCredentials } from './refusal.ts'
import { flatHeaders, isUnwantedPage, toResponse, webPage } from './response.ts'
import { errorText, isRepeatable, send } from './send.ts'
import { statusError } from './statusError.ts'
import { behind, refuseThrough } from './through.ts'
import { Trouble } from './trouble.ts'
import type {
  ApiRequest,
  ApiResponse,
  ChannelRequest,
  ChannelSocket,
  OpenedSession,
  SessionTarget,
} from './types.ts'
import { dateText, validityText } from './validity.ts'
import { goesBehind } from './writes.ts'

const reconnect: Backoff = { initial: 500, factor: 2, maximum: 30_000, jitter: 0.3 }
/**
 * A session that is out of reach and sees another request answered tries again early, but not
 * earlier than this after its last attempt: whoever answers may not be the server.
 */
const hintGapMillis = 1000
/** Requests that a server puts off with 429 are repeated so often, as clients in Go do up to ten times. */
const throttledRepeats = 3
/** Nobody waits for an answer longer than this without a word. */
const throttledMostMillis = 30_000
const sameWakeMillis = 1000
/** How often a refused session looks whether its files hold other credentials by now. */
const lookForCredentialsMillis = 10_000

/** Opens a context: connects at once and keeps trying. Ends with `close`. */
export function openSession(options: SessionOptions): OpenedSession {
  return new Session(options)
}

class Session implements OpenedSession {
  readonly context: string
  readonly state: Observable<SessionState>
  readonly wakeups = new Observable(0)
  readonly #options: SessionOptions
  readonly #figures = new RequestFigures()
  readonly #pluginPath: () => Promise<string>
  #target: SessionTarget
  #link: Link
  #delays: Generator<number, never>
  #timer: Timer | null = null
  /** Counts up with every attempt to connect: an older one has nothing to say any more. */
  #attempt = 0
  /** Attempts of `#probe` under way. */
  #probes = 0
  /** By the clock's `elapsed`, as is the next. */
  #wokeAt = Number.NEGATIVE_INFINITY
  /** When the last attempt began. */
  #triedAt = Number.NEGATIVE_INFINITY
  /** The failure that the log has: the same one is not said again with every attempt. */
  #logged = ''
  /** End connections that a wake replaced; called once the new ones were tried. */
  readonly #replaced: (() => void)[] = []
  #refused: Grant | null = null
  readonly #trouble: Trouble
  readonly #channels: Channels
  /** Ends the waits of requests that the server put off. */
  readonly #closing = new AbortController()

  constructor(options: SessionOptions) {
    this.#options = options
    this.context = options.entry.id
    this.#pluginPath = options.pluginPath ?? createPluginPath(options.env, options.clock)
    this.state = new Observable<SessionState>({
      context: this.context,
      phase: 'connecting',
      since: options.clock.now(),
    })
    this.#trouble = new Trouble(options.clock, trouble => this.#showTrouble(trouble))
    const { clock, settings, recorder } = options
    this.#channels = new Channels({
      ...{ context: this.context, clock, settings, recorder },
      isProtected: () => this.isProtected,
      refusal: (error, way) => this.#refusal(error, way),
      isServerThere: () => isAnswering(request => this.#send(request)),
    })
    this.#target = options.target
    this.#link = this.#newLink(options.target)
    this.#delays = this.#newDelays()
    void this.#connect()
  }

  get isProtected(): boolean {
    return isProtectedBy(this.#options.settings.value.get(), this.#options.entry)
  }

  namedNamespaces(): readonly string[] {
    const { defaultNamespaces, namespaces, usedNamespaces } = this.#options.settings.value.get()
    const named = [defaultNamespaces, namespaces, usedNamespaces].flatMap(
      one => ownValue(one, this.context) ?? [],
    )
    const own = this.#target.type === 'socket' ? '' : this.#target.resolved.namespace
    return [...new Set([own, ...named])].filter(name => name !== '')
  }

  async request(request: ApiRequest): Promise<ApiResponse> {
    refuseThrough(
      request,
      this.isProtected,
      ownValue(this.#options.settings.value.get().prometheus, this.context),
    )
    const response = await this.#whileOpen(request, () => this.#send(request))
    this.#takeHint()
    this.#options.answered?.(request)
    return response
  }

  connect(request: ChannelRequest): Promise<ChannelSocket> {
    return this.#whileOpen(request, () => this.#channels.connect(request, this.#link))
  }

  /** Does what needs the server; its failure may say something of the session. */
  async #whileOpen<T>({ purpose }: Pick<ApiRequest, 'purpose'>, work: () => Promise<T>): Promise<T> {
    const { phase, reason } = this.state.get()
    if (phase === 'closed') throw this.#notOpen(purpose)
    if (phase === 'loginNeeded' && reason !== undefined) throw new AppError({ ...reason, resource: purpose })
    const link = this.#link
    try {
      return await work()
    } catch (error) {
      if (error instanceof AppError && link === this.#link) this.#take(error)
      throw error
    }
  }

  wake(): void {
    const now = this.#options.clock.elapsed()
    // The system's word and the clock's jump tell of the same sleep.
    if (this.#isClosed || now - this.#wokeAt < sameWakeMillis) return
    this.#wokeAt = now
    this.wakeups.set(this.wakeups.get() + 1)
    // A login that is needed stays needed: a plugin that opens a browser must not run unasked.
    if (this.state.get().phase === 'loginNeeded') return
    this.#replaced.push(this.#link.replaceConnections())
    this.#resetBackoff()
    void this.#probe()
  }

  suspect(reason: AppErrorBody): void {
    if (this.state.get().phase !== 'ready') return
    this.#replaced.push(this.#link.replaceConnections())
    this.#resetBackoff()
    this.#logOnce(reason)
    this.#setPhase('connecting', reason)
    void this.#connect()
  }

  retry(): void {
    if (this.#isClosed) return
    this.#link.replaceConnections()()
    this.#resetBackoff()
    this.#setPhase('connecting')
    void this.#connect()
  }

  retarget(target: SessionTarget): void {
    if (this.#isClosed) return
    this.#channels.endForChange()
    this.#link.close()
    this.#target = target
    this.#link = this.#newLink(target)
    this.retry()
  }

  figures(): ConnectionFigures {
    return this.#figures.read(this.context)
  }

  close(): void {
    if (this.#isClosed) return
    this.#attempt++
    this.#timer?.cancel()
    this.#setPhase('closed')
    this.#closing.abort()
    this.#channels.close()
    this.#link.close()
  }

  get #isClosed(): boolean {
    return this.state.get().phase === 'closed'
  }

  #newLink(target: SessionTarget): Link {
    const { clock, env, execTimeout = 120_000 } = this.#options
    const { recorder } = this.#options
    return new Link(this.context, target, {
      clock,
      env,
      execTimeout,
      pluginPath: this.#pluginPath,
      warn: message => this.#options.log.warn(message, { context: this.context }),
      ...(recorder && {
        saw: certificates => recorder.saw(this.context, certificates),
        secret: value => recorder.secrets.add(value),
      }),
    })
  }

  /** One attempt to reach the server; its outcome decides the phase. */
  async #connect(): Promise<void> {
    const attempt = ++this.#attempt
    this.#triedAt = this.#options.clock.elapsed()
    this.#timer?.cancel()
    const isOutdated = (): boolean => attempt !== this.#attempt || this.#isClosed
    try {
      const version = await readVersion(request => this.#send(request)).catch(tolerateRefusal)
      if (isOutdated()) return
      this.#endReplaced()
      this.#setReady(version)
      const userName = await readUserName(request => this.#send(request)).catch(() => '')
      if (!isOutdated() && this.state.get().phase === 'ready' && userName !== '') {
        this.state.set({ ...this.state.get(), userName })
      }
    } catch (error) {
      const reason = await this.#explained(bodyOf(error))
      if (isOutdated()) return
      this.#endReplaced()
      this.#fail(reason)
    }
  }

  /** Tests the connection without showing that it does. */
  async #probe(): Promise<void> {
    this.#probes++
    try {
      await this.#connect()
    } finally {
      this.#probes--
    }
  }

  /** The new connections are known to work, or not to: what still hangs on older ones ends now. */
  #endReplaced(): void {
    for (const end of this.#replaced.splice(0)) end()
  }

  #setReady(serverVersion: string): void {
    this.#resetBackoff()
    this.#refused = null
    this.#logged = ''
    const { phase, userName } = this.state.get()
    if (phase === 'ready') return
    this.#options.log.info('context ready', { context: this.context, serverVersion })
    this.state.set({
      context: this.context,
      phase: 'ready',
      since: this.#options.clock.now(),
      ...(serverVersion === '' ? {} : { serverVersion }),
      ...(userName === undefined ? {} : { userName }),
    })
    this.wakeups.set(this.wakeups.get() + 1)
  }

  /** A certificate that is refused for its time is told with the time. */
  async #explained(reason: AppErrorBody): Promise<AppErrorBody> {
    const { destination, clientUntil } = this.#link
    const isClientLate = /CERTIFICATE_EXPIRED/.test(reason.reason ?? '') && clientUntil !== null
    const more = isClientLate
      ? ` It was valid until ${dateText(clientUntil)}.`
      : await validityText(reason.reason, destination, this.#closing.signal)
    return more === '' ? reason : { ...reason, message: `${reason.message}${more}` }
  }

  #fail(reason: AppErrorBody): void {
    this.#logOnce(reason)
    if (reason.kind === 'loginNeeded') {
      this.#needLogin(reason)
      return
    }
    this.#setPhase('unreachable', reason)
    const delay = Math.max(this.#delays.next().value, (reason.retryAfterSeconds ?? 0) * 1000)
    this.#timer = this.#options.clock.after(delay, () => this.#reconnectNow())
  }

  #logOnce(reason: AppErrorBody): void {
    const said = `${reason.kind} ${reason.message}`
    if (said === this.#logged) return
    this.#logged = said
    this.#options.log.warn('context not reachable', { context: this.context, reason })
  }

  /** A request was answered: a sign that the server may be back. The delays stay as they are. */
  #takeHint(): void {
    if (this.state.get().phase !== 'unreachable') return
    if (this.#options.clock.elapsed() - this.#triedAt >= hintGapMillis) this.#reconnectNow()
  }

  #reconnectNow(): void {
    this.#setPhase('connecting', this.state.get().reason)
    void this.#connect()
  }

  #needLogin(reason: AppErrorBody): void {
    this.#attempt++
    this.#timer?.cancel()
    this.#setPhase('loginNeeded', reason)
    this.#timer = this.#options.clock.after(
      lookForCredentialsMillis,
      () => void this.#lookForCredentials(reason),
    )
  }

  async #lookForCredentials(reason: AppErrorBody): Promise<void> {
    const refused = this.#refused
    const attempt = this.#attempt
    const hasChanged = refused !== null && (await this.#link.hasChanged(refused).catch(() => false))
    if (attempt !== this.#attempt) return
    if (hasChanged) this.retry()
    else this.#needLogin(reason)
  }

  /** What the failure of a request says of the whole session. */
  #take(error: AppError): void {
    const { kind, reason } = error.body
    const { phase } = this.state.get()
    const isDoubtful = kind === 'unreachable' || reason === webPage.reason
    if (kind === 'loginNeeded') this.#needLogin(error.body)
    else if (isDoubtful && phase === 'ready' && this.#probes === 0) void this.#probe()
  }

  async #send(request: ApiRequest): Promise<ApiResponse> {
    const isStream = request.idleTimeout === null
    const { method, path, query = {} } = request
    const recording = this.#options.recorder?.begin({ context: this.context, method, path, query, isStream })
    const counted = this.#figures.begin(isStream)
    const finished = (): void => {
      counted()
      recording?.ended(null)
    }
    try {
      return await this.#sendRepeatedly(request, finished, recording)
    } catch (error) {
      const isCancelled = request.signal?.aborted || this.#isClosed
      recording?.ended(isCancelled ? 'cancelled' : bodyOf(error).kind)
      finished()
      if (request.signal?.aborted || this.#isClosed) throw this.#cancelled(request)
      throw error
    }
  }

  /** Once more after a lost connection, once more after renewed credentials; no oftener. */
  async #sendRepeatedly(
    request: ApiRequest,
    finished: () => void,
    recording: RequestRecording | undefined,
  ): Promise<ApiResponse> {
    const link = this.#link
    let mayRepeat = isRepeatable(request)
    let mayRenew = true
    let mayWait = mayRepeat && request.whenThrottled !== 'fail' ? throttledRepeats : 0
    for (;;) {
      const way = await orAborted(link.open(), request.signal)
      const failure = (error: unknown) => this.#bodyFailure(error, link, request)
      const began = performance.now()
      try {
        const answer = await send(way, request, this.isProtected)
        this.#figures.answered(performance.now() - began)
        recording?.answered(answer.statusCode, answer.headers)
        const isUnchanged = answer.statusCode === 304 && request.headers?.['if-none-match'] !== undefined
        if (isUnchanged || (answer.statusCode >= 200 && answer.statusCode < 300)) {
          const response = toResponse(answer, { ended: finished, failure, received: recording?.received })
          if (!isUnwantedPage(request, answer)) return response
          response.dispose()
          throw new AppError({ ...webPage, context: this.context, resource: request.purpose })
        }
        const text = await errorText(answer)
        if (answer.statusCode === 401 && mayRenew && request.through === undefined && !goesBehind(request)) {
          mayRenew = false
          if (await orAborted(link.renew(way.grant), request.signal)) {
            recording?.repeated()
            continue
          }
        }
        const failed = { status: answer.statusCode, headers: flatHeaders(answer.headers), text }
        const error = statusError(failed, this.context, request.purpose)
        if (request.through !== undefined || goesBehind(request)) throw behind(error)
        this.#trouble.answered(error.body, request.path)
        if (error.body.kind === 'throttled' && mayWait-- > 0 && (await this.#waitedFor(error, request))) {
          continue
        }
        throw this.#refusal(error, way)
      } catch (error) {
        if (!mayRepeat || request.signal?.aborted || !isConnectionLost(error)) throw failure(error)
        mayRepeat = false
        recording?.repeated()
      }
    }
  }

  /** Waits as long as the server asks for; false when that is longer than anybody would wait. */
  async #waitedFor({ body }: AppError, { signal }: ApiRequest): Promise<boolean> {
    const millis = Math.max(body.retryAfterSeconds ?? 1, 1) * 1000
    if (millis > throttledMostMillis) return false
    const waited = Promise.withResolvers<void>()
    const timer = this.#options.clock.after(millis, waited.resolve)
    const signals = [this.#closing.signal, ...(signal === undefined ? [] : [signal])]
    try {
      await orAborted(waited.promise, AbortSignal.any(signals))
      return true
    } finally {
      timer.cancel()
    }
  }

  #refusal(error: AppError, way: Way): AppError {
    if (error.body.kind !== 'loginNeeded') return error
    this.#refused = way.grant
    return refusedCredentials(error, way, this.#target, this.#link.clientUntil, this.#options.clock.now())
  }

  #bodyFailure(error: unknown, link: Link, request: ApiRequest): AppError {
    if (request.signal?.aborted || this.#isClosed) return this.#cancelled(request)
    return networkFailure(error, link.destination, request.purpose)
  }

  #newDelays(): Generator<number, never> {
    return backoffDelays(reconnect, this.#options.random ?? Math.random)
  }

  #resetBackoff(): void {
    this.#delays = this.#newDelays()
  }

  #setPhase(phase: SessionPhase, reason?: AppErrorBody): void {
    const present = this.state.get()
    this.#trouble.clear()
    this.state.set({
      context: this.context,
      phase,
      since: present.phase === phase ? present.since : this.#options.clock.now(),
      ...(reason === undefined ? {} : { reason }),
      ...(present.serverVersion === undefined ? {} : { serverVersion: present.serverVersion }),
      ...(present.userName === undefined ? {} : { userName: present.userName }),
    })
  }

  #showTrouble(trouble: SessionTrouble | null): void {
    const { trouble: _before, ...state } = this.state.get()
    if (state.phase !== 'ready') this.#trouble.clear()
    else this.state.set(trouble === null ? state : { ...state, trouble })
  }

  #notOpen(purpose: string): AppError {
    const message = 'The context is not open.'
    return new AppError({ kind: 'notOpen', context: this.context, resource: purpose, message })
  }

  #cancelled(request: ApiRequest): AppError {
    const message = 'The request was cancelled.'
    return new AppError({ kind: 'cancelled', context: this.context, resource: request.purpose, message })
  }
}

/** A server that answers but keeps its version to itself is there all the same. */
function tolerateRefusal(error: unknown): string {
  if (error instanceof AppError && (error.body.kind === 'denied' || error.body.kind === 'gone')) return ''
  throw error
}

function bodyOf(error: unknown): AppErrorBody {
  if (error instanceof AppError) return error.body
  return { kind: 'serverFault', message: error instanceof Error ? error.message : String(error) }
}
