import { createReadStream } from 'node:fs'
import { type ArchiveEntry, Expansion, gunzipped, openZip, tarEntries, zipEntries } from './archives.ts'
import { asBuffer, asUtf8, encodingOf, isBinary, type Peeked, peek } from './bytes.ts'
import { DocumentReader } from './documentReader.ts'
import { type DiskFile, Refused } from './files.ts'
import { fileUse, foreignCompression, isHiddenEntry, looksLikeObjects } from './fileUse.ts'
import { DumpTooLarge, type Intake } from './intake.ts'
import type { Limits } from './limits.ts'
import type { LogFiles } from './logFiles.ts'
import { pathHint } from './pathHint.ts'
import { failureWords, type Problems } from './problems.ts'
import { JsonSplitter } from './splitJson.ts'
import { YamlSplitter } from './splitYaml.ts'

/** What was passed over, and how far the reading is. */
export interface ReadFigures {
  files: number
  bytes: number
  logs: number
  others: number
  readonly inner: { count: number }
}

interface FileReaderOptions {
  readonly intake: Intake
  readonly problems: Problems
  readonly limits: Limits
  readonly figures: ReadFigures
  /** Takes the logs of containers. */
  readonly logs: LogFiles
  /** Called often, for the progress. */
  readonly tick: () => void
}

/** Where bytes come from: a file of the disk may be looked into at any place, the others cannot. */
interface Source {
  /** Names it to people. */
  readonly label: string
  /** Tells what it is: the label without the endings of compression. */
  readonly name: string
  readonly isNamed: boolean
  readonly depth: number
  readonly diskPath: string | null
}

const headBytes = 4096
const chunkBytes = 1024 * 1024

/** Reads files and what is packed in them, and hands on the objects. What cannot be read is told. */
export class FileReader {
  readonly #options: FileReaderOptions
  readonly #expansion: Expansion

  constructor(options: FileReaderOptions) {
    this.#options = options
    this.#expansion = new Expansion(options.limits)
  }

  async read({ path, bytes, isNamed }: DiskFile): Promise<void> {
    const source = { label: path, name: path, isNamed, depth: 0, diskPath: path }
    // What a folder has besides objects is not even opened.
    if (!isNamed && fileUse(path) === 'log') {
      if (!this.#options.logs.takeDisk(path)) this.#options.figures.logs++
      return
    }
    await this.#guarded(path, () => this.#readBytes(this.#fromDisk(path, bytes), source))
  }

  async *#fromDisk(path: string, bytes: number): AsyncGenerator<Buffer> {
    const { figures, tick } = this.#options
    const highWaterMark = Math.max(headBytes, Math.min(chunkBytes, bytes + 1))
    for await (const chunk of createReadStream(path, { highWaterMark })) {
      figures.bytes += (chunk as Buffer).length
      tick()
      yield chunk as Buffer
    }
  }

