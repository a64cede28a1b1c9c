/**
 * What is wrong or risky in how admission is set up, as findings: `findings` runs every check over
 * what is known of a cluster; the problems that the views of policies and webhooks show are findings
 * one to one. `ExpressionTrial` tries expressions on existing objects. Each check is explained in
 * `docs/findings.md`.
 */
export { ExpressionCache } from './cache.ts'
export { conditionsHold } from './called.ts'
export {
  type CompiledExpressions,
  type Expressions,
  type ExpressionTexts,
  type SeenExpressions,
  seen,
  textsOfPolicy,
  textsOfWebhook,
} from './expressions.ts'
export { findingsJson, findingsSarif, gapsOfFindings } from './files.ts'
export { type Found, findings } from './find.ts'
export type { FindingId } from './ids.ts'
export type { Probe } from './probedRequest.ts'
export { type FindingSources, objectOfPolicy, objectOfWebhook, type Scene } from './scene.ts'
export { ExpressionTrial, type Trial, type TrialSubject, type TriedObject } from './trials.ts'
export {
  type Finding,
  type FindingObject,
  type FindingSeverity,
  type Fix,
  type FixDiff,
  type FixOperation,
  severities,
} from './types.ts'
export type { FindingsDepth, FindingsView } from './view.ts'
