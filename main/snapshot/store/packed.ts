import type { KubeObject } from '../../../shared/kube/index.ts'

/**
 * An object as the JSON text it came as, outside of the heap: a tenth of the memory of the object
 * itself. It is parsed anew whenever it is read.
 */
export class PackedObject {
  /** Key within its collection. */
  readonly key: string
  readonly #bytes: Uint8Array

  /** @param bytes UTF-8 of the object's JSON, not changed afterwards */
  constructor(key: string, bytes: Uint8Array) {
    this.key = key
    this.#bytes = bytes
  }

  get size(): number {
    return this.#bytes.length
  }

  read(): KubeObject {
    const { buffer, byteOffset, length } = this.#bytes
    return JSON.parse(Buffer.from(buffer, byteOffset, length).toString('utf8')) as KubeObject
  }

  isSame(other: PackedObject): boolean {
    return Buffer.compare(this.#bytes, other.#bytes) === 0
  }
}

export type Stored = KubeObject | PackedObject

export function unpacked(stored: Stored): KubeObject {
  return stored instanceof PackedObject ? stored.read() : stored
}
