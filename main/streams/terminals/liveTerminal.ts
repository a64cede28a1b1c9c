import { AppError, type AppErrorBody, isAppError } from '../../../shared/errors/index.ts'
import type { Clock } from '../../../shared/flow/index.ts'
import type { Terminal } from '../../../shared/ipc/index.ts'
import type { RemoteProcess } from '../channels/index.ts'
import type { Origin, Size } from './origin.ts'
import { OutputRing } from './outputRing.ts'

interface LiveTerminalOptions {
  readonly id: string
  readonly origin: Origin
  readonly size: Size
  readonly clock: Clock
  /** Told of every change of `terminal`. */
  readonly changed: () => void
  readonly onBug: (error: unknown) => void
}

/** Bytes of output that are kept. */
const keptOutput = 1024 * 1024
/** Bytes of input that may wait for the process. */
const mostInput = 16 * 1024 * 1024

/** One terminal: a process of a container, or one that is over and may be followed by another. */
export class LiveTerminal {
  readonly output: OutputRing
  readonly #options: LiveTerminalOptions
  #terminal: Terminal
  #size: Size
  #ending = new AbortController()
  /** The process of the present connection, once it is there. */
  #process = Promise.withResolvers<RemoteProcess>()
  #input: Promise<void> = Promise.resolve()
  #waiting = 0

  constructor(options: LiveTerminalOptions) {
    const { id, origin, clock, size } = options
    const { context, kind, namespace, pod, container, node, command, isTty } = origin
    this.#options = options
    this.#size = size
    this.output = new OutputRing(clock, keptOutput)
    this.#terminal = {
      ...{ id, context, kind, namespace, pod, container, node, command, isTty },
      phase: 'connecting',
      startedAt: clock.now(),
      canReopen: false,
    }
    this.#connect()
  }

  get terminal(): Terminal {
    return this.#terminal
  }

  get isOver(): boolean {
    return this.#terminal.phase !== 'connecting' && this.#terminal.phase !== 'open'
  }

  /** Resolves when the bytes were handed to the connection, after those of earlier calls. @throws AppError */
  async write(bytes: Uint8Array): Promise<void> {
    this.#requireLife()
    if (this.#waiting + bytes.byteLength > mostInput)
      throw this.#refusal(
        'TooMuchInput',
        'The process takes no input now, and too much waits for it already.',
      )
    this.#waiting += bytes.byteLength
    try {
      await this.#inOrder(process => process.write(bytes))
    } finally {
      this.#waiting -= bytes.byteLength
    }
  }

  /** @throws AppError */
  async endInput(): Promise<void> {
    this.#requireLife()
    await this.#inOrder(process => process.endInput())
  }

  resize(size: Size): void {
    const { columns, rows } = this.#size
    if (columns === size.columns && rows === size.rows) return
    this.#size = size
    const { isTty, phase } = this.#terminal
    if (isTty && phase === 'open')
      void this.#process.promise.then(process => process.resize(size.columns, size.rows))
  }

  /** @throws AppError while the process runs, and where it cannot be followed by another */
  reopen(size: Size): void {
    if (!this.isOver) throw this.#refusal('StillOpen', 'This terminal is still open.')
    if (!this.#terminal.canReopen)
      throw this.#refusal(
        'CannotReopen',
        'What this terminal was opened in is over, so it cannot be opened again.',
      )
    this.#size = size
    this.#ending = new AbortController()
    this.#process = Promise.withResolvers()
    this.#input = Promise.resolve()
    const { exitCode: _code, reason: _reason, endedAt: _at, ...rest } = this.#terminal
    this.output.setOver(false)
    const { clock } = this.#options
    this.#set({ ...rest, phase: 'connecting', startedAt: clock.now(), canReopen: false })
    this.#connect()
  }

  /** What stays in the cluster after it; empty for nothing. */
  setLeftBehind(leftBehind: string): void {
    const { leftBehind: _before, ...rest } = this.#terminal
    this.#set(leftBehind === '' ? rest : { ...rest, leftBehind })
  }

  close(): void {
    this.#ending.abort()
    this.output.close()
  }

  #connect(): void {
    // Nobody may wait for it.
    this.#process.promise.catch(() => undefined)
    this.#run(this.#ending.signal).catch(this.#options.onBug)
  }

  async #run(signal: AbortSignal): Promise<void> {
    const opened = this.#process
    const { origin } = this.#options
    const sized = this.#size
    try {
      const report = (progress: string): void => this.#set({ ...this.#terminal, progress })
      const { process, askExitCode, ...known } = await origin.connect(sized, report, signal)
      const { progress: _done, ...rest } = this.#terminal
      this.#set({ ...rest, ...known, phase: 'open' })
      if (known.isTty && this.#size !== sized) process.resize(this.#size.columns, this.#size.rows)
      opened.resolve(process)
      await Promise.all([this.#pour(process.output), this.#pour(process.errors)])
      const { code: exitCode } = await process.exit
      const told = askExitCode === undefined ? exitCode : await askExitCode()
      this.#finish({ phase: 'ended', ...(told === null ? {} : { exitCode: told }) }, origin.mayReopen(null))
    } catch (error) {
      const shown = isAppError(error) ? error : new AppError(bug(error))
      if (!isAppError(error) && !signal.aborted) this.#options.onBug(error)
      const wasOpen = this.#terminal.phase === 'open'
      opened.reject(shown)
      const isLost = wasOpen && shown.body.reason === 'OutcomeUnknown'
      this.#finish({ phase: isLost ? 'lost' : 'failed', reason: shown.body }, origin.mayReopen(shown.body))
    }
  }

  async #pour(source: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const bytes of source) await this.output.push(bytes)
  }

  #finish(how: Pick<Terminal, 'phase' | 'exitCode' | 'reason'>, canReopen: boolean): void {
    const { progress: _last, ...rest } = this.#terminal
    this.#set({ ...rest, ...how, canReopen, endedAt: this.#options.clock.now() })
    this.output.setOver(true)
  }

  #inOrder(work: (process: RemoteProcess) => Promise<void>): Promise<void> {
    const { promise } = this.#process
    const done = this.#input.then(async () => work(await promise))
    this.#input = done.catch(() => undefined)
    return done
  }

  #set(terminal: Terminal): void {
    this.#terminal = terminal
    this.#options.changed()
  }

  #requireLife(): void {
    if (this.isOver) throw this.#refusal('NotOpen', 'The process of this terminal is over.')
  }

  #refusal(reason: string, message: string): AppError {
    return new AppError({ kind: 'invalid', reason, message, context: this.#terminal.context })
  }
}

function bug(error: unknown): AppErrorBody {
  return { kind: 'internal', message: error instanceof Error ? error.message : String(error) }
}
