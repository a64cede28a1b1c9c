export type Unsubscribe = () => void

/** A current value that tells when it is replaced. */
export interface ReadonlyObservable<T> {
  get(): T
  /** Calls `listener` after each change, not for the present value. */
  subscribe(listener: (value: T) => void): Unsubscribe
  readonly listenerCount: number
}

/** A value that others may watch. Setting the same value (`Object.is`) tells nobody. */
export class Observable<T> implements ReadonlyObservable<T> {
  #value: T
  readonly #listeners = new Set<(value: T) => void>()

  constructor(initial: T) {
    this.#value = initial
  }

  get(): T {
    return this.#value
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return
    this.#value = value
    for (const listener of [...this.#listeners]) listener(value)
  }

  subscribe(listener: (value: T) => void): Unsubscribe {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get listenerCount(): number {
    return this.#listeners.size
  }
}
