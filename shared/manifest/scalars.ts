/**
 * Plain scalars as the API server and kubectl read them: sigs.k8s.io/yaml on go.yaml.in/yaml/v2
 * (`resolve.go`), which is YAML 1.1 without sexagesimal numbers, with times as text.
 */
const words: ReadonlyMap<string, boolean | null> = new Map([
  ...entriesOf(true, 'y Y yes Yes YES true True TRUE on On ON'),
  ...entriesOf(false, 'n N no No NO false False FALSE off Off OFF'),
  ...entriesOf(null, '~ null Null NULL'),
])

const infinities: ReadonlyMap<string, number> = new Map([
  ...entriesOf(Number.NaN, '.nan .NaN .NAN'),
  ...entriesOf(Number.POSITIVE_INFINITY, '.inf .Inf .INF +.inf +.Inf +.INF'),
  ...entriesOf(Number.NEGATIVE_INFINITY, '-.inf -.Inf -.INF'),
])

function entriesOf<Value>(value: Value, texts: string): (readonly [string, Value])[] {
  return texts.split(' ').map(text => [text, value] as const)
}

const float = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/
const integer = /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))$/
const smallest = -(2n ** 63n)
const largest = 2n ** 64n - 1n

/** A value as JSON has it; a whole number beyond 2^53 is a bigint. */
export function plainScalar(text: string): string | number | bigint | boolean | null {
  if (text === '') return null
  const first = text.charCodeAt(0)
  const isDigit = first >= 0x30 && first <= 0x39
  if (isDigit || first === 0x2b || first === 0x2d || first === 0x2e) return numberOr(text)
  if (text.length > 5) return text
  const word = words.get(text)
  return word === undefined ? text : word
}

function numberOr(text: string): string | number | bigint {
  const special = infinities.get(text)
  if (special !== undefined) return special
  if (text.startsWith('.')) return /^\.[0-9]+([eE][-+]?[0-9]+)?$/.test(text) ? finiteOr(text, text) : text
  const digits = text.includes('_') ? text.replaceAll('_', '') : text
  const whole = wholeNumber(digits)
  if (whole !== null) return whole
  return float.test(digits) ? finiteOr(digits, text) : text
}

function finiteOr(digits: string, text: string): string | number {
  const value = Number(digits)
  return Number.isFinite(value) ? value : text
}

/** A whole number of 64 bits, with a sign or without; null for everything else. */
function wholeNumber(digits: string): number | bigint | null {
  const match = integer.exec(digits)
  if (match === null) return null
  const [, sign = '', hexadecimal, binary, octal, decimal = ''] = match
  if (decimal !== '' && decimal.length < 16) return Number(sign === '-' ? `-${decimal}` : decimal) + 0
  const magnitude = BigInt(
    hexadecimal !== undefined
      ? `0x${hexadecimal}`
      : binary !== undefined
        ? `0b${binary}`
        : octal !== undefined
          ? `0o${octal}`
          : decimal,
  )
  // An unsigned number beyond 63 bits takes no sign.
  if (sign === '-' ? -magnitude < smallest : magnitude > (sign === '+' ? -smallest - 1n : largest))
    return null
  return narrowed(sign === '-' ? -magnitude : magnitude)
}

function narrowed(value: bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/** Truths of YAML 1.1 that are words in YAML 1.2. */
export const norwayWord = /^(?:y|Y|yes|Yes|YES|on|On|ON|n|N|no|No|NO|off|Off|OFF)$/
/** Begins as an octal number, and has a digit that none has. */
export const brokenOctal = /^[-+]?0[0-9_]*[89][0-9_]*$/
/** Octal as YAML 1.1 writes it; a reader of YAML 1.2 takes it for a decimal number. */
export const oldOctal = /^[-+]?0[0-7_]*[1-7][0-7_]*$/
