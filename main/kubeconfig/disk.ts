import { constants, type Stats } from 'node:fs'
import { open, readdir, realpath, stat } from 'node:fs/promises'
import type { Clock } from '../../shared/flow/index.ts'

/** A disk that is there answers within this time, however busy it is; a stalled mount never does. */
const patienceMillis = 2000

/**
 * Each question that hangs holds one of the four threads that Node has for all its files and
 * names of hosts; so many may, and the rest goes on.
 */
const maximumHanging = 2

/** Thrown where the disk gave no answer in time. */
export class Stalled extends Error {}

/** Thrown for what is there and is no regular file. */
export class NotRegular extends Error {}

/** Thrown for a file beyond the size asked for. */
export class TooLarge extends Error {}

/**
 * The disk, asked without keeping anybody: paths come from settings and the environment and may
 * lead to a mount whose server is gone, to a pipe, or to a device.
 */
export class PatientDisk {
  readonly #clock: Clock
  readonly #answered: () => void
  readonly #hanging = new Set<string>()

  /** @param answered told when a question that was given up was answered after all */
  constructor(clock: Clock, answered: () => void) {
    this.#clock = clock
    this.#answered = answered
  }

  /** Whether a question about the path is not even asked: it hangs already, or too many others do. */
  refuses(file: string): boolean {
    return this.#hanging.has(file) || this.#hanging.size >= maximumHanging
  }

  /** Null for what is not there. @throws Stalled, or the system's error */
  async stat(file: string): Promise<Stats | null> {
    try {
      return await this.ask(file, () => stat(file))
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
      throw error
    }
  }

  /** Null for what is not there, may not be looked at, or does not answer. */
  async look(file: string): Promise<Stats | null> {
    return this.stat(file).catch(() => null)
  }

  /** The path without links; as it is where that cannot be told. */
  async realPath(file: string): Promise<string> {
    return this.ask(file, () => realpath(file)).catch(() => file)
  }

  /** Empty for a folder that is not there, or not ours to read. */
  async entries(folder: string): Promise<readonly string[]> {
    return this.ask(folder, () => readdir(folder)).catch(() => [])
  }

  /** @throws Stalled, NotRegular, TooLarge, or the system's error */
  async read(file: string, maximumBytes: number): Promise<Uint8Array> {
    return this.ask(file, () => readRegularFile(file, maximumBytes))
  }

  /** Waits for the answer of the system, but not for ever. @throws Stalled */
  async ask<T>(file: string, question: () => Promise<T>): Promise<T> {
    if (this.refuses(file)) throw new Stalled()
    const answer = question()
    const { promise: tooLate, reject } = Promise.withResolvers<never>()
    const timer = this.#clock.after(patienceMillis, () => {
      this.#hanging.add(file)
      const end = (): void => {
        this.#hanging.delete(file)
        this.#answered()
      }
      answer.then(end, end)
      reject(new Stalled())
    })
    try {
      return await Promise.race([answer, tooLate])
    } finally {
      timer.cancel()
    }
  }
}

/** Opened without waiting: a pipe without a writer, or the log of the kernel, would keep its reader for ever. */
async function readRegularFile(file: string, maximumBytes: number): Promise<Uint8Array> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    if (!(await handle.stat()).isFile()) throw new NotRegular()
    // The size that the system tells may be wrong: of the kernel's files it says 0.
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of handle.createReadStream({ autoClose: false, highWaterMark: 1 << 20 })) {
      chunks.push(chunk)
      bytes += chunk.byteLength
      if (bytes > maximumBytes) throw new TooLarge()
    }
    return Buffer.concat(chunks)
  } finally {
    await handle.close()
  }
}
