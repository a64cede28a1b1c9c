/**
 * Words that YAML 1.1 or 1.2 reads as something else than a string: kubectl and Helm read 1.1,
 * most other tools 1.2, so a string that looks like either's boolean, null or number is quoted.
 */
const words = /^(?:~|null|true|false|yes|no|on|off|y|n|<<|=)$/i
const number =
  /^[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[\da-f_]+|\d[\d_]*(?::[0-5]?\d)*(?:\.[\d_]*)?(?:e[-+]?\d+)?|\.[\d_]+(?:e[-+]?\d+)?|e[-+]?\d+|\.inf|\.nan|\.)$/i
const date = /^\d{4}-\d{1,2}-\d{1,2}/
/** Characters that begin something else than a plain scalar. */
const indicator = /^[-?:,[\]{}#&*!|>'"%@`\s]/
const unsafeInside = /: |:$| #|\s$|\t/
/**
 * What must be escaped: control characters, line separators, byte order marks, lone surrogates
 * and the non-characters that YAML does not call printable.
 */
const special = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|[\ud800-\udfff]/
const surrogatePair = /[\ud800-\udbff][\udc00-\udfff]/g

/** True when the string must stand in double quotes; `isBlock` when its lines form a block. */
export function quotedString(text: string, isBlock = false): boolean {
  if (hasSpecial(text)) return true
  if (isBlock) return false
  return (
    text === '' ||
    text.includes('\n') ||
    text.includes('\t') ||
    words.test(text) ||
    indicatorNeedsQuotes(text) ||
    unsafeInside.test(text) ||
    (text.length < 64 && number.test(text)) ||
    date.test(text) ||
    text.startsWith('---') ||
    text.startsWith('...')
  )
}

function hasSpecial(text: string): boolean {
  if (!special.test(text)) return false
  return special.test(text.replace(surrogatePair, ''))
}

/** `-x`, `?x` and `:x` are plain; every other indicator, and these alone or before a space, are not. */
function indicatorNeedsQuotes(text: string): boolean {
  if (!indicator.test(text)) return false
  return !/^[-?:][^\s,[\]{}]/.test(text)
}

/** Any value without fields or items on one line. */
export function yamlScalar(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'string') return quotedString(value) ? doubleQuoted(value) : value
  if (typeof value === 'number') return numberText(value)
  if (Array.isArray(value)) return '[]'
  if (typeof value === 'object') return '{}'
  return String(value)
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return '.nan'
  if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf'
  return Object.is(value, -0) ? '-0.0' : String(value)
}

export function yamlKey(name: string): string {
  // Simple keys end after 1,024 characters by the standard; longer ones only exist in hostile objects.
  return quotedString(name) ? doubleQuoted(name) : name
}

export function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
