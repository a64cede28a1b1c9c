/**
 * Admission as a pure library: webhooks and policies read without trust from any served version,
 * their order, rules, selectors and parameters in words, what they reach, and what is wrong.
 * What may not be read is `unreadable` and never counts as absent.
 */
export type { CallPath, PodStation, ServicePath, SliceStation, StationState } from './call-path.ts'
export { celTokens, type Token, type TokenType } from './cel-tokens.ts'
export {
  type BundleState,
  type Certificate,
  type CertificateBundle,
  commonName,
  spanInWords,
} from './certificates.ts'
export { actsOn, requestLimitSeconds, secondsOf } from './chains.ts'
export type { MatchCondition } from './conditions.ts'
export type { Setting } from './fields.ts'
export type { Known, SourceNote } from './known.ts'
export type { Writer } from './meta.ts'
export type { ParamLookup, ParamResolution } from './params.ts'
export { paramQuery } from './params.ts'
export {
  type Binding,
  type MatchResources,
  type Policy,
  type PolicyFlavour,
  readBinding,
  readPolicy,
} from './policies.ts'
export {
  type BindingEntry,
  type PolicyEntry,
  type PolicyInventory,
  type PolicySnapshot,
  policyInventory,
  type TargetEntry,
  typed,
} from './policy-inventory.ts'
export type { Problem, ProblemCode, Severity } from './problem.ts'
export type { Reach } from './reach.ts'
export {
  type Operation,
  operations,
  patternInWords,
  type RequestShape,
  type Rule,
  ruleMatches,
} from './rules.ts'
export {
  isEmptySelector,
  type LabelSelector,
  namespacesInWords,
  objectsInWords,
  selectorQuery,
} from './selectors.ts'
export type { Served } from './served.ts'
export { complaintsOf, type TypeChecking, type TypeComplaint, type TypeWarning } from './type-checking.ts'
export {
  type Verdict,
  type WebhookEntry,
  type WebhookInventory,
  type WebhookSnapshot,
  webhookInventory,
} from './webhook-inventory.ts'
export { type ClientConfig, readWebhooks, type Webhook, type WebhookPhase } from './webhooks.ts'
export {
  counted,
  type MatrixRow,
  namesInWords,
  operationsInWords,
  ruleMatrix,
  rulesInWords,
} from './words.ts'
