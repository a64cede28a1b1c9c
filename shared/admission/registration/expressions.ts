import type { Compiled } from '../../cel/index.ts'
import { PolicyCompiler, usableMinor } from '../../cel/kubernetes/index.ts'
import { fieldsOf, listOf, stringOf } from '../fields.ts'
import {
  duplicate,
  type FieldProblem,
  internal,
  invalid,
  qualifiedNameFaults,
  required,
  tooMany,
} from '../schema/index.ts'

/** How expressions are compiled that are written now: what an older server knows may be used, and no more. */
export interface Writing {
  /** Minor of the server’s release. */
  readonly minor: number
  readonly hasParams: boolean
  /** Whether the policy declares variables; `variables` is unknown otherwise. */
  readonly hasVariables?: boolean
  /** Expressions that are stored already may use all that the server knows. */
  readonly stored: ReadonlySet<string>
}

const mostConditions = 64

/** A compiler for a new expression, or one that is stored as it is. */
export const compilerOf = (
  { minor, hasParams, hasVariables = true, stored }: Writing,
  expression: string,
): PolicyCompiler =>
  new PolicyCompiler({
    minor: usableMinor(minor, stored.has(expression) ? 'stored' : 'new'),
    hasParams,
    hasVariables,
  })

export function compiledProblems(
  compiled: Compiled,
  expression: string,
  field: string,
): readonly FieldProblem[] {
  if (compiled.issues.length === 0) return []
  // What is an expression and cannot be made a program the server takes for a fault of its own.
  return compiled.message.startsWith('program instantiation failed')
    ? [internal(field, compiled.message)]
    : [invalid(field, expression, compiled.message)]
}

/** Faults of match conditions: their number, names and expressions, which know no variables. */
export function conditionProblems(
  conditions: unknown,
  writing: Writing,
  field: string,
): readonly FieldProblem[] {
  const given = listOf(conditions).map(fieldsOf)
  const found: FieldProblem[] =
    given.length > mostConditions ? [tooMany(field, given.length, mostConditions)] : []
  const names = new Set<string>()
  for (const [at, { name: named, expression: written }] of given.entries()) {
    const [name, expression] = [stringOf(named), stringOf(written).trim()]
    if (expression === '') found.push(required(`${field}[${at}].expression`))
    else {
      const compiled = compilerOf(writing, expression).compile('newPolicyMatchCondition', expression)
      found.push(...compiledProblems(compiled, expression, `${field}[${at}].expression`))
    }
    if (name === '') found.push(required(`${field}[${at}].name`))
    else found.push(...qualifiedNameFaults(name).map(fault => invalid(`${field}[${at}].name`, name, fault)))
    if (names.has(name)) found.push(duplicate(`${field}[${at}].name`, name))
    else if (name !== '') names.add(name)
  }
  return found
}
