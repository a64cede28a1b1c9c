import { plainScalar } from './scalars.ts'
import type { ScalarStyle } from './tree.ts'

const prefix = 'tag:yaml.org,2002:'

/**
 * The value of a scalar with or without a tag, as go.yaml.in/yaml/v2 resolves it: quotes make text
 * unless a tag says otherwise, `!!binary` is decoded, unknown tags leave text.
 * @param refuse told why the tag does not fit
 */
export function taggedScalar(
  text: string,
  style: ScalarStyle,
  tag: string | null,
  refuse: (message: string) => void,
): unknown {
  if (tag === null) return style === 'plain' ? plainScalar(text) : text
  if (!tag.startsWith(prefix)) return text
  const name = tag.slice(prefix.length)
  if (name === 'binary') return decodedBase64(text, refuse)
  if (!resolved.has(name)) return text
  const value = plainScalar(text)
  if (typeOf(value) === name || (name === 'float' && typeof value === 'number')) return value
  if (name === 'float' && typeof value === 'bigint') return Number(value)
  if (name === 'timestamp') return text
  refuse(`The text is no !!${name}.`)
  return text
}

const resolved: ReadonlySet<string> = new Set(['bool', 'int', 'float', 'null', 'timestamp'])

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'bigint') return 'int'
  return typeof value === 'number' ? (Number.isInteger(value) ? 'int' : 'float') : 'str'
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function decodedBase64(text: string, refuse: (message: string) => void): string {
  const digits = text.replace(/[\r\n]/g, '')
  if (!base64.test(digits)) {
    refuse('What stands behind !!binary is no base64.')
    return text
  }
  const bytes = Uint8Array.from(atob(digits), character => character.charCodeAt(0))
  const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  // Go writes U+FFFD for bytes that are no UTF-8: what the object would hold is not what was meant.
  if (decoded.includes('\ufffd'))
    refuse(
      'These bytes are no text: they cannot stand in a JSON string. Leave out !!binary where the field takes base64, as `data` of a Secret and `binaryData` do.',
    )
  return decoded
}
