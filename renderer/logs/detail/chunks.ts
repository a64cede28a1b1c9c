/** Characters of a piece: laid out at once in far less than a frame. */
const size = 2000

/** A long text in pieces, none of which begins within a character. */
export function chunksOf(text: string): readonly string[] {
  const chunks: string[] = []
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + size)
    const last = text.charCodeAt(to - 1)
    if (to < text.length && last >= 0xd800 && last < 0xdc00) to += 1
    chunks.push(text.slice(from, to))
    from = to
  }
  return chunks
}
