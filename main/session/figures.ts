import type { ConnectionFigures } from '../../shared/ipc/index.ts'

/** Enough for a median that follows the network, few enough to sort at every look. */
const remembered = 50

/** Counts what is under way and how long answers took. */
export class RequestFigures {
  #watches = 0
  #requests = 0
  readonly #millis: number[] = []

  /** Counts a request until the result is called, once or more. */
  begin(isWatch: boolean): () => void {
    let isUnderWay = true
    if (isWatch) this.#watches++
    else this.#requests++
    return () => {
      if (!isUnderWay) return
      isUnderWay = false
      if (isWatch) this.#watches--
      else this.#requests--
    }
  }

  /** @param millis time from sending a request to the head of its answer */
  answered(millis: number): void {
    this.#millis.push(millis)
    if (this.#millis.length > remembered) this.#millis.shift()
  }

  read(context: string): ConnectionFigures {
    const sorted = [...this.#millis].sort((a, b) => a - b)
    return {
      context,
      watches: this.#watches,
      requestsUnderWay: this.#requests,
      medianMillis: sorted[Math.floor(sorted.length / 2)] ?? null,
    }
  }
}
