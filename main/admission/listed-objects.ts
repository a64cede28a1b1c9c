import { type Known, typed } from '../../shared/admission/index.ts'
import { apiVersionOf, type KubeObject, type ResourceInfo } from '../../shared/kube/index.ts'
import type { ObjectWatch } from '../watch/index.ts'

/**
 * The objects of one watch as a view knows them. What did not change stays the same object, and the list
 * of all is only made for whoever asks for it.
 */
export class ListedObjects {
  readonly #watch: ObjectWatch
  readonly #kind: string
  readonly #apiVersion: string
  /** Objects that came without their kind, by the object that came. */
  readonly #typed = new WeakMap<KubeObject, KubeObject>()
  #known: Known | null = null
  #staleSince: number | null = null
  #version = -1

  constructor(watch: ObjectWatch, info: ResourceInfo) {
    this.#watch = watch
    this.#kind = info.kind
    this.#apiVersion = apiVersionOf(info)
  }

  /** What is known now: the same value as before as long as nothing changed. */
  known(staleSince: number | null): Known {
    const { changes } = this.#watch
    const isSame =
      this.#known !== null &&
      changes !== undefined &&
      changes.version === this.#version &&
      staleSince === this.#staleSince
    if (isSame && this.#known !== null) return this.#known
    this.#version = changes?.version ?? -1
    this.#staleSince = staleSince
    this.#known = this.#present(staleSince)
    return this.#known
  }

  /** How many there are now. */
  get size(): number {
    return this.#watch.objects.size
  }

  get version(): number {
    return this.#version
  }

  /** Keys that changed since a version, of those that are known; null: any may have. */
  changedSince(version: number): ReadonlySet<string> | null {
    return this.#watch.changes?.since(version) ?? null
  }

  /** The object under a key, as it is now. */
  at(key: string): KubeObject | undefined {
    const object = this.#watch.objects.get(key)
    return object === undefined ? undefined : this.#complete(object)
  }

  #present(staleSince: number | null): Known {
    let items: readonly KubeObject[] | null = null
    const list = (): readonly KubeObject[] => {
      items ??= [...this.#watch.objects.values()].map(object => this.#complete(object))
      return items
    }
    const known: Known = {
      state: 'known',
      get items() {
        return list()
      },
      staleSince,
    }
    sources.set(known, this)
    return known
  }

  #complete(object: KubeObject): KubeObject {
    if (object.kind === this.#kind && object.apiVersion === this.#apiVersion) return object
    const completed = this.#typed.get(object) ?? typed(object, this.#kind, this.#apiVersion)
    this.#typed.set(object, completed)
    return completed
  }
}

const sources = new WeakMap<Known, ListedObjects>()

/** Where what is known comes from, which tells what changed of it; null where that is not told. */
export function sourceOf(known: Known): ListedObjects | null {
  return sources.get(known) ?? null
}
