/**
 * The expression language of Kubernetes (CEL) as its API server has it: `Environment` compiles an
 * expression for a server of some release and evaluates it under the server’s cost limits, with the
 * server’s words for what is wrong; `explain` tells which values decided. The libraries and variables of
 * policies are in `kubernetes/`.
 */
export { type Type, types, typeText } from './check/types.ts'
export {
  type Compiled,
  type CompileOptions,
  Environment,
  type EnvironmentOptions,
  type EvaluateOptions,
  type Evaluation,
  type Library,
  perExpressionLimit,
} from './environment.ts'
export { type Deciding, type DecidingElement, type Explanation, explain } from './run/explain.ts'
export type { Activation, Observed, ObservedElement } from './run/frame.ts'
export { childrenOf, type Expr } from './syntax/ast.ts'
export { type Issue, type Place, placeOf } from './syntax/issue.ts'
export { describeValue } from './values/describe.ts'
export { fromJson } from './values/json.ts'
export { showValue } from './values/show.ts'
export {
  CelError,
  isError,
  ListValue,
  MapValue,
  type Result,
  ServerPanic,
  UintValue,
  type Value,
} from './values/value.ts'
