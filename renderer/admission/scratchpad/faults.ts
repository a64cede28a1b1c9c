import type { EvaluatedExpression, KindSchema } from '../../../shared/ipc/index.ts'
import { isMapping } from '../../../shared/kube/index.ts'

/** What does not compile, in few words: the parser lists all that might have come. */
export function issueInWords(message: string, source: string): string {
  if (!/mismatched input '<EOF>'/.test(message)) return message
  const missing = closingOf(source)
  return missing === '' ? 'It ends too early.' : `It ends too early: ${missing} is missing.`
}

const closings: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** The bracket that closes the innermost one that is open at the end; empty where none is. */
function closingOf(source: string): string {
  const open: string[] = []
  const plain = source.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\/.*$/gm, '')
  for (const sign of plain) {
    const closing = closings[sign]
    if (closing !== undefined) open.push(closing)
    else if (sign === open.at(-1)) open.pop()
  }
  const last = open.at(-1)
  return last === undefined ? '' : `'${last}'`
}

/** What went wrong, without the expression in which it did. */
export function faultOf(message: string): string {
  return /^expression '.*' resulted in error: (?<fault>.+)$/s.exec(message)?.groups?.fault ?? message
}

/** Why an expression fails, with what the schema or the values say of it. */
export function failureInWords(
  told: string,
  expression: Pick<EvaluatedExpression, 'source' | 'parts'>,
  schema: KindSchema | null,
): string {
  const message = faultOf(told)
  const key = /no such key: (\w+)/.exec(message)?.[1]
  if (key !== undefined) {
    const near = schema === null ? null : nearestOf(key, fieldNames(schema))
    return near === null ? message : `${message} – ${near}?`
  }
  if (message !== 'no such overload') return message
  const operands = operandsOf(message, expression)
  return operands === null ? message : `${message}: ${operands}`
}

/** `string + int`: the types of the operands of the innermost part that fails; null where they are not known. */
function operandsOf(
  message: string,
  { source, parts }: Pick<EvaluatedExpression, 'source' | 'parts'>,
): string | null {
  const failing = parts
    .filter(({ text }) => text === message)
    .toSorted((one, other) => one.end - one.start - (other.end - other.start))[0]
  if (failing === undefined) return null
  const inner = parts.filter(
    part => part !== failing && part.start >= failing.start && part.end <= failing.end,
  )
  const [left, right] = inner
    .filter(
      part => !inner.some(other => other !== part && other.start <= part.start && other.end >= part.end),
    )
    .toSorted((one, other) => one.start - other.start)
  if (left === undefined || right === undefined) return null
  const operator = source.slice(left.end, right.start).replace(/[()\s]/g, '')
  const types = [typeOf(left.text), typeOf(right.text)]
  if (types.includes(null) || !/^[^\w\s]{1,2}$/.test(operator)) return null
  return `${types[0]} ${operator} ${types[1]}`
}

/** Type of a value, as it is written. */
function typeOf(text: string): string | null {
  if (/^["']/.test(text)) return 'string'
  if (text === 'true' || text === 'false') return 'bool'
  if (text === 'null') return 'null'
  if (/^-?\d+$/.test(text)) return 'int'
  if (/^\d+u$/.test(text)) return 'uint'
  if (/^-?\d+\.\d+/.test(text)) return 'double'
  if (text.startsWith('[')) return 'list'
  return text.startsWith('{') ? 'map' : null
}

function fieldNames({ schemas }: KindSchema): ReadonlySet<string> {
  const names = new Set<string>()
  for (const schema of Object.values(schemas)) {
    const fields = isMapping(schema) ? schema.properties : undefined
    if (isMapping(fields)) for (const name of Object.keys(fields)) names.add(name)
  }
  return names
}

/** So many letters may be other, missing or too many. */
const mostEdits = 2

function nearestOf(word: string, names: ReadonlySet<string>): string | null {
  let nearest: string | null = null
  let least = Math.min(mostEdits, Math.floor(word.length / 3)) + 1
  for (const name of names) {
    if (name === word || Math.abs(name.length - word.length) >= least) continue
    const edits = editsBetween(word.toLowerCase(), name.toLowerCase())
    if (edits >= least) continue
    least = edits
    nearest = name
  }
  return nearest
}

function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (let place = 0; place < other.length; place++) {
      const replaced = (row[place] ?? 0) + (letter === other[place] ? 0 : 1)
      next.push(Math.min(replaced, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
