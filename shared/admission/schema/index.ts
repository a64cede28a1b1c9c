/**
 * What the API server's schemas say about an object: those that it publishes of built-in kinds
 * (`validateAgainst`), and those of CustomResourceDefinitions with pruning, defaults, validation and
 * rules (`readDefinition`). Problems are worded as the server words them; `statusOf` and `warningsOf`
 * make its answer of them.
 */
export { builtInAssumption, type PublishedSchema, type ValidateOptions, validateAgainst } from './builtIn.ts'
export type { Conversion, CustomKind } from './customKind.ts'
export { convertible, type DefinitionOptions, readDefinition } from './definition.ts'
export { builtInMetadataProblems } from './metadata.ts'
export {
  byteLength,
  labelFaults,
  labelValueFaults,
  pathSegmentFaults,
  qualifiedNameFaults,
  subdomainFaults,
} from './names.ts'
export {
  duplicate,
  type FieldProblem,
  type FieldValidation,
  forbidden,
  internal,
  invalid,
  notSupported,
  type ProblemReason,
  required,
  type Subject,
  statusOf,
  tooMany,
  warningsOf,
} from './problem.ts'
export type { RuleOutcome } from './rules.ts'
export { prepareWrite } from './strategy.ts'
