/**
 * Characters that take no room in a terminal and change how others are read: marks, overrides and
 * isolates of the bidirectional algorithm, spaces without width, tags, line separators. A terminal
 * draws cells in the order in which they came, so nothing is lost of what can be seen.
 */
const invisible =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each character is meant by itself
  /[\u{61c}\u{180e}\u{200b}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}\u{e0000}-\u{e007f}\u{e0100}-\u{e01ef}]/gu

/** Characters that join the cell before them. */
const joining = /[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff\ud7b0-\ud7ff]+/gu

/** Most of them on one cell. Scripts need four or five; thousands make a cell that cannot be drawn. */
const mostJoining = 8

/** Anything beyond the letters that have no such characters among them. */
const unusual = /[\u02b0-\uffff]/

/** What a process puts out, as the text that a terminal draws. Characters may be cut between two pieces. */
export class OutputText {
  #decoder = new TextDecoder()
  /** Joining characters at the end of the piece before. */
  #joined = 0

  read(bytes: Uint8Array): string {
    const text = this.#decoder.decode(bytes, { stream: true })
    if (!unusual.test(text)) {
      if (text !== '') this.#joined = 0
      return text
    }
    return this.#bounded(text.replace(invisible, ''))
  }

  /** Begins anew after a gap: half a character before it belongs to nothing. */
  restart(): void {
    this.#decoder = new TextDecoder()
    this.#joined = 0
  }

  #bounded(text: string): string {
    let end = 0
    const kept = text.replace(joining, (run, place: number) => {
      const before = place === 0 ? this.#joined : 0
      const characters = [...run]
      end = place + run.length === text.length ? before + characters.length : 0
      return characters.slice(0, Math.max(0, mostJoining - before)).join('')
    })
    this.#joined = end
    return kept
  }
}
