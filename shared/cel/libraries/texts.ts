import { types } from '../check/types.ts'
import type { Cost, FunctionDefinition } from '../run/functions.ts'
import { patternFactor, sizeOf, traversalFactor } from '../run/sizes.ts'
import { compilePattern } from '../values/patterns.ts'
import { CelError, type Result, type Value } from '../values/value.ts'
import { global, member } from './define.ts'
import { noSuchOverload, withoutTrait } from './traits.ts'

export { compilePattern }

const { bool, string } = types

const traversal: Cost = ([text]) => Math.ceil(sizeOf(text) * traversalFactor)

const both: Cost = ([text, part]) =>
  Math.ceil(sizeOf(text) * traversalFactor) * Math.ceil(sizeOf(part) * traversalFactor)

/** A text of nothing still costs its pattern. */
const match: Cost = ([text, pattern]) =>
  Math.ceil((1 + sizeOf(text)) * traversalFactor) * Math.ceil(sizeOf(pattern) * patternFactor)

function matches(text: string, pattern: string): Result {
  const expression = compilePattern(pattern)
  return expression instanceof CelError ? expression : expression.matcher(text).find()
}

/** The server has one implementation, which only texts can be handed to. */
function singleton([text = null, pattern = null]: readonly Value[]): Result {
  if (typeof text !== 'string') return withoutTrait('matches', text)
  return typeof pattern === 'string' ? matches(text, pattern) : noSuchOverload()
}

const isMatch = { patternAt: 1, singleton } as const

export const textLibrary: readonly FunctionDefinition[] = [
  member(
    'contains',
    'contains_string',
    [string, string],
    bool,
    (text: string, part: string) => text.includes(part),
    { cost: both, isUnguarded: true },
  ),
  member(
    'endsWith',
    'ends_with_string',
    [string, string],
    bool,
    (text: string, end: string) => text.endsWith(end),
    { cost: traversal, isUnguarded: true },
  ),
  member(
    'startsWith',
    'starts_with_string',
    [string, string],
    bool,
    (text: string, start: string) => text.startsWith(start),
    { cost: traversal, isUnguarded: true },
  ),
  global('matches', 'matches', [string, string], bool, matches, isMatch),
  member('matches', 'matches_string', [string, string], bool, matches, { cost: match, ...isMatch }),
]
