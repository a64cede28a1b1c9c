import { RE2JS } from 're2js'
import { CelError } from './value.ts'

/** Patterns that were compiled, the oldest first; expressions come back over and over. */
const compiled = new Map<string, RE2JS | CelError>()
const keptPatterns = 500

/** A pattern in RE2’s syntax, which takes linear time whatever the text. */
export function compilePattern(pattern: string): RE2JS | CelError {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  const made = compile(pattern)
  compiled.set(pattern, made)
  const [oldest] = compiled.size > keptPatterns ? compiled.keys() : []
  if (oldest !== undefined) compiled.delete(oldest)
  return made
}

function compile(pattern: string): RE2JS | CelError {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    return new CelError(error instanceof Error ? error.message : String(error))
  }
}
