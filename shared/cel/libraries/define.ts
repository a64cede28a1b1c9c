import { type Type, types } from '../check/types.ts'
import type { FunctionDefinition } from '../run/functions.ts'
import type { Expr } from '../syntax/ast.ts'
import type { Issue } from '../syntax/issue.ts'
import type { Result, Value } from '../values/value.ts'

/** Looks at an expression whose types are right for what is wrong all the same. */
export type Validator = (expr: Expr, types: ReadonlyMap<number, Type>) => readonly Issue[]

/** A set of functions and types that servers know from some release on. */
export interface Library {
  /** Minor of the release that brought it; 0 for what was always there. */
  readonly since: number
  /** Minor of the release that replaced it. */
  readonly until?: number
  readonly functions?: readonly FunctionDefinition[]
  /** Types that may be written by their names. */
  readonly types?: ReadonlyMap<string, Type>
  readonly validate?: Validator
}

/** Type variables of signatures. */
export const A = types.param('A')
export const B = types.param('B')

type Extra = Pick<FunctionDefinition, 'cost' | 'costByName' | 'singleton' | 'isUnguarded' | 'patternAt'>

/**
 * Defines a function called `name(…)`. `call` gets arguments of the types that are named: the caller
 * sees to it.
 */
export function global<Arguments extends readonly (Value | undefined)[]>(
  name: string,
  id: string,
  args: readonly Type[],
  result: Type,
  call: (...args: Arguments) => Result,
  extra: Extra = {},
): FunctionDefinition {
  return {
    name,
    id,
    member: false,
    args,
    result,
    call: values => call(...(values as readonly unknown[] as Arguments)),
    ...extra,
  }
}

/** Defines a function called `receiver.name(…)`; the receiver is the first of `args`. */
export function member<Arguments extends readonly (Value | undefined)[]>(
  name: string,
  id: string,
  args: readonly Type[],
  result: Type,
  call: (...args: Arguments) => Result,
  extra: Extra = {},
): FunctionDefinition {
  return { ...global(name, id, args, result, call, extra), member: true }
}
