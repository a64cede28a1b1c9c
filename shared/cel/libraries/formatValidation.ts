import { type Type, typeNameOfType, types } from '../check/types.ts'
import { childrenOf, type Expr } from '../syntax/ast.ts'
import type { Issue } from '../syntax/issue.ts'
import { CelError } from '../values/value.ts'
import { type Clause, clauseFaults, readTemplate } from './formatTemplate.ts'

type TypeOf = ReadonlyMap<number, Type>

/**
 * What is wrong with calls of `format` whose template and list are both written out: the server says so
 * when it compiles them.
 */
export function validateFormatCalls(expr: Expr, typeOf: TypeOf): readonly Issue[] {
  const inside = childrenOf(expr).flatMap(child => validateFormatCalls(child, typeOf))
  if (expr.kind !== 'call' || expr.name !== 'format') return inside
  const [list] = expr.args
  const template = expr.target
  if (template?.kind !== 'literal' || template.literal.type !== 'string' || list?.kind !== 'list')
    return inside
  const own = callIssue(template.literal.value, list.elements, expr.at, typeOf)
  return own === null ? inside : [own, ...inside]
}

function callIssue(template: string, elements: readonly Expr[], at: number, typeOf: TypeOf): Issue | null {
  let used = 0
  for (const part of readTemplate(template, elements.length, 'whenCompiled')) {
    if (part instanceof CelError) return { message: part.message, at }
    if (typeof part === 'string') continue
    used += 1
    const element = elements[part.index]
    const misfit = element === undefined ? null : misfitIn(part.clause, element, typeOf)
    if (misfit === null) continue
    const given = typeNameOfType(typeOf.get(misfit.id) ?? types.error)
    return {
      message: `error during formatting: ${clauseFaults[part.clause.verb]}, was given ${given}`,
      at: misfit.at,
    }
  }
  if (elements.length <= used) return null
  return {
    message: `too many arguments supplied to string.format (expected ${used}, got ${elements.length})`,
    at,
  }
}

const textual = new Set<Type['kind']>([
  ...(['list', 'map', 'int', 'uint', 'double', 'bool', 'string'] as const),
  ...(['timestamp', 'bytes', 'duration', 'type', 'null'] as const),
])

/** Types that each clause is for. */
const fitting: Readonly<Record<Clause['verb'], ReadonlySet<Type['kind']>>> = {
  s: textual,
  d: new Set(['int', 'uint']),
  // Some texts are names of numbers.
  f: new Set(['double', 'string']),
  e: new Set(['double', 'string']),
  b: new Set(['bool', 'int', 'uint']),
  x: new Set(['int', 'uint', 'string', 'bytes']),
  X: new Set(['int', 'uint', 'string', 'bytes']),
  o: new Set(['int', 'uint']),
}

/** The part of an argument that a clause is not for; null where all of it fits. */
function misfitIn({ verb }: Clause, expr: Expr, typeOf: TypeOf): Expr | null {
  const type = typeOf.get(expr.id) ?? types.error
  if (type.kind !== 'dyn' && !fitting[verb].has(type.kind)) return expr
  if (verb !== 's') return null
  for (const part of partsOf(expr)) {
    const misfit = misfitIn({ verb, precision: null }, part, typeOf)
    if (misfit !== null) return misfit
  }
  return null
}

const partsOf = (expr: Expr): readonly Expr[] =>
  expr.kind === 'list' || expr.kind === 'map' ? childrenOf(expr) : []
