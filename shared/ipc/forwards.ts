import type { AppErrorBody } from '../errors/index.ts'
import type { ContextId, ObjectRef } from '../kube/index.ts'
import { method, stateStream } from './define.ts'
import { contextId, nothing, objectRef, z } from './schemas.ts'

export interface ForwardedPort {
  /** Port of the pod, after a Service's port and a port's name were resolved; 0 while no pod tells. */
  readonly remote: number
  /** As it was asked for: a number, or the name of a port. */
  readonly asked: string
  readonly local: number
  /** What the port speaks, guessed from its name, number and appProtocol; empty: unknown. */
  readonly scheme: 'http' | 'https' | ''
}

export interface Forward {
  readonly id: string
  readonly context: ContextId
  /** Pod, Service or workload. */
  readonly ref: ObjectRef
  readonly kind: string
  readonly address: string
  readonly ports: readonly ForwardedPort[]
  /** `waiting`: no pod is ready, connections wait for one; `stopped`: remembered, may be started. */
  readonly phase: 'starting' | 'open' | 'waiting' | 'stopped' | 'failed'
  readonly reason?: AppErrorBody
  /** The pod that new connections go to; empty while there is none. */
  readonly pod: string
  /** Times that another pod took over. */
  readonly moves: number
  readonly connections: { readonly open: number; readonly total: number; readonly failed: number }
  readonly bytes: { readonly sent: number; readonly received: number }
  /** What the last connection that failed said, and when. */
  readonly lastFailure?: { readonly at: number; readonly error: AppErrorBody }
  readonly startedAt: number
}

export interface ForwardList {
  readonly forwards: readonly Forward[]
}

/** What may be forwarded to. */
export interface ForwardChoices {
  readonly ports: readonly {
    /** What to ask for: a number or a name. */
    readonly asked: string
    readonly remote: number
    readonly name: string
    readonly protocol: string
    readonly container: string
    readonly scheme: 'http' | 'https' | ''
    /** A free local port: the same number where it is free. */
    readonly local: number
  }[]
  /** Pods that it could go to, the one it would take first. */
  readonly pods: readonly { readonly name: string; readonly isReady: boolean }[]
}

const id = z.uuid()
const port = z.number().int().min(1).max(65_535)

export const forwards = {
  'forwards.list': stateStream<ForwardList>()(nothing, nothing),
  'forwards.choices': method<ForwardChoices>()(z.strictObject({ context: contextId, ref: objectRef })),
  /**
   * Listens on this machine and answers the forward. Refused in protected contexts.
   * @throws AppError `conflict` when a local port is taken, with who holds it where that can be told
   */
  'forwards.start': method<Forward>()(
    z.strictObject({
      context: contextId,
      ref: objectRef,
      ports: z
        .array(
          z.strictObject({
            asked: z.string().min(1).max(63),
            /** 0: any free one. */
            local: z.union([z.literal(0), port]),
          }),
        )
        .min(1)
        .max(20),
      /** Loopback alone, unless the user chose otherwise and was told what it means. */
      address: z.enum(['127.0.0.1', '::1', '0.0.0.0']),
    }),
  ),
  'forwards.stop': method<null>()(z.strictObject({ id })),
  /** Starts a stopped one again, with the same ports. */
  'forwards.restart': method<null>()(z.strictObject({ id })),
  /** Stops it and takes it off the list. */
  'forwards.forget': method<null>()(z.strictObject({ id })),
}
