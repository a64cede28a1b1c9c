import type { Clock } from '../../shared/flow/index.ts'
import type { ContextEntry } from '../../shared/ipc/index.ts'
import type { Log, Recorder } from '../diagnostics/index.ts'
import type { SettingsStore } from '../settings/index.ts'
import type { ApiRequest, SessionTarget } from './types.ts'

export interface SessionOptions {
  readonly entry: ContextEntry
  readonly target: SessionTarget
  readonly settings: SettingsStore
  readonly log: Log
  readonly clock: Clock
  /** Numbers in [0, 1), for the jitter of retries; `Math.random` by default. */
  readonly random?: () => number
  readonly env: Readonly<Record<string, string | undefined>>
  /** PATH for exec plugins; by default that of the login shell, asked for at the first plugin. */
  readonly pluginPath?: () => Promise<string>
  /** Milliseconds an exec plugin may take. Default two minutes, for those that open a browser. */
  readonly execTimeout?: number
  /** Told of every request, of the certificates seen and of the credentials in use. */
  readonly recorder?: Recorder
  /** Told of every request that was answered with success. */
  readonly answered?: (request: ApiRequest) => void
}
