import { LineCounter, parseDocument } from 'yaml'
import { readRegularYaml } from './regularYaml.ts'
import { goTags } from './scalars.ts'

/** A value, or why there is none. The line is 1-based within the text. */
export type ParsedText =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly line: number; readonly message: string }

/**
 * Reads one YAML document as the API server's tools do (sigs.k8s.io/yaml on goyaml v2): the words
 * of YAML 1.1 for true and false, octal numbers that begin with 0, merge keys, and times as text.
 */
export function parseYaml(text: string): ParsedText {
  const regular = readRegularYaml(text)
  return regular === undefined ? readWholeYaml(text) : { ok: true, value: regular }
}

/** As `parseYaml`, by the reader that knows all of YAML. */
export function readWholeYaml(text: string): ParsedText {
  const lines = new LineCounter()
  try {
    const document = parseDocument(text, {
      schema: 'core',
      customTags: goTags,
      merge: true,
      uniqueKeys: true,
      stringKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
      lineCounter: lines,
    })
    const [error] = document.errors
    if (error === undefined) {
      const value: unknown = document.toJS({ maxAliasCount: 100 })
      return containsItself(value, new Set(), new Set())
        ? { ok: false, line: 1, message: 'One of its anchors contains itself: a document without an end.' }
        : { ok: true, value }
    }
    const line = Math.max(1, lines.linePos(error.pos[0]).line)
    return { ok: false, line, message: faultWords(error.code, error.message, text, line) }
  } catch (error) {
    // Aliases that multiply, or nesting that no stack holds.
    if (!(error instanceof ReferenceError || error instanceof RangeError)) throw error
    const message =
      error instanceof ReferenceError
        ? 'Its aliases repeat too much: a document that grows when it is read.'
        : tooDeep
    return { ok: false, line: 1, message }
  }
}

/** An alias within its own anchor. @param path what the value stands in @param done what is known to end */
function containsItself(value: unknown, path: Set<object>, done: Set<object>): boolean {
  if (typeof value !== 'object' || value === null || done.has(value)) return false
  if (path.has(value)) return true
  path.add(value)
  if (Object.values(value).some(inner => containsItself(inner, path, done))) return true
  path.delete(value)
  done.add(value)
  return false
}

export const tooDeep = 'It is nested too deeply.'

/** The words of V8 for a recursion that ran out of stack. */
export const outOfStack = /call stack size/

const template = /\{\{-?\s*[^}]*\}\}/

function faultWords(code: string, message: string, text: string, line: number): string {
  const at = text.split('\n', line + 1)
  const isTemplate = template.test(at[line - 1] ?? '') || template.test(text.slice(0, 4000))
  if (isTemplate) return 'This is a template, not YAML: render it first, with `helm template` for instance.'
  if (outOfStack.test(message)) return tooDeep
  if (code === 'DUPLICATE_KEY') return 'The same key occurs twice in one mapping.'
  return `This is not valid YAML: ${message}.`
}
