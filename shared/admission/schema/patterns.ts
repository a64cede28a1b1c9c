import { RE2JS } from 're2js'

/** Patterns that were compiled, the last used last: schemas are checked over and over. A text is a fault. */
const compiled = new Map<string, RE2JS | string>()
const keptPatterns = 500

function compile(pattern: string): RE2JS | string {
  const known = compiled.get(pattern) ?? made(pattern)
  compiled.delete(pattern)
  compiled.set(pattern, known)
  const [oldest] = compiled.keys()
  if (compiled.size > keptPatterns && oldest !== undefined) compiled.delete(oldest)
  return known
}

function made(pattern: string): RE2JS | string {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Why a pattern is none; null where it is one. */
export function patternFault(pattern: string): string | null {
  const known = compile(pattern)
  return typeof known === 'string' ? known : null
}

/** Whether it is found in the text, anywhere: RE2, whose time grows with the text alone. */
export function matches(pattern: string, text: string): boolean {
  const known = compile(pattern)
  return typeof known !== 'string' && known.matcher(text).find()
}
