import { RE2JS } from 're2js'
import { CelError } from './value.ts'

/** Patterns that were compiled, the last used last; expressions come back over and over. */
const compiled = new Map<string, RE2JS | CelError>()
const keptPatterns = 500

/** A pattern in RE2’s syntax, which takes linear time whatever the text. */
export function compilePattern(pattern: string): RE2JS | CelError {
  const known = compiled.get(pattern) ?? compile(pattern)
  compiled.delete(pattern)
  compiled.set(pattern, known)
  const [oldest] = compiled.keys()
  if (compiled.size > keptPatterns && oldest !== undefined) compiled.delete(oldest)
  return known
}

function compile(pattern: string): RE2JS | CelError {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    return new CelError(error instanceof Error ? error.message : String(error))
  }
}
