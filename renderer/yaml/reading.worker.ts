import type { KindSchemaLike } from '../../shared/manifest/index.ts'
import { type Reading, readProblems } from './reading.ts'

/** What the page asks of its thread. */
export type ReadingQuestion =
  | { readonly type: 'schema'; readonly key: string; readonly schema: KindSchemaLike }
  | { readonly type: 'text'; readonly number: number; readonly text: string; readonly isPartial: boolean }

export interface ReadingAnswer {
  readonly number: number
  readonly reading: Reading
}

const schemas = new Map<string, KindSchemaLike>()

self.onmessage = ({ data }: MessageEvent<ReadingQuestion>): void => {
  if (data.type === 'schema') schemas.set(data.key, data.schema)
  else {
    const reading = readProblems(data.text, schemas, data.isPartial)
    postMessage({ number: data.number, reading } satisfies ReadingAnswer)
  }
}
