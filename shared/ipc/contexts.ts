import type { AppErrorBody } from '../errors/index.ts'
import type { ContextId } from '../kube/index.ts'
import { method, stateStream } from './define.ts'
import { contextId, nothing, z } from './schemas.ts'

/** How a user signs in, told from its kubeconfig entry alone; nothing is run to find out. */
export type SignIn =
  | { readonly type: 'clientCertificate' }
  | { readonly type: 'token' }
  | { readonly type: 'tokenFile' }
  | { readonly type: 'exec'; readonly command: string }
  | { readonly type: 'oidc' }
  | { readonly type: 'basic' }
  | { readonly type: 'none' }

/** One context of one kubeconfig file, as listed on the start page. Holds no credential. */
export interface ContextEntry {
  readonly id: ContextId
  readonly name: string
  /** Path of the kubeconfig file, the paths of a dump, or `sample`. */
  readonly source: string
  readonly origin: 'kubeconfig' | 'sample' | 'snapshot'
  readonly cluster: string
  readonly server: string
  readonly user: string
  readonly signIn: SignIn
  /** Namespace the context names; empty when it names none. */
  readonly namespace: string
  readonly isCurrent: boolean
  readonly isProtected: boolean
  /** Index into the palette of context colours, 0–11, chosen or derived from the name; equal names get different ones. */
  readonly colour: number
  /** Milliseconds since the epoch; absent when never opened. */
  readonly lastOpened?: number
  /** Entries that came from another file of KUBECONFIG, e.g. `user "dev" comes from /home/me/b.yaml`. */
  readonly borrowed: readonly string[]
  /**
   * True when opening waits for a consent that nobody gave yet: credentials of one file would go
   * to a server of another, or a file that was added or pasted names a program to run.
   */
  readonly needsConsent: boolean
  /** What is to be agreed to, in one sentence; stays after the consent. */
  readonly consentQuestion?: string
  /** Why the entry cannot be opened; absent when it can. */
  readonly problem?: AppErrorBody
}

export interface KubeconfigFile {
  readonly path: string
  readonly from: 'KUBECONFIG' | 'default' | 'added' | 'pasted'
  readonly contexts: number
  readonly problem?: AppErrorBody
}

export interface ContextList {
  readonly contexts: readonly ContextEntry[]
  readonly files: readonly KubeconfigFile[]
  /** The current-context that kubectl would use, where no file has a context of that name. */
  readonly missingCurrent?: string
}

export type SessionPhase = 'closed' | 'connecting' | 'ready' | 'loginNeeded' | 'unreachable'

/** A part of a context's entry, for saying what changed. */
export type EntryPart =
  | 'server'
  | 'certificate authority'
  | 'proxy'
  | 'user'
  | 'credentials'
  | 'namespace'
  | 'other fields'

/**
 * What became of the kubeconfig entry of an open context since its connection was made. Connections
 * outlive their entries: what would lead elsewhere waits until somebody agrees.
 */
export type EntryChange = { /** Milliseconds since the epoch. */ readonly since: number } & (
  | /** Other credentials for the same server: the connection uses them already. */
  { readonly type: 'taken'; readonly parts: readonly EntryPart[] }
  /** The connection goes on with the old entry; closing and opening again takes the new one. */
  | { readonly type: 'changed'; readonly parts: readonly EntryPart[] }
  /** The entry is in no file any more, or has a name of its own now; `entry` is how it was. */
  | { readonly type: 'gone'; readonly entry: ContextEntry; readonly renamedTo?: ContextId }
  /** The entry is there and cannot be used as it is. */
  | { readonly type: 'broken'; readonly reason: AppErrorBody }
)

/** What ails a server that is reachable: it answers with errors, or asks to come back later. */
export interface SessionTrouble {
  /** When it began, in milliseconds since the epoch. */
  readonly since: number
  /** The last of its answers. */
  readonly reason: AppErrorBody
  /** When the server wants to be asked again; null where it does not say. */
  readonly retryAt: number | null
}

export interface SessionState {
  readonly context: ContextId
  readonly phase: SessionPhase
  /** The reason in words, for every phase but `ready` and `closed`. */
  readonly reason?: AppErrorBody
  /** Milliseconds since the epoch at which this phase began. */
  readonly since: number
  /** gitVersion of the server, e.g. `v1.36.3`. */
  readonly serverVersion?: string
  /** User name as the server sees it (SelfSubjectReview), where it says. */
  readonly userName?: string
  /** Only while `ready`, and absent while all is well. */
  readonly trouble?: SessionTrouble
  /** Absent while the entry is as it was when the context was opened. */
  readonly entryChange?: EntryChange
}

export const contexts = {
  'contexts.list': stateStream<ContextList>()(nothing, nothing),
  'contexts.sessions': stateStream<readonly SessionState[]>()(nothing, nothing),
  /** Starts connecting and returns at once; progress comes by `contexts.sessions`. */
  'contexts.open': method<null>()(z.strictObject({ context: contextId })),
  'contexts.close': method<null>()(z.strictObject({ context: contextId })),
  /** Drops the connection state and tries again now. */
  'contexts.retry': method<null>()(z.strictObject({ context: contextId })),
  'contexts.consent': method<null>()(z.strictObject({ context: contextId })),
  'contexts.addPath': method<null>()(z.strictObject({ path: z.string().min(1).max(4096) })),
  'contexts.removePath': method<null>()(z.strictObject({ path: z.string().min(1).max(4096) })),
  /** Keeps pasted kubeconfig text as a file in Gatehouse's own folder and lists it. */
  'contexts.paste': method<null>()(z.strictObject({ text: z.string().max(4_000_000) })),
}
