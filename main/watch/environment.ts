import type { Clock } from '../../shared/flow/index.ts'
import type { Pulses } from './pulse.ts'
import type { Slicer } from './slicer.ts'

/** A note for the log: what happened, and to which watch. Never holds content of objects. */
export type WatchLog = (level: 'info' | 'warn' | 'error', message: string, error?: unknown) => void

/** What all reflectors of a process share. */
export interface WatchEnvironment {
  readonly clock: Clock
  /** Numbers in [0, 1). */
  readonly random: () => number
  readonly log: WatchLog
  readonly slicer: Slicer
  readonly pulses: Pulses
}
