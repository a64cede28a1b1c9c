import { types } from '../check/types.ts'
import type { FunctionDefinition } from '../run/functions.ts'
import { StringList } from '../values/containers.ts'
import { compilePattern } from '../values/patterns.ts'
import { CelError, type Result } from '../values/value.ts'
import { patternSearch } from './costs.ts'
import { member } from './define.ts'

const { int, string } = types

const illegal = ({ message }: CelError): CelError => new CelError(`Illegal regex: ${message}`)

function find(text: string, pattern: string): Result {
  const expression = compilePattern(pattern)
  if (expression instanceof CelError) return illegal(expression)
  const matcher = expression.matcher(text)
  return matcher.find() ? (matcher.group() ?? '') : ''
}

/** Matches that do not overlap, at most `limit` of them, all for a negative one. */
function findAll(text: string, pattern: string, limit = -1n): Result {
  const expression = compilePattern(pattern)
  if (expression instanceof CelError) return illegal(expression)
  const found: string[] = []
  const matcher = expression.matcher(text)
  let previousEnd = -1
  while ((limit < 0n || found.length < limit) && matcher.find()) {
    // A match of nothing right behind another one does not count.
    if (matcher.start() === matcher.end() && matcher.start() === previousEnd) continue
    previousEnd = matcher.end()
    found.push(matcher.group() ?? '')
  }
  return new StringList(found)
}

/** A pattern that is a constant is read before anything runs. */
const searching = { ...patternSearch, patternAt: 1 } as const

export const regexFunctions: readonly FunctionDefinition[] = [
  member('find', 'string_find_string', [string, string], string, find, searching),
  member('findAll', 'string_find_all_string', [string, string], types.list(string), findAll, searching),
  member(
    'findAll',
    'string_find_all_string_int',
    [string, string, int],
    types.list(string),
    findAll,
    searching,
  ),
]
