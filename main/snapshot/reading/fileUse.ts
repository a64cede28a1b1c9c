/** What a file most likely is, by its name alone. */
export type FileUse = 'objects' | 'log' | 'other'

const objectName = /\.(?:ya?ml|json|jsonl|ndjson)$/i
const logName = /(?:\.log(?:\.[\w.-]+)?|\.logs?\.txt|\/logs?\.txt|\.journal|\/journal)$/i
const logFolder = /\/(?:audit_logs|host_service_logs|node_logs)\//

export function fileUse(label: string): FileUse {
  const slashed = label.replaceAll('\\', '/')
  if (logFolder.test(slashed) || logName.test(slashed)) return 'log'
  return objectName.test(slashed) ? 'objects' : 'other'
}

/** True for entries of archives that are hidden, or notes that macOS adds. */
export function isHiddenEntry(name: string): boolean {
  return name
    .split('/')
    .some(part => (part.startsWith('.') && part !== '.' && part !== '..') || part === '__MACOSX')
}

const objectField = /(?:^|\n|[{,])\s*"?(?:apiVersion|kind)"?\s*:/

/** Whether the first bytes of a file of any name look like objects. */
export function looksLikeObjects(head: Buffer): boolean {
  return objectField.test(head.toString('latin1'))
}

/** Compression that is not read here, by the file's first bytes; empty for none. */
export function foreignCompression(head: Buffer): string {
  const hex = head.subarray(0, 6).toString('hex')
  if (hex.startsWith('fd377a585a00')) return 'xz'
  if (hex.startsWith('425a68')) return 'bzip2'
  if (hex.startsWith('28b52ffd')) return 'zstd'
  if (hex.startsWith('377abcaf271c')) return '7z'
  return hex.startsWith('526172211a07') ? 'rar' : ''
}
