import type { RemoteProcess } from '../channels/index.ts'

/** A process whose first output was looked at, and is still to be read. */
export interface Peeked {
  /** Null where there was none before it ended. */
  readonly first: Uint8Array | null
  /** The process with another beginning of its output. */
  from(first: Uint8Array): RemoteProcess
}

/** Waits for the first output of a process, or its end. */
export async function peek(process: RemoteProcess): Promise<Peeked> {
  const chunks = process.output[Symbol.asyncIterator]()
  const { done, value } = await chunks.next()
  return {
    first: done === true ? null : value,
    from: first => ({
      output: beginningWith(first, chunks),
      errors: process.errors,
      exit: process.exit,
      write: bytes => process.write(bytes),
      endInput: () => process.endInput(),
      resize: (columns, rows) => process.resize(columns, rows),
      close: () => process.close(),
    }),
  }
}

async function* beginningWith(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first
  yield* { [Symbol.asyncIterator]: () => rest }
}
