import { RE2JS } from 're2js'
import { AppError } from '../errors/index.ts'
import type { LogFilter, LogLevelName, LogSearch } from '../ipc/index.ts'
import { fieldOf } from './fields.ts'

/** Whether a text is met. Linear in the text, whatever the pattern. */
export type TextTest = (text: string) => boolean

export interface CompiledFilter {
  /** Lets everything through. */
  readonly isEmpty: boolean
  /** Null: any text. Inverted where the filter is. */
  readonly meetsText: TextTest | null
  /** Null: any level. */
  readonly levels: ReadonlySet<LogLevelName | null> | null
  /** Null: whatever its members. */
  readonly meetsFields: TextTest | null
  /** Sources that are left out. */
  readonly hidden: ReadonlySet<number>
  readonly around: number
}

/** @throws AppError `invalid` for a pattern that is none, with its place */
export function compileFilter(filter: LogFilter): CompiledFilter {
  const { text, levels, fields, hidden, isInverted } = filter
  const meets = text === '' ? null : textTest(filter)
  return {
    isEmpty: text === '' && levels.length === 0 && fields.length === 0 && hidden.length === 0,
    meetsText: meets === null || !isInverted ? meets : line => !meets(line),
    levels: levels.length === 0 ? null : new Set(levels.map(level => (level === 'none' ? null : level))),
    meetsFields: fields.length === 0 ? null : fieldsTest(fields),
    hidden: new Set(hidden),
    around: text === '' ? 0 : filter.around,
  }
}

/** Null for an empty search, which meets nothing. @throws AppError `invalid` as above */
export function compileSearch(search: LogSearch | null): TextTest | null {
  return search === null || search.text === '' ? null : textTest(search)
}

function textTest({ text, isPattern, isCaseSensitive }: LogSearch): TextTest {
  if (isPattern) {
    const pattern = compiled(text, isCaseSensitive)
    return line => pattern.test(line)
  }
  if (isCaseSensitive) return line => line.includes(text)
  const lower = text.toLowerCase()
  return line => line.toLowerCase().includes(lower)
}

/** RE2's syntax and time: no text makes a pattern run away. */
function compiled(pattern: string, isCaseSensitive: boolean): RE2JS {
  try {
    return RE2JS.compile(pattern, isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE)
  } catch (error) {
    throw new AppError(
      {
        kind: 'invalid',
        reason: 'InvalidPattern',
        message: `This is no pattern: ${faultOf(pattern, error)}. Patterns are written in the syntax of RE2; to look for the text itself, turn patterns off.`,
      },
      { cause: error },
    )
  }
}

/** What is wrong and at which character, counted from 1. */
function faultOf(pattern: string, error: unknown): string {
  const fault = error as { readonly error?: unknown; readonly input?: unknown }
  const why = typeof fault.error === 'string' ? fault.error : 'it cannot be read'
  const part = typeof fault.input === 'string' ? fault.input.replace(/^\(\?i\)/, '') : ''
  if (part === '' || part === pattern) return `${why}${unclosed(pattern, why)}`
  const at = pattern.indexOf(part)
  return at < 0 ? why : `${why} at character ${at + 1} (${part})`
}

/** The parser names the whole pattern for a bracket that is never closed, or never opened. */
function unclosed(pattern: string, why: string): string {
  const open: number[] = []
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]
    if (character === '\\') at++
    else if (character === '(') open.push(at)
    else if (character === ')' && open.pop() === undefined) return ` at character ${at + 1}`
  }
  const last = open.at(-1)
  return last === undefined || !why.includes(')') ? '' : `, for the one at character ${last + 1}`
}

type FieldTerm = LogFilter['fields'][number]

function fieldsTest(terms: readonly FieldTerm[]): TextTest {
  const tests = terms.map(fieldTest)
  return line => tests.every(test => test(line))
}

function fieldTest({ key, how, value }: FieldTerm): TextTest {
  // A line in which the last part of the name does not stand need not be parsed.
  const hint = JSON.stringify(key.slice(key.lastIndexOf('.') + 1)).slice(1)
  const found = (line: string): string | undefined => (line.includes(hint) ? fieldOf(line, key) : undefined)
  switch (how) {
    case 'is':
      return line => found(line) === value
    case 'differs':
      return line => found(line) !== value
    case 'contains': {
      const lower = value.toLowerCase()
      return line => found(line)?.toLowerCase().includes(lower) === true
    }
    case 'exists':
      return line => found(line) !== undefined
  }
}
