import type { AppErrorBody } from '../errors/index.ts'
import type { ObjectRef, Resource } from '../kube/index.ts'
import { method, stateStream } from './define.ts'
import type { Meaning } from './graph.ts'
import { contextId, nothing, z } from './schemas.ts'

/** How one kind that a card needs is doing. */
export interface OverviewSource {
  readonly kind: string
  /** Null when the server offers no such kind. */
  readonly resource: Resource | null
  readonly state: 'loading' | 'live' | 'stale' | 'unreadable' | 'notServed'
  /** While loading: objects received, and how many there are where the server says. */
  readonly received: number
  readonly expected: number | null
  /** With `stale`: milliseconds since the epoch at which the figures were last right. */
  readonly since: number
  /** With `unreadable` or `stale`, and with `live` where only some namespaces may be read. */
  readonly error: AppErrorBody | null
  /** The namespaces that the figures stand for; empty: everything. */
  readonly namespaces: readonly string[]
}

/** How many objects are in one state, and the filter under which a list shows exactly these. */
export interface Tally {
  readonly state: string
  readonly meaning: Meaning | null
  readonly count: number
  /** Text of a list's filter; null where no filter of a list tells these rows from others. */
  readonly filter: string | null
}

/** A kind and its objects by state, the worst states first. */
export interface KindTallies {
  readonly source: OverviewSource
  readonly total: number
  readonly tallies: readonly Tally[]
}

export interface HealthCheck {
  readonly name: string
  readonly isHealthy: boolean
  /** What the server says of a failed check; often `reason withheld`. */
  readonly reason: string
}

/** The answer of `/livez?verbose` or `/readyz?verbose`. */
export interface HealthReport {
  readonly path: '/livez' | '/readyz'
  readonly state: 'loading' | 'good' | 'bad' | 'unreadable'
  /** Empty where the server answers without naming its checks. */
  readonly checks: readonly HealthCheck[]
  readonly error: AppErrorBody | null
  /** Milliseconds since the epoch of the last answer; 0 before it. */
  readonly checkedAt: number
}

export interface ServerFacts {
  /** gitVersion; empty before it is known. */
  readonly version: string
  /** e.g. `linux/amd64`; empty where the server does not say. */
  readonly platform: string
  readonly error: AppErrorBody | null
}

/** Nodes under one of the pressures that a kubelet reports. */
export interface NodePressure {
  readonly condition: string
  readonly nodes: readonly string[]
  readonly filter: string | null
}

export interface NodeFacts {
  readonly source: OverviewSource
  readonly total: number
  readonly statuses: readonly Tally[]
  readonly roles: readonly Tally[]
  readonly versions: readonly Tally[]
  readonly pressures: readonly NodePressure[]
}

/** Warning events of one reason about one kind in one namespace, within the last hour. */
export interface WarningGroup {
  readonly reason: string
  readonly kind: string
  readonly namespace: string
  /** Event objects, which are the rows of a list of them. */
  readonly events: number
  /** How often it happened, by the counts that the events carry. */
  readonly occurrences: number
  /** Different objects concerned. */
  readonly objects: number
  /** Milliseconds since the epoch of the newest one. */
  readonly last: number
  /** Text of the newest one. */
  readonly message: string
  /** What the newest one is about; null where its kind is not served. */
  readonly subject: ObjectRef | null
  readonly subjectName: string
}

export interface TerminatingNamespace {
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly since: number
  /** Why it is still there, by its conditions; empty where they say nothing. */
  readonly reasons: readonly string[]
}

export interface UnavailableService {
  /** e.g. `v1beta1.metrics.k8s.io`. */
  readonly name: string
  readonly reason: string
  readonly message: string
  /** Milliseconds since the epoch; 0 when unknown. */
  readonly since: number
}

/** A certificate with where it stands. */
export interface CertificatePlace {
  readonly place: 'server' | 'client' | 'authority' | 'apiService' | 'conversion' | 'tlsSecret'
  /** The object that holds it; null for those of the connection. */
  readonly ref: ObjectRef | null
  /** Name of that object, or what the certificate is. */
  readonly name: string
  readonly subject: string
  readonly issuer: string
  /** Milliseconds since the epoch. */
  readonly notBefore: number
  readonly notAfter: number
}

/** One context at a glance. Bounded: lists are cut to their first few dozen, with totals beside. */
export interface Overview {
  /** For a dump, its newest time in milliseconds since the epoch, which stands for now; null for a cluster. */
  readonly takenAt: number | null
  readonly server: ServerFacts
  readonly health: readonly HealthReport[]
  readonly apiServices: {
    readonly source: OverviewSource
    readonly total: number
    readonly unavailable: readonly UnavailableService[]
    readonly filter: string | null
  }
  readonly nodes: NodeFacts
  readonly workloads: readonly KindTallies[]
  readonly claims: KindTallies
  readonly namespaces: {
    readonly source: OverviewSource
    readonly total: number
    readonly terminating: readonly TerminatingNamespace[]
  }
  readonly warnings: {
    readonly source: OverviewSource
    /** Event objects of the last hour. */
    readonly events: number
    readonly groups: readonly WarningGroup[]
    /** Groups left out of `groups`. */
    readonly omitted: number
  }
  readonly certificates: {
    readonly sources: readonly OverviewSource[]
    /** Those that last the shortest first. */
    readonly items: readonly CertificatePlace[]
    /** Bundles in which no certificate could be read, by the name of their object. */
    readonly undecodable: readonly string[]
    /** Why nothing is known of the connection's own certificates; empty when something is. */
    readonly connection: '' | 'plain' | 'notVerified' | 'notYetSeen'
  }
}

export interface TlsSecretCertificates {
  readonly items: readonly CertificatePlace[]
  /** Secrets of the type `kubernetes.io/tls` that were read. */
  readonly read: number
  /** Names of those without a readable certificate. */
  readonly undecodable: readonly string[]
  readonly isComplete: boolean
}

export const overview = {
  'overview.view': stateStream<Overview>()(z.strictObject({ context: contextId }), nothing),
  /**
   * Reads the Secrets of the type `kubernetes.io/tls`, and of each only `tls.crt`; nothing else of
   * them is kept. Only when a person asks.
   */
  'overview.tlsSecrets': method<TlsSecretCertificates>()(z.strictObject({ context: contextId })),
}
