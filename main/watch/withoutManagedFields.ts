import { Buffer } from 'node:buffer'

const key = Buffer.from(',"managedFields":[')
/** Ends of managedFields, metadata, object, row, rows, Table and event, in this order. */
const end = Buffer.from(']}}}]}}')

/** The end of an array with another field after it. Within managedFields there are no arrays. */
const endOfOtherArray = Buffer.from('],"')

/**
 * Parses a line of a watch without the managedFields, which are most of its bytes: they are cut
 * out before the text is decoded where the line has the usual order (metadata last, and
 * managedFields last in it; the Go types of the API server have that order).
 *
 * The cut is safe. Within a JSON string every `"` is escaped, so the bytes searched for can only
 * be a real key followed by a real array. If fields followed that array, it would end in `],"`;
 * where nesting differs, the text that is left does not parse or has no name. All those are read
 * in full.
 * @throws SyntaxError when the line is no JSON
 */
export function withoutManagedFields(line: Buffer): unknown {
  const from = line.indexOf(key)
  if (from >= 0 && endsWith(line, end) && line.indexOf(endOfOtherArray, from) < 0) {
    const parsed = tryParse(
      line.toString('utf8', 0, from) + line.toString('utf8', line.length - end.length + 1),
    )
    if (hasName(parsed)) return parsed
  }
  return JSON.parse(line.toString('utf8'))
}

function endsWith(line: Buffer, suffix: Buffer): boolean {
  return (
    line.length >= suffix.length && line.compare(suffix, 0, suffix.length, line.length - suffix.length) === 0
  )
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function hasName(event: unknown): boolean {
  const name = (
    event as { object?: { rows?: readonly { object?: { metadata?: { name?: unknown } } }[] } } | null
  )?.object?.rows?.[0]?.object?.metadata?.name
  return typeof name === 'string'
}
