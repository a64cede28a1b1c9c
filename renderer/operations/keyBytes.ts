export type KeyBytes = Uint8Array<ArrayBuffer>

/** Bytes of all values of one object together, at most. Source: kubernetes, pkg/apis/core, MaxSecretSize. */
export const mostBytes = 1024 * 1024

/** Text of bytes that are UTF-8 throughout, a BOM included; null where they are not. */
export function textOfBytes(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Offset, bytes and printable characters, 16 to the line. */
export function hexOf(bytes: Uint8Array, most: number): string {
  const lines: string[] = []
  for (let from = 0; from < Math.min(bytes.length, most); from += 16) {
    const line = [...bytes.subarray(from, Math.min(from + 16, most))]
    const hex = line.map(each => each.toString(16).padStart(2, '0')).join(' ')
    const shown = line.map(each => (each >= 32 && each < 127 ? String.fromCharCode(each) : '.')).join('')
    lines.push(`${from.toString(16).padStart(6, '0')}  ${hex.padEnd(47)}  ${shown}`)
  }
  return lines.join('\n')
}
