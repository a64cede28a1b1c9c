import { jsonFields } from '../../../shared/logs/index.ts'

const openBrace = 0x7b
/** Of so many JSON lines one is looked at, once the first ones were. */
const everyOther = 50
const firstLines = 200
/** Names of members that are counted; programs that make them up could have millions. */
const mostKeys = 1000
const mostTold = 50
const longestKey = 200
const bounds = { members: 100, length: 1, total: 100_000 }
/** Longer lines are not looked at. */
const longestLine = 32 * 1024

/** The members that JSON lines have, by a sample. */
export class LineKeys {
  readonly #counts = new Map<string, number>()
  #lines = 0
  #told: readonly string[] | null = []

  /** @param bytes a line with its time in front */
  see(bytes: Buffer, prefix: number): void {
    if (bytes[prefix] !== openBrace || bytes.length > longestLine) return
    this.#lines++
    if (this.#lines > firstLines && this.#lines % everyOther !== 0) return
    for (const key of Object.keys(jsonFields(bytes.toString('utf8', prefix), bounds) ?? {})) {
      const count = this.#counts.get(key)
      if (key.length > longestKey || (count === undefined && this.#counts.size >= mostKeys)) continue
      this.#counts.set(key, (count ?? 0) + 1)
      this.#told = null
    }
  }

  /** The most frequent first. */
  get top(): readonly string[] {
    this.#told ??= [...this.#counts]
      .sort((a, b) => b[1] - a[1])
      .slice(0, mostTold)
      .map(([key]) => key)
    return this.#told
  }
}
