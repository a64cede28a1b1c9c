import { types } from './check/types.ts'
import { type Compiled, Environment, type EvaluateOptions, type Evaluation } from './environment.ts'
import { fromJson } from './values/json.ts'
import { showValue } from './values/show.ts'
import { isError } from './values/value.ts'

/** An environment of the language alone, with a variable `object` of any type. */
export const plainEnvironment = (minor = 36): Environment =>
  new Environment({
    minor,
    variables: new Map([['object', types.dyn]]),
    libraries: [],
    provider: { findStruct: () => undefined, findField: () => undefined },
  })

/** Evaluates on an object. */
export function evaluateOn(
  compiled: Compiled,
  object: unknown,
  options: Partial<EvaluateOptions> = {},
): Evaluation {
  const value = fromJson(object)
  return compiled.evaluate({
    activation: { resolve: name => (name === 'object' ? value : undefined) },
    ...options,
  })
}

/** What becomes of an expression: its value in words, or its error after `!`. */
export function outcome(source: string, object: unknown = null, minor = 36): string {
  const compiled = plainEnvironment(minor).compile(source)
  if (compiled.issues.length > 0) return `!${compiled.message}`
  const { result } = evaluateOn(compiled, object)
  return isError(result) ? `!${result.message}` : showValue(result)
}
