import type { AppErrorBody } from '../errors/index.ts'
import type { ContextId } from '../kube/index.ts'
import { method, stateStream } from './define.ts'
import { contextId, nothing, z } from './schemas.ts'

export type TerminalPhase = 'connecting' | 'open' | 'ended' | 'lost' | 'failed'

/** A process of a container that Gatehouse holds the ends of. Lives in main, whatever the page does. */
export interface Terminal {
  readonly id: string
  readonly context: ContextId
  readonly kind: 'shell' | 'attach' | 'debug' | 'node'
  readonly namespace: string
  readonly pod: string
  readonly container: string
  /** The node of a `node` terminal; empty for others. */
  readonly node: string
  /** What runs, e.g. `/bin/bash`; empty for the container's own process. */
  readonly command: readonly string[]
  readonly isTty: boolean
  /** `lost`: the connection ended without an exit code, so nothing is known of the process. */
  readonly phase: TerminalPhase
  /** What is waited for while `connecting`, in a sentence: an image, a container. */
  readonly progress?: string
  /** Exit code of a process that is over; absent while it runs or where nobody told. */
  readonly exitCode?: number
  readonly reason?: AppErrorBody
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly endedAt?: number
  readonly canReopen: boolean
  /** What was created for it and is still there, e.g. `Pod debug/node-debugger-x`; removed on request. */
  readonly leftBehind?: string
}

/** A pod that debugging a node made, without a terminal any more, and that nobody removed. */
export interface LeftPod {
  /** Names it where it is to be removed. */
  readonly id: string
  readonly context: ContextId
  readonly node: string
  readonly namespace: string
  readonly pod: string
  /** False where the answer to its creation was lost. */
  readonly isCertain: boolean
}

export interface TerminalList {
  readonly terminals: readonly Terminal[]
  readonly left: readonly LeftPod[]
}

/** Output from an offset on. Main holds the last 1 MB of each terminal; what is older is skipped. */
export interface TerminalOutput {
  /** Offset of `bytes[0]` in all that was ever put out. */
  readonly from: number
  readonly bytes: Uint8Array
  /** Bytes before `from` that this stream should have had and are gone. */
  readonly skipped: number
  /** Nothing more will come. */
  readonly isOver: boolean
}

const size = { columns: z.number().int().min(1).max(2000), rows: z.number().int().min(1).max(2000) }
const name = z.string().max(253)
const id = z.uuid()

const terminalTarget = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('shell'),
    namespace: name,
    pod: name,
    /** Empty: the one that the pod's default-container annotation names, or its first. */
    container: name,
    /** Empty: the best shell that is found, bash before ash before sh. */
    command: z.array(z.string().max(100_000)).max(100),
  }),
  z.strictObject({ kind: z.literal('attach'), namespace: name, pod: name, container: name }),
])
export type TerminalTarget = z.infer<typeof terminalTarget>

/** Ways to look into what has no shell. They write to the cluster, so they are planned and confirmed. */
const debugTarget = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('container'),
    namespace: name,
    pod: name,
    /** Container whose processes are seen; empty: none. */
    target: name,
    image: z.string().min(1).max(1000),
    profile: z.enum(['general', 'baseline', 'restricted', 'netadmin', 'sysadmin']),
    command: z.array(z.string().max(100_000)).max(100),
  }),
  z.strictObject({
    kind: z.literal('node'),
    node: name,
    namespace: name,
    image: z.string().min(1).max(1000),
    profile: z.enum(['general', 'baseline', 'restricted', 'netadmin', 'sysadmin']),
    command: z.array(z.string().max(100_000)).max(100),
  }),
])
export type DebugTarget = z.infer<typeof debugTarget>

/** What a debug terminal would create, checked by a dry run of the server. */
export interface DebugPlan {
  readonly id: string
  /** In a sentence: what is written where, and what of it stays afterwards. */
  readonly summary: string
  readonly method: 'POST' | 'PATCH'
  readonly path: string
  /** The object or patch. */
  readonly object: unknown
  /** What the server would make of it; null when the dry run failed. */
  readonly result: unknown
  readonly warnings: readonly string[]
  /** Why the server would refuse it. */
  readonly problem?: AppErrorBody
}

export const terminals = {
  'terminals.list': stateStream<TerminalList>()(nothing, nothing),
  /** Answers at once; the terminal says in the list how it gets on. Refused in protected contexts. */
  'terminals.open': method<{ readonly id: string }>()(
    z.strictObject({ context: contextId, target: terminalTarget, isTty: z.boolean(), ...size }),
  ),
  'terminals.planDebug': method<DebugPlan>()(z.strictObject({ context: contextId, target: debugTarget })),
  /** Writes what was planned, which the user has confirmed, and opens a terminal in it. */
  'terminals.openDebug': method<{ readonly id: string }>()(z.strictObject({ plan: id, ...size })),
  /** Deletes the pod that a node terminal left behind. */
  'terminals.removeLeft': method<null>()(z.strictObject({ id })),
  'terminals.output': stateStream<TerminalOutput>()(
    z.strictObject({ id, from: z.number().int().min(0) }),
    nothing,
  ),
  /** Resolves when the bytes were handed to the connection: who pastes megabytes waits for it. */
  'terminals.input': method<null>()(z.strictObject({ id, bytes: z.instanceof(Uint8Array) })),
  /** Closes standard input and leaves the output open (half-close of protocol v5). */
  'terminals.endInput': method<null>()(z.strictObject({ id })),
  'terminals.resize': method<null>()(z.strictObject({ id, ...size })),
  /** Connects anew in place of one that is over, under the same id. */
  'terminals.reopen': method<null>()(z.strictObject({ id, ...size })),
  /** Ends the process's connection and forgets the terminal. */
  'terminals.close': method<null>()(z.strictObject({ id })),
}
