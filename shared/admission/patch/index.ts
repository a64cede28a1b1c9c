/**
 * What mutating webhooks and policies do to an object: JSON patches as the API server applies them
 * (`applyJsonPatch`), apply configurations as it merges them (`mergeApplyConfiguration`), and whether
 * anything was changed by it (`sameJson`).
 */

export { sameJson } from '../values/index.ts'
export { mergeApplyConfiguration } from './apply.ts'
export { applyJsonPatch } from './jsonPatch.ts'
export type { MergeResult, PatchOptions, PatchResult } from './result.ts'
