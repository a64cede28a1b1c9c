import type { Timer } from '../../shared/flow/index.ts'
import { type ContextId, type ObjectRef, refKey } from '../../shared/kube/index.ts'
import { type FeedSources, ObjectFeed } from './feed.ts'

/** How long an object that nobody shows is remembered, with the versions seen. */
const keepMilliseconds = 10 * 60_000
/** Most objects remembered that nobody shows, and most of what they hold together. */
const maximumIdle = 50
const maximumIdleBytes = 48 * 1024 * 1024

interface Entry {
  readonly feed: ObjectFeed
  timer: Timer | null
}

/** Feeds by object: shared while shown, remembered for a while afterwards. */
export class FeedStore {
  readonly #sources: FeedSources
  readonly #entries = new Map<string, Entry>()

  constructor(sources: FeedSources) {
    this.#sources = sources
  }

  /** Shows an object to a listener until the returned function is called. */
  open(
    context: ContextId,
    ref: ObjectRef,
    listener: () => void,
  ): { readonly feed: ObjectFeed; close(): void } {
    const key = keyOf(context, ref)
    const entry = this.#entries.get(key) ?? { feed: new ObjectFeed(context, ref, this.#sources), timer: null }
    entry.timer?.cancel()
    entry.timer = null
    // Last in the map: least likely to be forgotten.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    const unsubscribe = entry.feed.subscribe(listener)
    return {
      feed: entry.feed,
      close: () => {
        unsubscribe()
        if (entry.feed.listenerCount === 0) this.#remember(key, entry)
      },
    }
  }

  find(context: ContextId, ref: ObjectRef): ObjectFeed | null {
    return this.#entries.get(keyOf(context, ref))?.feed ?? null
  }

  /** Forgets everything; no timer is left. */
  close(): void {
    for (const entry of this.#entries.values()) entry.timer?.cancel()
    this.#entries.clear()
  }

  #remember(key: string, entry: Entry): void {
    // Closed meanwhile: there is nothing left to remember it in.
    if (this.#entries.get(key) !== entry) return
    entry.timer = this.#sources.clock.after(keepMilliseconds, () => this.#entries.delete(key))
    const idle = [...this.#entries].filter(([, other]) => other.feed.listenerCount === 0)
    let bytes = idle.reduce((sum, [, other]) => sum + other.feed.bytes, 0)
    let count = idle.length
    for (const [oldest, other] of idle) {
      if (count <= maximumIdle && bytes <= maximumIdleBytes) return
      other.timer?.cancel()
      this.#entries.delete(oldest)
      bytes -= other.feed.bytes
      count--
    }
  }
}

function keyOf(context: ContextId, ref: ObjectRef): string {
  return `${context}\n${refKey(ref)}`
}
