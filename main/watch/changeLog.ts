import type { Changes } from './types.ts'

/** Changes that are remembered; whoever looks more rarely looks at everything anew. */
const longest = 4096

/** Remembers which objects of a store changed last. */
export class ChangeLog implements Changes {
  #version = 0
  /** Keys by the version that their change made, the last one last. */
  #log: { readonly version: number; readonly key: string }[] = []
  /** Changes up to this version are forgotten. */
  #forgotten = 0

  get version(): number {
    return this.#version
  }

  note(key: string): void {
    this.#log.push({ version: ++this.#version, key })
    if (this.#log.length <= longest) return
    const dropped = this.#log.splice(0, longest / 2)
    this.#forgotten = dropped.at(-1)?.version ?? this.#forgotten
  }

  /** Any object may have changed. */
  noteAll(): void {
    this.#forgotten = ++this.#version
    this.#log = []
  }

  since(version: number): ReadonlySet<string> | null {
    if (version < this.#forgotten) return null
    const keys = new Set<string>()
    for (let at = this.#log.length - 1; at >= 0; at--) {
      const entry = this.#log[at]
      if (entry === undefined || entry.version <= version) break
      keys.add(entry.key)
    }
    return keys
  }
}
