import type { AppErrorBody } from '../../../shared/errors/index.ts'
import type { Terminal } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import type { ApiClient } from '../../api/index.ts'
import type { RemoteProcess } from '../channels/index.ts'

/** Of an open context. @throws AppError `notOpen` */
export type ApiOf = () => ApiClient

export interface Size {
  readonly columns: number
  readonly rows: number
}

/** A process with what is known of it once it is there. */
export interface Connected {
  readonly process: RemoteProcess
  readonly container: string
  /** Empty for the container's own process. */
  readonly command: readonly string[]
  readonly isTty: boolean
  /** Asks for the exit code of a process whose connection does not tell it; null where nobody does. */
  readonly askExitCode?: () => Promise<number | null>
}

/** Where a terminal comes from, and how it is connected: at first, and whenever it is reopened. */
export interface Origin extends Pick<Terminal, 'kind' | 'namespace' | 'pod' | 'node'> {
  readonly context: ContextId
  /** As far as it is known before it is connected. */
  readonly container: string
  readonly command: readonly string[]
  readonly isTty: boolean
  /** Whether it makes sense to connect again. @param why it is over; null: the process ended by itself */
  readonly mayReopen: (why: AppErrorBody | null) => boolean
  /**
   * @param report says in a sentence what is waited for
   * @throws AppError
   */
  connect(size: Size, report: (progress: string) => void, signal: AbortSignal): Promise<Connected>
}
