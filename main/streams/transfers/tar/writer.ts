import { blockBytes, checksumOf, type Field, fields, gnuMagic, paddingAfter } from './blocks.ts'

export interface TarHeader {
  readonly type: 'file' | 'folder' | 'symlink'
  readonly path: string
  readonly target: string
  readonly mode: number
  /** Bytes of content that follow. */
  readonly size: number
  /** Milliseconds since the epoch. */
  readonly modified: number
}

const letters = { file: '0', symlink: '2', folder: '5' } as const
/** What GNU tar calls its entries that hold a long name. */
const longLink = '././@LongLink'
const longestOctal = 8 ** 11

/** The headers of an entry, which belongs to whoever unpacks it. Its content and its padding follow. */
export function tarHeader(entry: TarHeader): Buffer {
  const path = Buffer.from(entry.type === 'folder' ? `${entry.path}/` : entry.path)
  const target = Buffer.from(entry.target)
  const block = Buffer.alloc(blockBytes)
  put(block, 'name', path)
  put(block, 'target', target)
  putNumbers(block, entry)
  return Buffer.concat([...longText('L', path), ...longText('K', target), sealed(block, letters[entry.type])])
}

/** Fills the content of an entry up to the next block. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc(paddingAfter(size))
}

/** What stands at the end of an archive. */
export const tarEnd: Uint8Array = Buffer.alloc(2 * blockBytes)

function longText(type: string, text: Buffer): readonly Buffer[] {
  if (text.length <= fields.name[1]) return []
  const block = Buffer.alloc(blockBytes)
  const size = text.length + 1
  put(block, 'name', Buffer.from(longLink))
  putNumbers(block, { mode: 0o644, size, modified: 0 })
  return [sealed(block, type), text, Buffer.alloc(1 + paddingAfter(size))]
}

function put(block: Buffer, field: Field, bytes: Buffer): void {
  const [from, length] = fields[field]
  bytes.copy(block, from, 0, length)
}

function putNumbers(
  block: Buffer,
  { mode, size, modified }: Pick<TarHeader, 'mode' | 'size' | 'modified'>,
): void {
  putOctal(block, 'mode', mode & 0o777)
  putOctal(block, 'uid', 0)
  putOctal(block, 'gid', 0)
  putOctal(block, 'modified', Math.min(Math.max(Math.floor(modified / 1000), 0), longestOctal - 1))
  if (size < longestOctal) putOctal(block, 'size', size)
  else {
    const [from, length] = fields.size
    block[from] = 0x80
    block.writeBigUInt64BE(BigInt(size), from + length - 8)
  }
}

function putOctal(block: Buffer, field: Field, value: number): void {
  const [from, length] = fields[field]
  block.write(value.toString(8).padStart(length - 1, '0'), from, 'latin1')
}

function sealed(block: Buffer, type: string): Buffer {
  block.write(type, fields.type[0], 'latin1')
  gnuMagic.copy(block, fields.magic[0])
  const [from] = fields.checksum
  block.write(`${checksumOf(block).toString(8).padStart(6, '0')}\0 `, from, 'latin1')
  return block
}
