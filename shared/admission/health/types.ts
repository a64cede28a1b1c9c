import type { AppErrorBody } from '../../errors/index.ts'
import type { Certificate } from '../certificates.ts'
import type { FindingObject } from '../findings/types.ts'

/** What is known of the certificate that a webhook’s server presents. */
export type ServingCertificate =
  | {
      readonly state: 'known'
      readonly certificate: Certificate
      /**
       * The Secret that the Pods behind the Service mount, or that names the Service; or the Pod that
       * presented it in a TLS handshake.
       */
      readonly source: FindingObject
      /** How it was obtained, in a sentence. */
      readonly foundBy: string
      /** Empty when it fits. Its end is for the reader to compare with the clock. */
      readonly faults: readonly ServingFault[]
    }
  | { readonly state: 'unknown'; readonly why: string }
  /** Secrets are read, and servers asked, only when somebody wants it. */
  | { readonly state: 'notAsked' }

export interface ServingFault {
  /** Signed by none of the bundle, or not valid for the name that is called. */
  readonly type: 'untrusted' | 'name'
  /** In a sentence. */
  readonly text: string
}

/** Observations of one server replica since it started. Times are seconds. */
export interface CallMeasures {
  readonly calls: number
  readonly rejections: number
  /** By error type of the server: `calling_webhook_error`, `apiserver_internal_error`, `no_error`. */
  readonly rejectionsByErrorType: Readonly<Record<string, number>>
  /** Calls that failed and were let through. */
  readonly failedOpen: number
  /** Upper bounds of the histogram’s buckets; null: slower than the last one, or no call. */
  readonly p50: number | null
  readonly p99: number | null
}

/** Something the cluster told of an object lately. */
export interface HealthEvent {
  readonly about: FindingObject
  readonly type: string
  readonly reason: string
  readonly message: string
  readonly count: number
  /** Milliseconds since the epoch; 0 when not told. */
  readonly at: number
}

export interface WebhookHealth {
  /** As in `WebhookEntry`. */
  readonly id: string
  /** In a word: `good`, `warning`, `bad`, `unknown`. */
  readonly meaning: 'good' | 'warning' | 'bad' | 'unknown'
  /** What makes it so, in a few words. */
  readonly label: string
  readonly serving: ServingCertificate
  /** Null where there are no measures, or none of it. */
  readonly measures: CallMeasures | null
  /** The latest first. */
  readonly events: readonly HealthEvent[]
}

export interface PolicyHealth {
  /** As in `PolicyEntry`. */
  readonly id: string
  /** Checks of one server replica by what was done: `allow`, `deny`, `warn`, `audit`; null where there are no measures. */
  readonly measures: {
    readonly checks: Readonly<Record<string, number>>
    readonly p50: number | null
    readonly p99: number | null
  } | null
}

/** How the server’s own measures were read. */
export type MeasuresNote =
  | { readonly state: 'notRead'; readonly why: string }
  | { readonly state: 'unreadable'; readonly error: AppErrorBody }
  /** `at`: milliseconds since the epoch. They are of the one replica that answered, since it started. */
  | { readonly state: 'read'; readonly at: number; readonly note: string }
