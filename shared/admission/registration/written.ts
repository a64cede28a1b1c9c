import type { JsonObject } from '../../cel/kubernetes/index.ts'

/** What is written, beside what is stored. */
export interface Written {
  readonly object: JsonObject
  /** Null for a new one. */
  readonly old: JsonObject | null
  /** Minor of the server’s release. */
  readonly minor: number
}
