/**
 * Which lines stand around those that are met, told line by line in their order: a met line brings those
 * before it that were held back, and lets those after it through.
 */
export class ContextLines {
  readonly #around: number
  #held: number[] = []
  #after = 0

  /** @param around lines before and after each one */
  constructor(around: number) {
    this.#around = around
  }

  /** @returns lines to show now, in order, the met one not among them */
  met(): readonly number[] {
    const before = this.#around === 0 ? [] : this.#held.slice(-this.#around)
    this.#held = []
    this.#after = this.#around
    return before
  }

  /** Whether a line that is not met is shown all the same, because of one before it. */
  missed(line: number): boolean {
    if (this.#after > 0) {
      this.#after--
      return true
    }
    if (this.#around === 0) return false
    this.#held.push(line)
    // Shortened now and then: a shift for every line would move them all.
    if (this.#held.length >= 2 * this.#around) this.#held = this.#held.slice(-this.#around)
    return false
  }

  /** Lines before `line` are not there any more. */
  forget(line: number): void {
    this.#held = this.#held.filter(held => held >= line)
  }
}
