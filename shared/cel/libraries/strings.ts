import { types } from '../check/types.ts'
import type { FunctionDefinition } from '../run/functions.ts'
import { StringList } from '../values/containers.ts'
import { showValue } from '../values/show.ts'
import { CelError, type ListValue, type Result, typeNameOf, type Value } from '../values/value.ts'
import { deepTraversal, oneTraversal, resultTraversal, twoTraversals } from './costs.ts'
import { global, member } from './define.ts'
import { quoteCel } from './quote.ts'

const { int, string } = types
const strings = types.list(string)

const outOfRange = (index: bigint): CelError => new CelError(`index out of range: ${index}`)

/** Characters are code points, as the server counts them. */
function charAt(text: string, index: bigint): Result {
  const characters = [...text]
  if (index < 0n || index > characters.length) return outOfRange(index)
  return characters[Number(index)] ?? ''
}

function indexOf(text: string, part: string, from = 0n): Result {
  if (part === '') return from
  if (from < 0n) return outOfRange(from)
  const characters = [...text]
  if (from >= characters.length) return -1n
  const before = characters.slice(0, Number(from)).join('')
  const at = text.indexOf(part, before.length)
  return at < 0 ? -1n : BigInt([...text.slice(0, at)].length)
}

function lastIndexOf(text: string, part: string): Result {
  const length = BigInt([...text].length)
  if (part === '') return length
  return length === 0n ? -1n : lastIndexFrom(text, part, length - 1n)
}

function lastIndexFrom(text: string, part: string, from: bigint): Result {
  if (part === '') return from
  if (from < 0n) return outOfRange(from)
  const characters = [...text]
  if (from >= characters.length) return -1n
  const at = text.lastIndexOf(part, characters.slice(0, Number(from)).join('').length)
  return at < 0 ? -1n : BigInt([...text.slice(0, at)].length)
}

function substring(text: string, start: bigint): Result {
  const characters = [...text]
  if (start < 0n || start > characters.length) return outOfRange(start)
  return characters.slice(Number(start)).join('')
}

function range(text: string, start: bigint, end: bigint): Result {
  const characters = [...text]
  if (start > end) return new CelError(`invalid substring range. start: ${start}, end: ${end}`)
  if (start < 0n || start > characters.length) return outOfRange(start)
  if (end < 0n || end > characters.length) return outOfRange(end)
  return characters.slice(Number(start), Number(end)).join('')
}

/** Parts between separators; an empty separator stands between all characters. At most `limit` parts, -1 for all. */
function parts(text: string, separator: string, limit: bigint): readonly string[] {
  if (limit === 0n) return []
  const all = separator === '' ? [...text] : text.split(separator)
  if (limit < 0n || BigInt(all.length) <= limit) return all
  const head = all.slice(0, Number(limit) - 1)
  return [...head, all.slice(Number(limit) - 1).join(separator)]
}

function split(text: string, separator: string, limit = -1n): Result {
  return new StringList(parts(text, separator, limit))
}

/** Characters that no result may have more of: a text may grow by itself over and over. */
const longest = 2 ** 26

const tooLong = (): CelError => new CelError('the result is too long')

function replace(text: string, old: string, by: string, limit = -1n): Result {
  const mostTimes = old === '' ? text.length + 1 : text.length / old.length
  if (text.length + mostTimes * by.length > longest) return tooLong()
  if (old !== '') return parts(text, old, limit < 0n ? -1n : limit + 1n).join(by)
  // Between all characters, and at both ends.
  const characters = [...text]
  const times = limit < 0n ? characters.length + 1 : Math.min(Number(limit), characters.length + 1)
  const head = characters.slice(0, Math.max(times - 1, 0))
  const start = times === 0 ? '' : by + head.map(character => character + by).join('')
  return start + characters.slice(head.length).join('')
}

/** What Go calls space: unlike JavaScript’s, without the byte order mark and with the next-line sign. */
const space = '[\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]'
const ends = new RegExp(`^${space}+|${space}+$`, 'g')

/** The server prints the number behind null, which is 0. */
const shown = (value: Value): string => (value === null ? '0' : showValue(value))

const joining =
  (fault: (element: Value) => string) =>
  (list: ListValue, separator = ''): Result => {
    const texts: string[] = []
    let length = 0
    for (const element of list) {
      if (typeof element !== 'string') return new CelError(fault(element))
      length += element.length + separator.length
      if (length > longest) return tooLong()
      texts.push(element)
    }
    return texts.join(separator)
  }

const joins = (join: (list: ListValue, separator?: string) => Result): readonly FunctionDefinition[] => [
  member('join', 'list_join', [strings], string, join, resultTraversal),
  member('join', 'list_join_string', [strings, string], string, join, resultTraversal),
]

/** `join` of version 0, which servers before 1.29 have. */
export const oldJoinFunctions = joins(
  joining(element => `unsupported type conversion from '${typeNameOf(element)}' to string`),
)

/** `join` of version 2. */
export const joinFunctions = joins(joining(element => `join: invalid input: ${shown(element)}`))

/** Functions on texts that servers always had (cel-go’s strings library, version 0). */
export const stringFunctions: readonly FunctionDefinition[] = [
  member('charAt', 'string_char_at_int', [string, int], string, charAt),
  member('indexOf', 'string_index_of_string', [string, string], int, indexOf, deepTraversal),
  member('indexOf', 'string_index_of_string_int', [string, string, int], int, indexOf, deepTraversal),
  member('lastIndexOf', 'string_last_index_of_string', [string, string], int, lastIndexOf, deepTraversal),
  member(
    'lastIndexOf',
    'string_last_index_of_string_int',
    [string, string, int],
    int,
    lastIndexFrom,
    deepTraversal,
  ),
  member(
    'lowerAscii',
    'string_lower_ascii',
    [string],
    string,
    (text: string) => text.replace(/[A-Z]/g, letter => letter.toLowerCase()),
    oneTraversal,
  ),
  member(
    'upperAscii',
    'string_upper_ascii',
    [string],
    string,
    (text: string) => text.replace(/[a-z]/g, letter => letter.toUpperCase()),
    oneTraversal,
  ),
  member('replace', 'string_replace_string_string', [string, string, string], string, replace, twoTraversals),
  member(
    'replace',
    'string_replace_string_string_int',
    [string, string, string, int],
    string,
    replace,
    twoTraversals,
  ),
  member('split', 'string_split_string', [string, string], strings, split, twoTraversals),
  member('split', 'string_split_string_int', [string, string, int], strings, split, twoTraversals),
  member('substring', 'string_substring_int', [string, int], string, substring, oneTraversal),
  member('substring', 'string_substring_int_int', [string, int, int], string, range, oneTraversal),
  member('trim', 'string_trim', [string], string, (text: string) => text.replace(ends, ''), oneTraversal),
]

/** What version 2 of the library brought besides `format`. */
export const quoteFunction: FunctionDefinition = global(
  'strings.quote',
  'strings_quote',
  [string],
  string,
  quoteCel,
  { cost: oneTraversal.cost },
)