  /** Whatever goes wrong within a file is told of that file, and the others are read. */
  async #guarded(label: string, read: () => Promise<void>): Promise<void> {
    try {
      await read()
    } catch (error) {
      if (error instanceof DumpTooLarge) throw error
      const words =
        error instanceof Refused ? error.message : `Cannot be read to its end: ${failureWords(error)}.`
      this.#options.problems.add(label, 0, words)
    }
  }

  async #readBytes(source: AsyncIterable<Uint8Array>, from: Source): Promise<void> {
    const peeked = await peek(source, headBytes)
    const { head } = peeked
    const isZip =
      head.length >= 4 && head.readUInt16BE(0) === 0x504b && [0x0304, 0x0506].includes(head.readUInt16BE(2))
    if (head[0] === 0x1f && head[1] === 0x8b) await this.#readGzip(peeked, from)
    else if (isZip) await this.#readZip(peeked, from)
    else if (isTar(head, from.name)) await this.#readTar(peeked, from)
    else await this.#readText(peeked, from)
  }

  #deeper(from: Source, label: string): Source {
    const depth = from.depth + 1
    if (depth > this.#options.limits.nesting + 1)
      throw new Refused('It is packed into archives within archives, deeper than is read here.')
    return { label, name: label, isNamed: false, depth, diskPath: null }
  }

  async #readGzip({ bytes }: Peeked, from: Source): Promise<void> {
    const name = from.name.replace(/\.tgz$/i, '.tar').replace(/\.gz$/i, '')
    const inner = { ...this.#deeper(from, from.label), name, isNamed: from.isNamed }
    await this.#readBytes(gunzipped(bytes, this.#expansion), inner)
  }

  async #readTar({ bytes }: Peeked, from: Source): Promise<void> {
    for await (const entry of tarEntries(bytes)) await this.#readEntry(entry, from)
  }

  async #readZip({ bytes }: Peeked, from: Source): Promise<void> {
    const { figures, limits, problems } = this.#options
    const zip = await openZip(from.diskPath ?? (await whole(bytes, limits.innerZipBytes)))
    await bytes.return(undefined)
    for await (const entry of zipEntries(zip, this.#expansion)) {
      if (from.diskPath !== null) figures.bytes += entry.compressedBytes
      const label = `${from.label} » ${entry.name}`
      if (entry.isEncrypted) problems.add(label, 0, 'It is encrypted. Unpack the archive first.')
      else await this.#readEntry({ name: entry.name, bytes: entry.open() }, from)
    }
  }

  async #readEntry({ name, bytes }: ArchiveEntry, from: Source): Promise<void> {
    const { figures, limits } = this.#options
    if (++figures.inner.count > limits.files)
      throw new Refused(
        `The archives hold more than ${limits.files.toLocaleString('en')} files. The rest is not read.`,
      )
    if (isHiddenEntry(name)) return
    if (fileUse(`/${name}`) === 'log') {
      await this.#guarded(`${from.label} » ${name}`, async () => {
        if (!(await this.#options.logs.takePacked(name, bytes))) figures.logs++
      })
      return
    }
    const label = `${from.label} » ${name}`
    await this.#guarded(label, () => this.#readBytes(bytes, this.#deeper(from, label)))
  }

  async #readText({ head, bytes }: Peeked, from: Source): Promise<void> {
    const { figures, problems, intake, limits, tick } = this.#options
    const { label, name, isNamed } = from
    const { encoding, markLength } = encodingOf(head)
    const use = fileUse(name)
    const isRead = isNamed || use === 'objects' || (!isBinary(head, encoding) && looksLikeObjects(head))
    const compression = foreignCompression(head)
    if (head.length === 0 || !isRead || compression !== '' || isBinary(head, encoding)) {
      await bytes.return(undefined)
      if (compression !== '')
        problems.add(
          label,
          0,
          `This is compressed with ${compression}, which is not read here. Unpack it first.`,
        )
      else if (head.length === 0) this.#empty(from, use === 'objects')
      else if (isRead) problems.add(label, 0, 'This is no text: it holds zero bytes.')
      else figures.others++
      return
    }
    figures.files++
    const utf8 = asUtf8(bytes, encoding, markLength)
    const format = /^\s*[{[]/.test(head.subarray(markLength).toString('latin1').replaceAll('\0', ''))
      ? 'json'
      : 'yaml'
    const reader = new DocumentReader({
      file: label,
      hint: pathHint(name),
      format,
      intake,
      problems,
      log: () => figures.logs++,
      tick,
    })
    const splitter =
      format === 'json'
        ? new JsonSplitter(reader, limits.objectBytes)
        : new YamlSplitter(reader, limits.objectBytes)
    try {
      for await (const chunk of utf8) splitter.push(chunk)
    } finally {
      splitter.end()
    }
  }

  #empty({ label, isNamed }: Source, isObjects: boolean): void {
    if (isNamed || isObjects) this.#options.problems.add(label, 0, 'The file is empty.')
    else this.#options.figures.others++
  }
}

function isTar(head: Buffer, name: string): boolean {
  return (
    head.subarray(257, 262).toString('latin1') === 'ustar' || (/\.tar$/i.test(name) && head.length >= 512)
  )
}

async function whole(source: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > limit)
      throw new Refused(
        `A zip within another archive may have ${Math.round(limit / 2 ** 20)} MB at most. Unpack it first.`,
      )
    chunks.push(asBuffer(chunk))
  }
  return Buffer.concat(chunks)
}
