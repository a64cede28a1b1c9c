import type { JsonObject } from '../../cel/kubernetes/index.ts'
import type { AppErrorBody } from '../../errors/index.ts'
import type { TraceRequest, TraceStatus, TraceStep, World } from '../trace/types.ts'

/** What one gate made of a request. */
export interface GateResult {
  readonly steps: readonly TraceStep[]
  /** The object as the gate left it: the same one where it changed nothing. */
  readonly object: JsonObject | null
  /** The status with which it ends the request. */
  readonly denied?: TraceStatus
  /** As in `Warning` headers. */
  readonly warnings?: readonly string[]
  readonly auditAnnotations?: Readonly<Record<string, string>>
  /** What was taken for granted, in sentences. */
  readonly assumptions?: readonly string[]
  /** What could not be read and would have mattered. */
  readonly gaps?: readonly AppErrorBody[]
}

/** A plugin of the server that is explained from objects of the cluster. */
export interface Gate {
  /** Name of the plugin, as in `--enable-admission-plugins`. */
  readonly plugin: string
  /**
   * @param object the object as the chain has it now; null for a delete
   */
  readonly run: (request: TraceRequest, object: JsonObject | null, world: World) => GateResult
}
