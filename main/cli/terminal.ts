import { hiddenMark, visibleText } from '../../shared/kube/index.ts'

/** A carriage return without a line feed lets what follows overwrite what was read. */
const loneReturn = /\r(?!\n)/g

/**
 * Text as a terminal may have it. Control characters could move its cursor, rename its window,
 * write its clipboard or make it answer; direction marks reorder what is read. All of them show
 * as marks.
 */
export function terminalText(text: string): string {
  return visibleText(text).replace(loneReturn, hiddenMark(0x0d))
}

/**
 * From here on what is written to the stream is `terminalText` where it is a terminal: whatever a
 * command prints, errors of servers and plugins included. A file or pipe gets every byte as it is.
 */
export function guardTerminal(stream: NodeJS.WriteStream): void {
  if (!stream.isTTY) return
  const write = stream.write.bind(stream) as (...args: readonly unknown[]) => boolean
  stream.write = ((chunk: unknown, ...rest: readonly unknown[]) =>
    write(typeof chunk === 'string' ? terminalText(chunk) : chunk, ...rest)) as typeof stream.write
}
