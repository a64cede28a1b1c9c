/**
 * Expressions of Kubernetes as its API server compiles and evaluates them: those of admission policies
 * and webhooks (`PolicyCompiler`, `EvaluationGroup`), with the values that mutating policies make, and
 * the validation rules of custom resources (`RuleCompiler`), whose values are typed by a schema.
 */

export type {
  AuthorizationAnswer,
  AuthorizationLookup,
  AuthorizationQuestion,
  ResourceAttributes,
  Subject,
} from '../libraries/index.ts'
export {
  type Amount,
  addAmounts,
  compareAmounts,
  integerAmount,
  isFourInSix,
  negated,
  parseAddress,
  parseAmount,
  printAddress,
  printAmount,
  roundedUp,
} from '../libraries/index.ts'
export {
  type AdmissionInput,
  type GroupVersionKind,
  type GroupVersionResource,
  namespaceJson,
  type RequestAttributes,
  requestJson,
} from './activation.ts'
export { KnownAnswers, reviewSpec } from './answers.ts'
export { budgets, EvaluationGroup, type GroupOptions, type Outcome } from './evaluation.ts'
export { escapeName, unescapeName } from './fieldNames.ts'
export { functionsOf, type KnownFunction } from './functions.ts'
export { ForeignValue, type GoFields, type GoValue, goFieldsOf } from './goValue.ts'
export { JsonPatchValue, misplacedTypes, ObjectValue } from './patchTypes.ts'
export {
  type ExpressionPlace,
  PolicyCompiler,
  type PolicyOptions,
  type TypedVariables,
  usableMinor,
} from './policy.ts'
export { type Rule, RuleCompiler, type RuleInput, type RuleOptions, rulesBudget } from './rules.ts'
export { type ResolveReference, readSchema, type Schema } from './schema.ts'
export { type DeclaredSchema, declareSchema } from './schemaTypes.ts'
export { typedValue } from './schemaValues.ts'
export { providerOf } from './structs.ts'
export { type Json, type JsonObject, patchJson } from './toJson.ts'
export { DeclaredVariables } from './variables.ts'
