import { randomOf } from '../../live/celRandom.ts'

/** Choices that are the same for the same seed. */
export class Dice {
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = randomOf(seed)
  }

  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  chance(probability: number): boolean {
    return this.#random() < probability
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.below(from.length)]
    if (picked === undefined) throw new Error('there is nothing to pick from')
    return picked
  }

  /** Between one and `most` different ones of a list, in its order. */
  some<T>(from: readonly T[], most = from.length): readonly T[] {
    const wanted = 1 + this.below(Math.min(most, from.length))
    const left = [...from]
    const picked = new Set<T>()
    while (picked.size < wanted) picked.add(left.splice(this.below(left.length), 1)[0] as T)
    return from.filter(each => picked.has(each))
  }

  /** The fields where a coin falls, else none. */
  perhaps<T extends object>(probability: number, fields: () => T): T | Record<never, never> {
    return this.chance(probability) ? fields() : {}
  }

  /** As many as told, each made anew. */
  times<T>(count: number, make: (at: number) => T): readonly T[] {
    return Array.from({ length: count }, (_, at) => make(at))
  }
}
