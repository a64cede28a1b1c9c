import type { Contract } from './contract.ts'
import type { Method, ParamsOf, ResultOf, Stream, UpdateOf, ValueOf } from './define.ts'

export type MethodName = { [K in keyof Contract]: Contract[K] extends Method ? K : never }[keyof Contract]
export type StreamName = { [K in keyof Contract]: Contract[K] extends Stream ? K : never }[keyof Contract]

/** Answers one call. `signal` aborts when the caller cancels or goes away. */
export type MethodHandler<M extends MethodName> = (
  params: ParamsOf<Contract[M]>,
  signal: AbortSignal,
) => Promise<ResultOf<Contract[M]>>

/**
 * One open state stream. The source calls `notify` when there may be something new; `take` is
 * called once the receiver has acknowledged the last value, however many notifications later.
 */
export interface OpenState<Update, Value> {
  /** The latest value, or `undefined` when nothing changed since the last `take`. */
  take(): Value | undefined
  update(update: Update): void
  /** Releases everything that opening took. Called exactly once. */
  close(): void
}

export type StreamHandler<S extends StreamName> = (
  params: ParamsOf<Contract[S]>,
  notify: () => void,
) => OpenState<UpdateOf<Contract[S]>, ValueOf<Contract[S]>>

/** What a domain of main offers; `engine.ts` joins those of all domains. */
export type Handlers<Names extends keyof Contract = keyof Contract> = {
  readonly [K in Names]: K extends MethodName
    ? MethodHandler<K>
    : K extends StreamName
      ? StreamHandler<K>
      : never
}

/** What the engine answers by itself: all but `host.*`, which each host adds. */
export type EngineHandlers = Handlers<Exclude<keyof Contract, `host.${string}`>>

/** Names of the contract that begin with a domain's prefix: `HandlersOf<'tables'>`. */
export type HandlersOf<Domain extends string> = Handlers<Extract<keyof Contract, `${Domain}.${string}`>>
