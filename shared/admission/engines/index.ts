/**
 * Products behind webhooks and policies (Kyverno, Gatekeeper, Istio, …), recognised by the names and
 * labels of what they install, with the kinds of which they make it.
 */
export { type EngineInput, enginesOf } from './engines.ts'
export type { Engine, EngineObject, EngineSource } from './types.ts'
