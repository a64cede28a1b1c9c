/** Lines of a text: `\n` and `\r\n` end one. Made once for a text, it answers in logarithmic time. */
export class LineIndex {
  readonly #text: string
  /** Offset of the first character of each line. */
  readonly #starts: number[] = [0]

  constructor(text: string) {
    this.#text = text
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1)
  }

  /** Line and column, both from 1; the column counts UTF-16 units. */
  at(offset: number): { readonly line: number; readonly column: number } {
    const index = this.#indexOf(offset)
    return { line: index + 1, column: offset - (this.#starts[index] ?? 0) + 1 }
  }

  /** Where the line of an offset begins. */
  startOf(offset: number): number {
    return this.#starts[this.#indexOf(offset)] ?? 0
  }

  /** Where the line of an offset ends, before what ends it. */
  endOf(offset: number): number {
    const next = this.#starts[this.#indexOf(offset) + 1]
    if (next === undefined) return this.#text.length
    return this.#text[next - 2] === '\r' ? next - 2 : next - 1
  }

  /** Where the next line begins; the text's end for the last. */
  nextOf(offset: number): number {
    return this.#starts[this.#indexOf(offset) + 1] ?? this.#text.length
  }

  /**
   * Where the last line ends that belongs to what ends at an offset and begins at a column: comments
   * that are indented further follow it.
   */
  endOfOwn(offset: number, column: number): number {
    let end = this.endOf(offset)
    for (let next = this.nextOf(offset); next < this.#text.length; next = this.nextOf(next)) {
      const line = this.textOf(next)
      const lead = line.length - line.trimStart().length
      if (line.trim() === '') continue
      if (line[lead] !== '#' || lead <= column) break
      end = this.endOf(next)
    }
    return end
  }

  textOf(offset: number): string {
    return this.#text.slice(this.startOf(offset), this.endOf(offset))
  }

  #indexOf(offset: number): number {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
}
