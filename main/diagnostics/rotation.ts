import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'

/** Takes whole lines, each with its line feed. */
export interface LineSink {
  write(line: string): void
  close?(): void
}

const olderFiles = 2

/**
 * Appends to a file and moves it to `.1`, `.2` when it grows past a size. Lines are written at
 * once, so that the last one before a crash is there. A disk that refuses is tolerated: a log
 * must never take down what it reports on.
 */
export function rotatingFile(file: string, maximumBytes: number): LineSink {
  let handle: number | null = null
  let size = 0

  const open = (): number => {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    handle = openSync(file, 'a', 0o600)
    size = fstatSync(handle).size
    return handle
  }
  const close = (): void => {
    if (handle !== null) closeSync(handle)
    handle = null
  }
  const rotate = (): void => {
    close()
    rmSync(`${file}.${olderFiles}`, { force: true })
    for (let older = olderFiles - 1; older >= 0; older--) {
      moveIfThere(older === 0 ? file : `${file}.${older}`, `${file}.${older + 1}`)
    }
  }
  const write = (line: string): void => {
    try {
      let descriptor = handle ?? open()
      if (size > maximumBytes) {
        rotate()
        descriptor = open()
      }
      // Added only after `open` has set the size anew.
      const written = writeSync(descriptor, line)
      size += written
    } catch {
      close()
    }
  }
  return { write, close }
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
