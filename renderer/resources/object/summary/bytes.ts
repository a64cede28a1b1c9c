/** Bytes of base64, or null where it is none. */
export function bytesOfBase64(base64: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(base64), character => character.charCodeAt(0))
  } catch {
    return null
  }
}

/** The text, or null when the bytes are no text a person could read. */
export function textOfBytes(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return /[\u0000-\u0008\u000e-\u001f]/.test(text) ? null : text
  } catch {
    return null
  }
}

const width = 16

/** Offsets, bytes and characters, as `xxd` prints them. */
export function hexDump(bytes: Uint8Array, limit = 4096): string {
  const lines: string[] = []
  for (let offset = 0; offset < Math.min(bytes.length, limit); offset += width) {
    const row = [...bytes.subarray(offset, Math.min(offset + width, limit))]
    const hex = row.map(byte => byte.toString(16).padStart(2, '0')).join(' ')
    const characters = row.map(byte => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')).join('')
    lines.push(`${offset.toString(16).padStart(8, '0')}  ${hex.padEnd(width * 3 - 1)}  ${characters}`)
  }
  if (bytes.length > limit) lines.push(`… ${(bytes.length - limit).toLocaleString('en')} more bytes`)
  return lines.join('\n')
}

/** `1 byte`, `512 bytes`, `12.5 KiB`. */
export function sizeText(bytes: number): string {
  if (bytes === 1) return '1 byte'
  if (bytes < 1024) return `${bytes} bytes`
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KiB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}
