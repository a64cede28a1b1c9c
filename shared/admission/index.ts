/**
 * Admission as a pure library: webhooks and policies read without trust from any served version,
 * their order, rules, selectors and parameters in words, what they reach, and what is wrong.
 * What may not be read is `unreadable` and never counts as absent.
 */
export type { ServicePath } from './call-path.ts'
export { celTokens, type Token } from './cel-tokens.ts'
export { type Certificate, type CertificateBundle, commonName, spanInWords } from './certificates.ts'
export { actsOn, requestLimitSeconds, secondsOf } from './chains.ts'
export type { MatchCondition } from './conditions.ts'
export type { Setting } from './fields.ts'
export { gapOf, itemsOf, type Known, noteOf, type SourceNote } from './known.ts'
export type { Writer } from './meta.ts'
export type { ParamLookup, ParamResolution } from './params.ts'
export type { Policy } from './policies.ts'
export {
  type BindingEntry,
  type PolicyEntry,
  type PolicyInventory,
  type PolicySnapshot,
  policyInventory,
  type TargetEntry,
  typed,
} from './policy-inventory.ts'
export type { Problem } from './problem.ts'
export { qualityOfService } from './qualityOfService.ts'
export { operations, patternInWords, resourceMatches } from './rules.ts'
// From their file: who checks a name needs no schemas.
export { fileNameFaults, labelValueFaults, qualifiedNameFaults, subdomainFaults } from './schema/names.ts'
export { isEmptySelector, namespacesInWords, objectsInWords, selectorQuery } from './selectors.ts'
export type { Served } from './served.ts'
export { createsOnUpdate, scaleOf, subresourceKind } from './subresources.ts'
export type {
  Branch,
  Certainty,
  ExpressionTrace,
  Phase,
  StepOutcome,
  Trace,
  TraceRequest,
  TraceStatus,
  TraceStep,
  Verdict,
  World,
} from './trace/index.ts'
// From its file: the page tells a trace and does not make one.
export { type OpenRefusal, openRefusal } from './trace/refusal.ts'
export { complaintsOf, type TypeChecking, type TypeComplaint, type TypeWarning } from './type-checking.ts'
export {
  type WebhookEntry,
  type WebhookInventory,
  type WebhookSnapshot,
  webhookInventory,
} from './webhook-inventory.ts'
export type { WebhookPhase } from './webhooks.ts'
export { type MatrixRow, namesInWords, ruleMatrix } from './words.ts'
