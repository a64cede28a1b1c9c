import { blockBytes, paddingAfter } from './blocks.ts'
import { ByteSource } from './bytes.ts'
import { type Header, isEmptyBlock, readHeader } from './header.ts'
import { readPax } from './pax.ts'

export interface TarEntry {
  readonly type: 'file' | 'folder' | 'symlink' | 'hardlink' | 'other'
  /** As the archive has it, which may lead anywhere. */
  readonly path: string
  /** Where a link leads. */
  readonly target: string
  readonly mode: number
  /** Bytes of content. */
  readonly size: number
  /** Milliseconds since the epoch. */
  readonly modified: number
  /** Why the entry cannot be taken as it is; empty where it can. */
  readonly problem: string
  /** To be read, or left, before the next entry is asked for. Throws where the archive ends before it. */
  readonly content: AsyncIterable<Uint8Array>
}

/** `damage`: what came after the last entry was no header. Reading goes on with the next that is one. */
export type TarItem = TarEntry | { readonly type: 'damage' }

/** No path of a system is longer, in bytes, and a PAX header holds little more than two of them. */
const longestName = 64 * 1024
const longestPax = 1024 * 1024
/** GNU tar fills its archives up to 10 KB. */
const longestFill = 1024 * 1024

/** Headers before an entry that say more of it. */
interface Announced {
  readonly name?: Buffer
  readonly target?: Buffer
  readonly pax?: ReadonlyMap<string, Buffer>
  readonly problem?: string
}

/** Entries of a tar as they come. Holds no more than a header and a chunk of content. */
export class TarReader {
  readonly #bytes: ByteSource
  #hasEnd = false

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#bytes = new ByteSource(source)
  }

  /** Whether the mark was seen that stands at the end of a whole archive. */
  get hasEnd(): boolean {
    return this.#hasEnd
  }

  /** @throws CutOff when the source ends in the middle of an entry */
  async *items(): AsyncGenerator<TarItem> {
    let announced: Announced = {}
    let isLost = false
    let emptyBlocks = 0
    try {
      for (;;) {
        const block = await this.#bytes.whole(blockBytes)
        if (block === null) {
          this.#hasEnd = emptyBlocks >= 2
          return
        }
        emptyBlocks = isEmptyBlock(block) ? emptyBlocks + 1 : 0
        if (emptyBlocks > 0) {
          // Among what cannot be read they say nothing, unless they are the last.
          if (isLost) continue
          this.#hasEnd = true
          await this.#drain()
          return
        }
        const header = readHeader(block)
        if (header === null) {
          if (!isLost) yield { type: 'damage' }
          isLost = true
          continue
        }
        isLost = false
        const more = await this.#announcement(header, announced)
        if (more !== null) announced = more
        else {
          yield* this.#entry(header, announced)
          announced = {}
        }
      }
    } finally {
      await this.#bytes.close()
    }
  }

  /** What a header says of the entry to come; null where it is an entry itself. */
  async #announcement({ type, size }: Header, known: Announced): Promise<Announced | null> {
    if (!['L', 'K', 'x', 'g'].includes(type)) return null
    const longest = type === 'x' ? longestPax : longestName
    const content = type !== 'g' && size <= longest ? await this.#bytes.whole(size) : null
    if (content === null) await this.#bytes.skip(size)
    await this.#bytes.skip(paddingAfter(size))
    // A header for all entries names no path that is worth having.
    if (type === 'g') return known
    if (content === null) return { ...known, problem: `Its header is ${size} bytes long.` }
    if (type === 'L') return { ...known, name: upToZero(content) }
    if (type === 'K') return { ...known, target: upToZero(content) }
    const pax = readPax(content)
    return pax === null ? { ...known, problem: 'Its header is damaged.' } : { ...known, pax }
  }

  async *#entry(header: Header, announced: Announced): AsyncGenerator<TarEntry> {
    const size = hasContent(header.type) ? sizeOf(announced.pax, header.size) : 0
    const content = this.#bytes.part(size ?? 0)
    yield entryOf(header, announced, size, content)
    await this.#bytes.skip(content.left + paddingAfter(size ?? 0))
  }

  async #drain(): Promise<void> {
    for (let drained = 0; drained < longestFill; ) {
      const part = await this.#bytes.some(longestFill)
      if (part === null) return
      drained += part.length
    }
  }
}

function entryOf(
  header: Header,
  { name, target, pax, problem }: Announced,
  size: number | null,
  content: AsyncIterable<Uint8Array>,
): TarEntry {
  const path = textOf(pax?.get('path') ?? name ?? header.name)
  const link = textOf(pax?.get('linkpath') ?? target ?? header.target)
  const problems = [
    problem,
    size === null && 'Its header says no size that can be.',
    !path.isWhole && 'Its name is no UTF-8.',
    !link.isWhole && 'Where it leads is no UTF-8.',
    isSparse(header.type, pax) && 'It is stored as a sparse file, which is not read here.',
  ]
  return {
    type: types[header.type] ?? 'other',
    path: path.text,
    target: link.text,
    mode: header.mode & 0o7777,
    size: size ?? 0,
    modified: header.modified,
    problem: problems.find(each => typeof each === 'string') || '',
    content,
  }
}

const types: Readonly<Record<string, TarEntry['type']>> = {
  '0': 'file',
  '7': 'file',
  '1': 'hardlink',
  '2': 'symlink',
  '5': 'folder',
  // Of a kind that is not read; its content passes.
  S: 'file',
}

/** Links, folders, devices and pipes have none, whatever size their header says. */
function hasContent(type: string): boolean {
  return !/[1-6]/.test(type)
}

/** Null where the PAX header has something else than a size. */
function sizeOf(pax: ReadonlyMap<string, Buffer> | undefined, size: number): number | null {
  const written = pax?.get('size')?.toString('latin1')
  if (written === undefined) return size
  return /^\d{1,15}$/.test(written) ? Number(written) : null
}

function isSparse(type: string, pax: ReadonlyMap<string, Buffer> | undefined): boolean {
  return type === 'S' || [...(pax?.keys() ?? [])].some(key => key.startsWith('GNU.sparse.'))
}

function upToZero(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0)
  return end < 0 ? bytes : bytes.subarray(0, end)
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function textOf(bytes: Buffer): { readonly text: string; readonly isWhole: boolean } {
  try {
    return { text: strict.decode(bytes), isWhole: true }
  } catch {
    return { text: bytes.toString('utf8'), isWhole: false }
  }
}
