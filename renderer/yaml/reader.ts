import type { KindSchemaLike } from '../../shared/manifest/index.ts'
import { type Reading, schemaKey } from './reading.ts'
import type { ReadingAnswer, ReadingQuestion } from './reading.worker.ts'

export type SchemaOf = (apiVersion: string, kind: string) => Promise<KindSchemaLike | null>

/**
 * Reads texts in a thread of its own, the latest one always and never two at once, and gets the
 * schemas of the kinds that it finds in them.
 */
export class ManifestReader {
  readonly #thread = new Worker(new URL('./reading.worker.ts', import.meta.url), { type: 'module' })
  readonly #schemas = new Map<string, KindSchemaLike | null>()
  readonly #schemaOf: SchemaOf
  readonly #told: (reading: Reading, number: number) => void
  #number = 0
  #isBusy = false
  #waiting: string | null = null
  #latest = ''
  #isClosed = false
  #isPartial = false

  /** @param told what was read of the latest text; `number` is what `read` gave for it */
  constructor(schemaOf: SchemaOf, told: (reading: Reading, number: number) => void) {
    this.#schemaOf = schemaOf
    this.#told = told
    this.#thread.onmessage = ({ data }: MessageEvent<ReadingAnswer>) => this.#answered(data)
  }

  /** The schema of a kind as far as it is here; asks for it otherwise. */
  readonly known = (apiVersion: string, kind: string): KindSchemaLike | null => {
    if (apiVersion === '' || kind === '') return null
    const schema = this.#schemas.get(schemaKey(apiVersion, kind))
    if (schema === undefined) void this.#ask(apiVersion, kind)
    return schema ?? null
  }

  read(text: string): number {
    this.#latest = text
    this.#number += 1
    if (this.#isBusy) this.#waiting = text
    else this.#send(text)
    return this.#number
  }

  /** What a kind requires may be missing, or is a problem again. */
  setPartial(isPartial: boolean): number {
    this.#isPartial = isPartial
    return this.read(this.#latest)
  }

  close(): void {
    this.#isClosed = true
    this.#thread.terminate()
  }

  #send(text: string): void {
    this.#isBusy = true
    this.#waiting = null
    const question = { type: 'text', number: this.#number, text, isPartial: this.#isPartial } as const
    this.#thread.postMessage(question satisfies ReadingQuestion)
  }

  #answered({ number, reading }: ReadingAnswer): void {
    this.#isBusy = false
    if (this.#waiting !== null) this.#send(this.#waiting)
    else this.#told(reading, number)
    for (const { apiVersion, kind } of reading.kinds) this.known(apiVersion, kind)
  }

  async #ask(apiVersion: string, kind: string): Promise<void> {
    const key = schemaKey(apiVersion, kind)
    this.#schemas.set(key, null)
    // Without a schema there is less to say; the dry run says the rest.
    const schema = await this.#schemaOf(apiVersion, kind).catch(() => null)
    if (schema === null || this.#isClosed) return
    this.#schemas.set(key, schema)
    this.#thread.postMessage({ type: 'schema', key, schema } satisfies ReadingQuestion)
    this.read(this.#latest)
  }
}
