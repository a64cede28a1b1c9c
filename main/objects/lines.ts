/** Lines of a body of bytes, split at `\n`; an incomplete last line is dropped: it was cut off. */
export async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  let parts: string[] = []
  for await (const chunk of body) {
    let text = decoder.decode(chunk, { stream: true })
    let end = text.indexOf('\n')
    while (end >= 0) {
      parts.push(text.slice(0, end))
      yield parts.join('')
      parts = []
      text = text.slice(end + 1)
      end = text.indexOf('\n')
    }
    if (text !== '') parts.push(text)
  }
}
