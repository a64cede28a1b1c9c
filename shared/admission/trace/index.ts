/**
 * The way of a request through admission, step by step, as the API server goes it: what acts, in what
 * order, with what effect and why (`traceRequest`). `CompiledPolicies` keeps expressions compiled from one trace to the next.
 */
export { CompiledPolicies } from './compiled.ts'
export { staleText } from './stale.ts'
export { type TraceOptions, traceRequest } from './traceRequest.ts'
export type * from './types.ts'
export { onlyACall } from './webhookCall.ts'
