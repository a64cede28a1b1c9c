/**
 * Certificates and keys make nine tenths of a kubeconfig, in base64. A YAML reader looks at each
 * of their characters several times; so they are taken out before and put back after.
 */
const blob = /(: +["']?)([A-Za-z0-9+/]{80,}={0,2})(?=["']?[ \t]*\r?$)/gm

// Private to this process, so that no file can hold it by chance or by intent.
const marker = `blob${Math.random().toString(36).slice(2)}x`
const placeholder = new RegExp(`^${marker}(\\d+)$`)

/** Line numbers stay; columns change only behind a blob on its own line. */
export function liftBlobs(text: string): { readonly text: string; readonly blobs: readonly string[] } {
  const blobs: string[] = []
  const short = text.replace(blob, (_match, before: string, value: string) => {
    blobs.push(value)
    return `${before}${marker}${blobs.length - 1}`
  })
  return { text: short, blobs }
}

/** Puts the blobs back in place, in a tree that nobody else holds yet. Shared branches are visited once. */
export function restoreBlobs(root: unknown, blobs: readonly string[], seen = new Set<unknown>()): unknown {
  if (blobs.length === 0) return root
  if (typeof root === 'string') return blobs[Number(placeholder.exec(root)?.[1] ?? -1)] ?? root
  if (typeof root !== 'object' || root === null || seen.has(root)) return root
  seen.add(root)
  const fields = root as Record<string, unknown>
  for (const key of Object.keys(fields)) {
    const value = fields[key]
    if (typeof value === 'object') restoreBlobs(value, blobs, seen)
    else if (typeof value === 'string' && value.startsWith(marker)) {
      fields[key] = restoreBlobs(value, blobs, seen)
    }
  }
  return root
}
