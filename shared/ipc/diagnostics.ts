import type { ContextId } from '../kube/index.ts'
import { method, stateStream } from './define.ts'
import { nothing, z } from './schemas.ts'

/** What the status line says of one open context. */
export interface ConnectionFigures {
  readonly context: ContextId
  readonly watches: number
  readonly requestsUnderWay: number
  /** Median of the last requests in milliseconds; null before the first. */
  readonly medianMillis: number | null
}

export interface AppInfo {
  readonly version: string
  readonly host: 'electron' | 'serve'
  readonly node: string
  readonly platform: string
  readonly settingsFile: string
  readonly logFile: string
}

export const diagnostics = {
  'diagnostics.figures': stateStream<readonly ConnectionFigures[]>()(nothing, nothing),
  'diagnostics.info': method<AppInfo>()(nothing),
  /** A bug in the renderer, for the log. */
  'diagnostics.report': method<null>()(
    z.strictObject({ message: z.string().max(2000), stack: z.string().max(20_000) }),
  ),
}
