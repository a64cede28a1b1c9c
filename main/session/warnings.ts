/**
 * Texts of `Warning: 299` headers: `299 - "text"`, several in one header with commas between,
 * quotes and backslashes inside escaped (RFC 7234, section 5.5). Repeated texts come once.
 */
export function parseWarnings(headers: readonly string[]): readonly string[] {
  const texts = new Set<string>()
  for (const header of headers) {
    for (const match of header.matchAll(/(\d{3}) +(?:"[^"]*"|[^\s"]+) +"((?:[^"\\]|\\.)*)"/gs)) {
      if (match[1] === '299') texts.add(utf8((match[2] ?? '').replace(/\\(.)/gs, '$1')))
    }
  }
  return [...texts]
}

/** Headers arrive as Latin-1; the server writes UTF-8. What is not UTF-8 stays as it came. */
function utf8(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'))
  } catch {
    return text
  }
}
