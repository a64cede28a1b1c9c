import { CelError } from '../values/value.ts'

/** One `%…` of a template. */
export interface Clause {
  readonly verb: 's' | 'd' | 'f' | 'e' | 'b' | 'x' | 'X' | 'o'
  /** Digits behind the point; null where none were asked for. */
  readonly precision: number | null
}

export interface Placed {
  readonly clause: Clause
  /** Position of its argument. */
  readonly index: number
}

const hexFault = 'only integers, byte buffers, and strings can be formatted as hex'

/** What is said of an argument that a clause is not for. */
export const clauseFaults: Readonly<Record<Clause['verb'], string>> = {
  s: 'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
  d: 'decimal clause can only be used on integers',
  f: 'fixed-point clause can only be used on doubles',
  e: 'scientific clause can only be used on doubles',
  b: 'only integers and bools can be formatted as binary',
  x: hexFault,
  X: hexFault,
  o: 'octal clause can only be used on integers',
}

/**
 * Takes a template apart; ends with an error where it is none, or where there are too few arguments.
 * Which of the two the server sees first depends on when it looks.
 */
export function* readTemplate(
  template: string,
  size: number,
  looks: 'whenCompiled' | 'whenRun',
): Generator<string | Placed | CelError> {
  let [at, index] = [0, 0]
  while (at < template.length) {
    const percent = template.indexOf('%', at)
    if (percent < 0) return yield template.slice(at)
    yield template.slice(at, percent)
    if (template.charAt(percent + 1) === '%') {
      yield '%'
      at = percent + 2
      continue
    }
    const ended = percent + 1 >= template.length ? new CelError('unexpected end of string') : null
    const lacking = index >= size ? new CelError(`index ${index} out of range`) : null
    const fault = looks === 'whenRun' ? (lacking ?? ended) : (ended ?? lacking)
    if (fault !== null) return yield fault
    const read = readClause(template.slice(percent + 1))
    if (typeof read === 'string') return yield new CelError(`could not parse formatting clause: ${read}`)
    yield { clause: read.clause, index }
    index += 1
    at = percent + 1 + read.length
  }
}

/** A clause and how long it is, or why it is none. */
function readClause(text: string): { readonly clause: Clause; readonly length: number } | string {
  const digits = /^\.([0-9]*)/.exec(text)?.[1]
  const behind = digits === undefined ? 0 : digits.length + 1
  const wrongPrecision = (why: string): string => `error while parsing precision: ${why}`
  if (digits !== undefined && behind >= text.length)
    return wrongPrecision('could not find end of precision specifier')
  const precision = digits === undefined ? null : Number(digits)
  const fault =
    digits === '' ? 'invalid syntax' : precision !== null && precision > 2 ** 63 ? 'value out of range' : null
  if (fault !== null)
    return wrongPrecision(
      `error while converting precision to integer: strconv.Atoi: parsing "${digits}": ${fault}`,
    )
  const verb = text.charAt(behind)
  if (isVerb(verb)) return { clause: { verb, precision }, length: behind + 1 }
  // The server looks at bytes: of a longer character it names the first.
  const [byte = 0] = new TextEncoder().encode(text.slice(behind, behind + 2))
  return `unrecognized formatting clause "${String.fromCharCode(byte)}"`
}

const isVerb = (text: string): text is Clause['verb'] =>
  text !== '' && text in clauseFaults && text.length === 1
