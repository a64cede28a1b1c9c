/** Most characters of all warnings of an answer together, and of each once that is exceeded. */
const mostInAll = 4096
const mostOfEach = 256

/**
 * Warnings of an answer, as its headers bring them: each once, none with a control character (an expression
 * that does not compile is told on several lines, of which nothing comes), and all cut short when they are too
 * much together. Source: apiserver, pkg/endpoints/filters/warning.go.
 */
export class Warnings {
  readonly #given: string[] = []
  #sent: string[] = []
  #length = 0
  #isCut = false

  get sent(): readonly string[] {
    return this.#sent
  }

  add(text: string): void {
    if (text === '' || this.#given.includes(text) || (this.#isCut && this.#length >= mostInAll)) return
    this.#given.push(text)
    if (this.#isCut) {
      this.#send(cut(text))
      return
    }
    if (!isSendable(text)) return
    if (this.#length + [...text].length <= mostInAll) {
      this.#send(text)
      return
    }
    this.#isCut = true
    this.#length = 0
    this.#sent = []
    for (const each of this.#given) this.#send(cut(each))
  }

  #send(text: string): void {
    if (!isSendable(text)) return
    this.#sent.push(text)
    this.#length += [...text].length
  }
}

const isSendable = (text: string): boolean => !/\p{Cc}/u.test(text)

function cut(text: string): string {
  const characters = [...text]
  return characters.length > mostOfEach ? characters.slice(0, mostOfEach).join('') : text
}
