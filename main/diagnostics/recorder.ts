import type { AppErrorKind } from '../../shared/errors/index.ts'
import type { Clock } from '../../shared/flow/index.ts'
import type { ContextTimings, RequestTiming } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import type { KnownSecrets } from './knownSecrets.ts'
import { operationOf, printedPath } from './operation.ts'
import { summarize } from './summary.ts'

/** Requests of a context that are remembered. */
const remembered = 200
/** Contexts whose requests are remembered; those that were used longest ago are forgotten. */
const mostContexts = 60

interface StartedRequest {
  readonly context: ContextId
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string | number | boolean | undefined>>
  readonly isStream: boolean
}

/** One request as it goes on. `ended` counts once; what comes after it is ignored. */
export interface RequestRecording {
  /** Sent once more, after a lost connection or with renewed credentials. */
  repeated(): void
  answered(status: number, headers: Readonly<Record<string, string | readonly string[] | undefined>>): void
  received(bytes: number): void
  ended(failure: AppErrorKind | null): void
}

/** The certificates of a connection, as its last handshake showed them. */
export interface SeenCertificates {
  /** Of the server, as DER; null where nothing was verified yet, or nothing is. */
  readonly server: Uint8Array | null
  /** The one we show, as PEM; null for none. */
  readonly client: string | null
  readonly how: 'plain' | 'verified' | 'notVerified'
}

interface Kept extends StartedRequest {
  readonly id: number
  readonly startedAt: number
  readonly began: number
  status: number | null
  failure: AppErrorKind | null
  headMillis: number | null
  totalMillis: number | null
  bytes: number
  retries: number
  warnings: number
  auditId: string
  lastBytesAt: number
}

interface ContextRecord {
  total: number
  failed: number
  /** A ring: the newest stands before `next`. */
  readonly ring: Kept[]
  next: number
  readonly underWay: Set<Kept>
}

/**
 * What the sessions tell of their requests: a ring of the last ones by context, and those under
 * way. Nothing is worked out before somebody looks; no header and no body is kept.
 */
export class Recorder {
  readonly secrets: KnownSecrets
  readonly #clock: Clock
  readonly #contexts = new Map<ContextId, ContextRecord>()
  readonly #certificates = new Map<ContextId, SeenCertificates>()
  #id = 0

  constructor(clock: Clock, secrets: KnownSecrets) {
    this.#clock = clock
    this.secrets = secrets
  }

  begin(request: StartedRequest): RequestRecording {
    const record = this.#recordOf(request.context)
    const kept: Kept = {
      ...request,
      id: ++this.#id,
      startedAt: this.#clock.now(),
      began: performance.now(),
      status: null,
      failure: null,
      headMillis: null,
      totalMillis: null,
      bytes: 0,
      retries: 0,
      warnings: 0,
      auditId: '',
      lastBytesAt: 0,
    }
    record.total++
    record.ring[record.next] = kept
    record.next = (record.next + 1) % remembered
    record.underWay.add(kept)
    return this.#recording(record, kept)
  }

  saw(context: ContextId, certificates: SeenCertificates): void {
    const before = this.#certificates.get(context)
    const server = certificates.server ?? before?.server ?? null
    this.#certificates.set(context, { ...certificates, server })
  }

  certificatesOf(context: ContextId): SeenCertificates | null {
    return this.#certificates.get(context) ?? null
  }

  get contexts(): readonly ContextId[] {
    return [...this.#contexts.keys()]
  }

  /** Totals of a context: cheap, for a list of them. */
  totalsOf(context: ContextId): {
    readonly total: number
    readonly failed: number
    readonly streams: number
  } {
    const record = this.#contexts.get(context)
    const streams = [...(record?.underWay ?? [])].filter(({ isStream }) => isStream).length
    return { total: record?.total ?? 0, failed: record?.failed ?? 0, streams }
  }

  /** Everything that is remembered of a context. */
  timingsOf(context: ContextId, isOpen: boolean): ContextTimings {
    const record = this.#contexts.get(context)
    if (record === undefined)
      return { context, isOpen, total: 0, failed: 0, requests: [], streams: [], operations: [] }
    const { ring, next, underWay } = record
    const newestFirst = [...ring.slice(0, next).reverse(), ...ring.slice(next).reverse()]
    const printed = newestFirst.map(timingOf)
    return {
      context,
      isOpen,
      total: record.total,
      failed: record.failed,
      requests: printed,
      streams: [...underWay].filter(({ isStream }) => isStream).map(timingOf),
      operations: summarize(printed),
    }
  }

  #recording(record: ContextRecord, kept: Kept): RequestRecording {
    return {
      repeated: () => {
        kept.retries++
      },
      answered: (status, headers) => {
        kept.status = status
        kept.headMillis = performance.now() - kept.began
        const { warning } = headers
        kept.warnings = warning === undefined ? 0 : [warning].flat().length
        kept.auditId = [headers['audit-id'] ?? ''].flat()[0]?.slice(0, 64) ?? ''
      },
      received: bytes => {
        kept.bytes += bytes
        kept.lastBytesAt = this.#clock.now()
      },
      ended: failure => {
        if (!record.underWay.delete(kept)) return
        kept.totalMillis = performance.now() - kept.began
        kept.failure = failure
        if (failure !== null && failure !== 'cancelled') record.failed++
      },
    }
  }

  #recordOf(context: ContextId): ContextRecord {
    const known = this.#contexts.get(context)
    // Set anew, so that the first of the map is the one used longest ago.
    this.#contexts.delete(context)
    const record = known ?? { total: 0, failed: 0, ring: [], next: 0, underWay: new Set<Kept>() }
    this.#contexts.set(context, record)
    if (this.#contexts.size > mostContexts) {
      const [oldest] = this.#contexts.keys()
      if (oldest !== undefined) this.#contexts.delete(oldest)
    }
    return record
  }
}

function timingOf(kept: Kept): RequestTiming {
  const { id, method, startedAt, status, failure, bytes, retries, warnings, auditId, isStream, lastBytesAt } =
    kept
  return {
    id,
    method,
    path: printedPath(kept.path, kept.query),
    operation: operationOf(kept),
    startedAt,
    status,
    failure,
    headMillis: kept.headMillis,
    totalMillis: kept.totalMillis,
    bytes,
    retries,
    warnings,
    auditId,
    isStream,
    lastBytesAt,
  }
}
