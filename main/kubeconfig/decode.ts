/**
 * Text of a file as editors of all systems write it: UTF-8 with or without a byte order mark,
 * UTF-16 of either order (PowerShell writes it), any line ending.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decodeAs('utf-16le', bytes)
  if (first === 0xfe && second === 0xff) return decodeAs('utf-16be', bytes)
  // Without a mark: kubeconfigs begin with ASCII, so a zero byte tells the order.
  if (bytes.length > 1 && second === 0) return decodeAs('utf-16le', bytes)
  if (bytes.length > 1 && first === 0) return decodeAs('utf-16be', bytes)
  return decodeAs('utf-8', bytes)
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes)
}
