import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { ReadonlyObservable } from '../../shared/flow/index.ts'
import type { ContextEntry, ContextList } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'

/** What stands in the kubeconfig, still in base64, or the absolute path of its file. */
export type Material =
  | { readonly type: 'data'; readonly base64: string }
  | { readonly type: 'file'; readonly path: string; readonly written: string }

export interface TlsTarget {
  readonly authority?: Material
  /** Name for SNI and for verification instead of the server's host. */
  readonly serverName: string
  readonly insecure: boolean
}

export interface ExecPlugin {
  readonly apiVersion: string
  /** As written; a relative path with a slash is already joined to the kubeconfig's folder. */
  readonly command: string
  readonly args: readonly string[]
  readonly env: readonly { readonly name: string; readonly value: string }[]
  readonly installHint: string
  readonly provideClusterInfo: boolean
  readonly interactiveMode: string
  /** What the plugin is told of the cluster when `provideClusterInfo` is set. */
  readonly clusterInfo: Readonly<Record<string, unknown>>
}

export interface OidcProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly idToken: string
  readonly refreshToken: string
  readonly extraScopes: string
  readonly authority?: Material
}

export interface ClientCertificate {
  readonly certificate: Material
  readonly key: Material
}

/** How requests are signed; the client certificate stands beside it, since both may be given. */
export type Authentication =
  | { readonly type: 'none' }
  | { readonly type: 'token'; readonly token: string }
  | { readonly type: 'tokenFile'; readonly file: string; readonly fallback: string }
  | { readonly type: 'basic'; readonly username: string; readonly password: string }
  | { readonly type: 'exec'; readonly plugin: ExecPlugin }
  | { readonly type: 'oidc'; readonly provider: OidcProvider }

export interface Impersonation {
  readonly user: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** All it takes to reach a context. Holds credentials: it stays in main and out of the log. */
export interface ResolvedContext {
  readonly id: ContextId
  readonly name: string
  /** Path of the kubeconfig file, for errors. */
  readonly source: string
  /** `cluster "kind-a" of /home/me/.kube/config`, for errors. */
  readonly clusterLabel: string
  /** `user "dev" of /home/me/.kube/config`, for errors. */
  readonly userLabel: string
  /** Absolute address with scheme, without a slash at its end; may have a path. */
  readonly server: string
  readonly tls: TlsTarget
  readonly proxyUrl: string
  readonly disableCompression: boolean
  readonly namespace: string
  readonly authentication: Authentication
  readonly clientCertificate?: ClientCertificate
  readonly impersonation?: Impersonation
}

export interface Kubeconfig {
  readonly list: ReadonlyObservable<ContextList>
  /**
   * Counts the readings that found a file changed, also where the list is as it was because only
   * credentials differ.
   */
  readonly revision: ReadonlyObservable<number>
  /** The entry as listed, or null. */
  find(id: ContextId): ContextEntry | null
  /**
   * What it takes to reach a context of a kubeconfig. Reads no other file and contacts nobody.
   * @throws AppError `gone` for an unknown id, `badConfig` for an entry with a problem or one
   * whose use of another file's credentials nobody agreed to
   */
  resolve(id: ContextId): ResolvedContext
  /**
   * Lists one more file or folder, and remembers it once it could be read.
   * @throws AppError `badConfig` when it is not there, is neither, or does not answer
   */
  addPath(path: string): Promise<void>
  /** Takes an added path off the list again; a pasted file is deleted. */
  removePath(path: string): Promise<void>
  /** Keeps kubeconfig text as a file of ours and lists it. @throws AppError `invalid` */
  paste(text: string): Promise<void>
  /** Reads all files again that changed; the list is current then. */
  reload(): Promise<void>
  close(): void
}

/** A file that could be read, or why not; `problem` and entries may both be there. */
export interface ParsedKubeconfig {
  readonly currentContext: string
  readonly contexts: readonly NamedEntry[]
  readonly clusters: readonly NamedEntry[]
  readonly users: readonly NamedEntry[]
  readonly problem?: AppErrorBody
  /** False for a file that is no kubeconfig at all, such as a stray file of an added folder. */
  readonly isKubeconfig: boolean
}

/** One item of `contexts`, `clusters` or `users`. */
export interface NamedEntry {
  readonly name: string
  readonly fields: unknown
  /** Line of the file, counted from 1; 0 when unknown. */
  readonly line: number
}

/** A tree of plain values and the line at which each of its mappings begins. */
export interface Tree {
  readonly root: unknown
  readonly lineOf: (mapping: unknown) => number
}
