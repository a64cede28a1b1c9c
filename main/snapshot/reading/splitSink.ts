/** Takes the parts of a text as a splitter finds them, in their order. Lines are 1-based. */
export interface SplitSink {
  /** A whole document or JSON value. */
  value(text: Buffer, line: number): void
  /** An element of the `items` of a document whose `head` comes after the last of them. */
  item(text: Buffer, line: number): void
  /** The document whose items came before, without them. */
  head(text: Buffer, line: number): void
  problem(line: number, message: string): void
  /** A part of a log that stands among the objects was passed over. */
  log(): void
}

/** Splits text that comes in pieces into the texts of objects, without ever holding all of it. */
export interface Splitter {
  push(chunk: Buffer): void
  end(): void
}

export const tooLargeWords = (bytes: number): string =>
  `larger than ${Math.round(bytes / (1024 * 1024))} MB, which no object of a cluster is; it is left out`
