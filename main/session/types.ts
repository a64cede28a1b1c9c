import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { ReadonlyObservable } from '../../shared/flow/index.ts'
import type { ConnectionFigures, SessionState } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import type { ResolvedContext } from '../kubeconfig/index.ts'

/** Where a session leads: a server of a kubeconfig, or our own in-memory server on a socket. */
export type SessionTarget =
  | { readonly type: 'kubeconfig'; readonly resolved: ResolvedContext }
  | {
      readonly type: 'socket'
      readonly socketPath: string
      /** Settles when the server is there: it may have to read a dump first. @throws AppError */
      readonly ready?: () => Promise<void>
    }

/** What lets one write leave. Only `consentTo` makes one that counts; it says nothing by itself. */
export interface Consent {
  readonly purpose: string
}

export interface ApiRequest {
  /** `HEAD` and `OPTIONS` only to what stands behind the server. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'
  /** Absolute path with each segment already encoded once. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly accept?: string
  readonly contentType?: string
  /** Further headers, lower-case: with `if-none-match`, a 304 is an answer and no error. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal
  /** What is asked for in words, for errors: `list pods in namespace shop`. */
  readonly purpose: string
  /**
   * Milliseconds without a byte after which the connection counts as dead; `null` for watches,
   * whose owner watches over silence itself. Default 30,000.
   */
  readonly idleTimeout?: number | null
  /**
   * What to do when the server asks to come back later (429): `wait` as long as it says and repeat
   * a read, three times at most; `fail` for those who wait on their own, in view. Default `wait`.
   */
  readonly whenThrottled?: 'wait' | 'fail'
  /** Reads through the server what a Prometheus behind it has; see `through.ts` for what may pass. */
  readonly through?: 'prometheus'
  /** What lets a write leave that is no dry run: the user agreed to exactly this one. */
  readonly consent?: Consent
}

/** A 2xx answer, or a 304 to a conditional request. The body must be read to its end or disposed of. */
export interface ApiResponse {
  readonly status: number
  /** Lower-case header names. */
  readonly headers: Readonly<Record<string, string>>
  /** Texts of the `Warning: 299` headers. */
  readonly warnings: readonly string[]
  readonly body: AsyncIterable<Uint8Array>
  text(): Promise<string>
  json(): Promise<unknown>
  dispose(): void
}

/** A wish for a WebSocket to a subresource of a pod. */
export interface ChannelRequest {
  /** `/api/v1/namespaces/x/pods/y/exec`, each segment encoded once; `exec`, `attach` and `portforward` only. */
  readonly path: string
  /** Names may come more than once: `command` does. */
  readonly query: readonly (readonly [string, string])[]
  /** Subprotocols, best first. */
  readonly protocols: readonly string[]
  /** What is asked for in words, for errors: `open a shell in pod x`. */
  readonly purpose: string
  /** Ends the handshake; an open channel is ended by `close`. */
  readonly signal?: AbortSignal
}

/** How a channel ended; with an error where it was lost rather than closed by one of its sides. */
export interface ChannelEnd {
  /** Of the close frame (RFC 6455, section 7.4); 1006 where none came. */
  readonly code: number
  readonly reason: string
  readonly error?: AppErrorBody
}

/** An open WebSocket. It ends with its session, and when its context becomes protected. */
export interface ChannelSocket {
  /** The subprotocol that the server chose. */
  readonly protocol: string
  /**
   * Messages in order, for one reader. What nobody asks for waits in the connection, so that the other
   * side is slowed down. Ends when the channel is over; `closed` says how.
   */
  readonly messages: AsyncIterable<Uint8Array>
  /** Resolves when the bytes were handed to the system. @throws AppError when the channel is over */
  send(bytes: Uint8Array): Promise<void>
  /** Settles when the channel is over; never rejects. */
  readonly closed: Promise<ChannelEnd>
  /** Says goodbye after what was sent, and drops what was not read. */
  close(): void
}

/**
 * One open context: its HTTP client, its authentication and its health. Requests wait for
 * nothing but the network: a session that needs a login refuses at once.
 */
export interface ClusterSession {
  readonly context: ContextId
  readonly state: ReadonlyObservable<SessionState>
  /** Namespaces named by the context, the settings or earlier use: candidates when listing is denied. */
  namedNamespaces(): readonly string[]
  /** True when main must refuse everything that could change the cluster. */
  readonly isProtected: boolean
  /**
   * Sends a request. A 401 renews the credentials once and repeats the request.
   * @throws AppError for every answer that is not 2xx and for every failure on the way.
   */
  request(request: ApiRequest): Promise<ApiResponse>
  /**
   * Opens a WebSocket to a pod with the session's own credentials, on the session's own way.
   * @throws AppError `invalid` with reason `ProtectedContext` in a protected context; the server's
   *   status for every answer that is no WebSocket
   */
  connect(request: ChannelRequest): Promise<ChannelSocket>
  /**
   * Tells that the machine woke up or the network changed: connections are tested, and all
   * who wait for a retry go at once.
   */
  wake(): void
  /**
   * Tells that the server was found silent, in words: the connections are given up and made anew,
   * and the state says so meanwhile.
   */
  suspect(reason: AppErrorBody): void
  /** Counts up on every `wake` and on every return to `ready`; watchers retry at once on a change. */
  readonly wakeups: ReadonlyObservable<number>
  figures(): ConnectionFigures
  close(): void
}

/** A session as its opener holds it. */
export interface OpenedSession extends ClusterSession {
  /** Drops the failure that is shown and connects again now, signing in anew where needed. */
  retry(): void
  /** Takes over what the kubeconfig says of the context now; streams of the old connection end. */
  retarget(target: SessionTarget): void
}
