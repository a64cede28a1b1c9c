import { AppError, type AppErrorBody, isCancelled } from '../../shared/errors/index.ts'
import { contract, FrameDecoder, type Handlers, type Reply, type Request } from '../../shared/ipc/index.ts'
import { Outbox } from './outbox.ts'
import { parseRequest } from './parse.ts'
import { OpenStream } from './stream.ts'

export interface RouterLog {
  error(message: string, fields?: Readonly<Record<string, unknown>>): void
}

/** One renderer on one transport. */
export interface Connection {
  /** Takes a frame of the renderer. A frame that is no message of the protocol ends the connection. */
  receive(frame: string): void
  /** Cancels every call and closes every stream of this renderer. */
  close(): void
  /** Streams and calls under way, for leak checks. */
  readonly open: number
}

/** More streams, and more calls, than any window needs; a renderer that opens more has a fault. */
const mostOpen = 2000

export function connect(
  handlers: Handlers,
  send: (frame: string) => void,
  log: RouterLog,
  refuse: (reason: string) => void,
): Connection {
  return new Router(handlers, send, log, refuse)
}

class Router implements Connection {
  readonly #handlers: Handlers
  readonly #outbox: Outbox
  readonly #log: RouterLog
  readonly #refuse: (reason: string) => void
  readonly #decoder = new FrameDecoder(16 * 1024 * 1024)
  readonly #calls = new Map<number, AbortController>()
  readonly #streams = new Map<number, OpenStream>()
  #closed = false

  constructor(
    handlers: Handlers,
    send: (frame: string) => void,
    log: RouterLog,
    refuse: (reason: string) => void,
  ) {
    this.#handlers = handlers
    this.#outbox = new Outbox(send)
    this.#log = log
    this.#refuse = refuse
  }

  get open(): number {
    return this.#calls.size + this.#streams.size
  }

  receive(frame: string): void {
    if (this.#closed) return
    let request: Request | null
    try {
      const message = this.#decoder.push(frame)
      if (message === null) return
      request = parseRequest(message)
    } catch (error) {
      this.close()
      this.#refuse(`a frame that is no message: ${error instanceof Error ? error.message : 'unreadable'}`)
      return
    }
    this.#dispatch(request)
  }

  close(): void {
    this.#closed = true
    this.#outbox.close()
    for (const call of this.#calls.values()) call.abort()
    for (const stream of this.#streams.values()) stream.close()
    this.#calls.clear()
    this.#streams.clear()
  }

  #dispatch(request: Request): void {
    switch (request.type) {
      case 'call':
        if (this.#calls.has(request.id)) this.#usedTwice(request.id, request.method)
        else void this.#call(request.id, request.method, request.params)
        return
      case 'cancel':
        this.#calls.get(request.id)?.abort()
        return
      case 'open':
        if (this.#streams.has(request.id)) this.#usedTwice(request.id, request.stream)
        else this.#open(request.id, request.stream, request.params)
        return
      case 'update':
        this.#update(request.id, request.seq, request.params)
        return
      case 'ack':
        this.#streams.get(request.id)?.acknowledge(request.revision)
        return
      case 'close':
        this.#streams.get(request.id)?.close()
        this.#streams.delete(request.id)
    }
  }

  /** Any answer would be taken for one to the first use of the id, which goes on. */
  #usedTwice(id: number, name: string): void {
    this.#log.error('a renderer used an id twice', { id, name: name.slice(0, 100) })
  }

  async #call(id: number, name: string, params: unknown): Promise<void> {
    const controller = new AbortController()
    const isOneTooMany = this.#calls.size >= mostOpen
    this.#calls.set(id, controller)
    try {
      if (isOneTooMany) throw new AppError({ kind: 'invalid', message: 'too many calls at once' })
      const parsed = parseParams('method', name, params)
      const handler = this.#handlers[name as keyof Handlers] as (
        p: unknown,
        s: AbortSignal,
      ) => Promise<unknown>
      const value = await handler(parsed, controller.signal)
      this.#reply({ type: 'result', id, value })
    } catch (error) {
      this.#reply({ type: 'error', id, error: this.#errorBody(error, name) })
    } finally {
      this.#calls.delete(id)
    }
  }

  #open(id: number, name: string, params: unknown): void {
    try {
      if (this.#streams.size >= mostOpen)
        throw new AppError({ kind: 'invalid', message: 'too many open streams' })
      const parsed = parseParams('stream', name, params)
      const handler = this.#handlers[name as keyof Handlers] as OpenStream['handler']
      const stream = new OpenStream(name, handler, parsed, {
        next: (seq, revision, value) => this.#reply({ type: 'next', id, seq, revision, value }),
        failed: error => this.#end(id, this.#errorBody(error, name)),
      })
      this.#streams.set(id, stream)
      stream.start()
    } catch (error) {
      this.#end(id, this.#errorBody(error, name))
    }
  }

  #update(id: number, seq: number, params: unknown): void {
    const stream = this.#streams.get(id)
    if (stream === undefined) return
    try {
      stream.update(seq, parseParams('update', stream.name, params))
    } catch (error) {
      this.#end(id, this.#errorBody(error, stream.name))
    }
  }

  #end(id: number, error: AppErrorBody): void {
    this.#streams.get(id)?.close()
    this.#streams.delete(id)
    this.#reply({ type: 'end', id, error })
  }

  #reply(reply: Reply): void {
    if (this.#closed) return
    this.#outbox.put(reply)
  }

  #errorBody(error: unknown, name: string): AppErrorBody {
    if (error instanceof AppError) return error.body
    if (isCancelled(error)) return { kind: 'cancelled', message: 'cancelled' }
    this.#log.error('a handler failed', { name, error: error instanceof Error ? error.stack : String(error) })
    return {
      kind: 'internal',
      message: `Gatehouse could not answer “${name}”: a mistake of ours, written to the log.`,
    }
  }
}

/** @throws AppError when the name is not in the contract or the params do not fit it. */
function parseParams(what: 'method' | 'stream' | 'update', name: string, params: unknown): unknown {
  const definition = Object.hasOwn(contract, name) ? contract[name as keyof typeof contract] : undefined
  const type = what === 'method' ? 'method' : 'stream'
  if (definition === undefined || definition.type !== type) {
    throw new AppError({ kind: 'invalid', message: `there is no ${type} “${name.slice(0, 100)}”` })
  }
  const schema = what === 'update' && definition.type === 'stream' ? definition.update : definition.params
  const parsed = schema.safeParse(params)
  if (parsed.success) return parsed.data
  const causes = parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`)
  throw new AppError({ kind: 'invalid', message: `“${name}” was asked with wrong parameters`, causes })
}
