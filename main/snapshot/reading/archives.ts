import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { asBuffer } from './bytes.ts'
import { Refused } from './files.ts'
import type { Limits } from './limits.ts'

/** A file within an archive. Its name is a label: nothing is ever written under it. */
export interface ArchiveEntry {
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
}

/** What all archives of one reading grow to. */
export class Expansion {
  readonly #limits: Limits
  #bytes = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** @throws Refused for what grows beyond every honest measure */
  async *of(source: AsyncIterable<Uint8Array>, compressed: () => number): AsyncGenerator<Buffer> {
    const { ratio, ratioFrom, expandedBytes } = this.#limits
    let expanded = 0
    for await (const chunk of source) {
      expanded += chunk.length
      this.#bytes += chunk.length
      if (expanded > ratioFrom && expanded > compressed() * ratio)
        throw new Refused(
          `It grows to more than ${ratio} times its size when it is unpacked, which no dump does. The rest is not read.`,
        )
      if (this.#bytes > expandedBytes)
        throw new Refused(
          `The archives hold more than ${Math.round(expandedBytes / 2 ** 30)} GB. The rest is not read.`,
        )
      yield asBuffer(chunk)
    }
  }
}

/** The content of gzipped bytes. Fails where they are cut off or damaged; what came before is given. */
export async function* gunzipped(
  source: AsyncIterable<Uint8Array>,
  expansion: Expansion,
): AsyncGenerator<Buffer> {
  let compressed = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      compressed += chunk.length
      yield chunk
    }
  }
  const input = Readable.from(counted(), { objectMode: false })
  const gunzip = createGunzip({ chunkSize: 256 * 1024 })
  input.on('error', error => gunzip.destroy(error))
  input.pipe(gunzip)
  try {
    yield* expansion.of(gunzip as AsyncIterable<Uint8Array>, () => compressed)
  } finally {
    input.destroy()
    gunzip.destroy()
  }
}

/** The files of a tar. Each must be read, or left, before the next is asked for. */
export async function* tarEntries(source: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  const unpacking = extract()
  const input = Readable.from(source, { objectMode: false })
  input.on('error', error => unpacking.destroy(error))
  input.pipe(unpacking)
  try {
    for await (const entry of unpacking) {
      const { name, type } = entry.header
      if (type === 'file' || type === 'contiguous-file')
        yield { name, bytes: entry as AsyncIterable<Uint8Array> }
      // What was not read of it has to pass.
      entry.resume()
    }
  } finally {
    input.destroy()
    unpacking.destroy()
  }
}

const zipOptions = {
  lazyEntries: true,
  autoClose: false,
  decodeStrings: false,
  validateEntrySizes: true,
} as const

/** Opens a zip on disk, or one that is in memory. Rejects when it is none. */
export function openZip(from: string | Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const opened = (error: Error | null, zip: ZipFile | undefined): void => {
      if (zip === undefined) reject(error ?? new Error('it is no zip file'))
      else resolve(zip)
    }
    if (typeof from === 'string') yauzl.open(from, zipOptions, opened)
    else yauzl.fromBuffer(from, zipOptions, opened)
  })
}

export interface ZipEntry {
  readonly name: string
  readonly compressedBytes: number
  readonly isEncrypted: boolean
  open(): AsyncGenerator<Buffer>
}

/** The files of a zip, which is closed afterwards. */
export async function* zipEntries(zip: ZipFile, expansion: Expansion): AsyncGenerator<ZipEntry> {
  try {
    for (;;) {
      const entry = await nextEntry(zip)
      if (entry === null) return
      // Names are kept as bytes: as text, yauzl refuses those that lead out of a folder.
      const name = (entry.fileName as unknown as Buffer).toString('utf8')
      if (name.endsWith('/')) continue
      yield {
        name,
        compressedBytes: entry.compressedSize,
        isEncrypted: (entry.generalPurposeBitFlag & 1) !== 0,
        open: () => expansion.of(contentOf(zip, entry), () => entry.compressedSize),
      }
    }
  } finally {
    zip.close()
  }
}

function nextEntry(zip: ZipFile): Promise<Entry | null> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      zip.off('entry', taken)
      zip.off('end', ended)
      zip.off('error', failed)
    }
    const taken = (entry: Entry): void => {
      done()
      resolve(entry)
    }
    const ended = (): void => {
      done()
      resolve(null)
    }
    const failed = (error: Error): void => {
      done()
      reject(error)
    }
    zip.on('entry', taken)
    zip.on('end', ended)
    zip.on('error', failed)
    zip.readEntry()
  })
}

async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error === null ? resolve(opened) : reject(error)))
  })
  yield* stream as AsyncIterable<Uint8Array>
}
