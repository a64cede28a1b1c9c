/** So many bytes of a file are enough to tell what it is. */
export const headSize = 64 * 1024

/**
 * Tells a kubeconfig from everything else by its first bytes. `kind: Config` of another API
 * version (Gatekeeper and OpenShift have one) is an object; a kubeconfig may lack kind and
 * apiVersion, as kubectl reads it all the same.
 * @param head the first bytes of the file, up to `headSize`; cut anywhere
 */
export function contentOf(head: Uint8Array): 'kubeconfig' | 'objects' {
  if (isArchive(head)) return 'objects'
  const text = new TextDecoder().decode(head).replace(/^\uFEFF/, '')
  const keys = /^\s*\{/.test(text) ? keysOfJson(text) : keysOfYaml(text)
  const kind = keys.get('kind')
  const version = keys.get('apiVersion')
  if (kind !== undefined && kind !== 'Config') return 'objects'
  if (version !== undefined && version !== 'v1') return 'objects'
  if (kind === 'Config') return 'kubeconfig'
  return keys.has('clusters') && (keys.has('contexts') || keys.has('users')) ? 'kubeconfig' : 'objects'
}

/** gzip, zip, bzip2, xz, zstd, or a tar with its mark. */
function isArchive(head: Uint8Array): boolean {
  const starts = [
    [0x1f, 0x8b],
    [0x50, 0x4b, 0x03, 0x04],
    [0x42, 0x5a, 0x68],
    [0xfd, 0x37, 0x7a, 0x58, 0x5a],
    [0x28, 0xb5, 0x2f, 0xfd],
  ]
  if (starts.some(start => start.every((byte, index) => head[index] === byte))) return true
  return new TextDecoder('latin1').decode(head.subarray(257, 262)) === 'ustar'
}

/** Keys at the outermost level of the first document, with the value where it is on their line. */
function keysOfYaml(text: string): ReadonlyMap<string, string> {
  const keys = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    if (/^(---|\.\.\.)/.test(line) && keys.size > 0) break
    const match = /^(?:---\s+)?["']?([A-Za-z][\w-]*)["']?\s*:(?:\s+(.*))?$/.exec(line)
    if (match?.[1] === undefined) continue
    const value = (match[2] ?? '').replace(/(^|\s)#.*$/, '').trim()
    if (!keys.has(match[1])) keys.set(match[1], value.replace(/^(["'])(.*)\1$/, '$2'))
  }
  return keys
}

/** The same of a JSON object that may be cut: strings and brackets are followed, nothing is parsed. */
function keysOfJson(text: string): ReadonlyMap<string, string> {
  const keys = new Map<string, string>()
  let depth = 0
  let key: string | null = null
  let last: string | null = null
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:,]/g)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (depth !== 1) continue
    else if (token === ':') {
      key = last
      if (key !== null && !keys.has(key)) keys.set(key, '')
    } else if (token === ',') key = null
    else {
      last = token.slice(1, -1)
      if (key !== null) keys.set(key, last)
    }
    if (depth === 0) break
  }
  return keys
}
