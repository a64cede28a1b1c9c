import type { z } from 'zod'

/**
 * A call with one answer. `params` is parsed in main; the type of the answer is trusted,
 * since main computes it.
 */
export interface Method<Params extends z.ZodType = z.ZodType, Result = unknown> {
  readonly type: 'method'
  readonly params: Params
  /** Carries the type only; never present at run time. */
  readonly result?: Result
}

/**
 * `state` conflates: the latest value goes out once the last was acknowledged.
 * `append` is paced in batches and drops nothing. `bytes` pauses its source without credit.
 */
export type StreamMode = 'state' | 'append' | 'bytes'

export interface Stream<
  Params extends z.ZodType = z.ZodType,
  Update extends z.ZodType = z.ZodType,
  Value = unknown,
> {
  readonly type: 'stream'
  readonly mode: StreamMode
  readonly params: Params
  /** What the renderer may change while the stream is open, e.g. the window of a table. */
  readonly update: Update
  readonly value?: Value
}

/** Declares a method: `method<Result>()(paramsSchema)`. */
export const method =
  <Result>() =>
  <Params extends z.ZodType>(params: Params): Method<Params, Result> => ({ type: 'method', params })

/** Declares a state stream: `stateStream<Value>()(paramsSchema, updateSchema)`. */
export const stateStream =
  <Value>() =>
  <Params extends z.ZodType, Update extends z.ZodType>(
    params: Params,
    update: Update,
  ): Stream<Params, Update, Value> => ({
    type: 'stream',
    mode: 'state',
    params,
    update,
  })

export type ParamsOf<D> = D extends { readonly params: infer P extends z.ZodType } ? z.infer<P> : never
export type UpdateOf<D> = D extends { readonly update: infer U extends z.ZodType } ? z.infer<U> : never
export type ResultOf<D> = D extends Method<z.ZodType, infer R> ? R : never
export type ValueOf<D> = D extends Stream<z.ZodType, z.ZodType, infer V> ? V : never
