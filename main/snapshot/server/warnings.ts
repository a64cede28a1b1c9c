/** Bounds of what the server warns of in one answer, in characters. Source: apiserver, endpoints/filters/warning.go. */
const mostInAll = 4 * 1024
const mostEach = 256

/** Values of `Warning` headers. */
export function warningHeaders(warnings: readonly string[]): readonly string[] {
  const total = warnings.reduce((sum, warning) => sum + warning.length, 0)
  const headers: string[] = []
  let used = 0
  for (const warning of warnings) {
    const text = total > mostInAll ? warning.slice(0, mostEach) : warning
    used += text.length
    if (used > mostInAll) break
    headers.push(`299 - "${quoted(text)}"`)
  }
  return headers
}

/** Control characters have no place in a header; the rest goes as the bytes of UTF-8. */
function quoted(text: string): string {
  const plain = text.replace(/[\u0000-\u001f\u007f]+/g, ' ').replace(/["\\]/g, '\\$&')
  return Buffer.from(plain, 'utf8').toString('latin1')
}
