import { blockBytes, checksumOf, type Field, fields, gnuMagic } from './blocks.ts'

export interface Header {
  /** The letter of the type; `0` for the old form of a file. */
  readonly type: string
  /** Bytes as they are. */
  readonly name: Buffer
  readonly target: Buffer
  readonly mode: number
  readonly size: number
  /** Milliseconds since the epoch. */
  readonly modified: number
}

/** What a block says as a header; null where it cannot be one. */
export function readHeader(block: Buffer): Header | null {
  const size = numberOf(block, 'size')
  const isHeader = numberOf(block, 'checksum') === checksumOf(block)
  if (!isHeader || size === null) return null
  const [typeAt] = fields.type
  const type = String.fromCharCode(block[typeAt] || 0x30)
  const name = textOf(block, 'name')
  return {
    type: type === '0' && name.at(-1) === slash ? '5' : type,
    name: withPrefix(block, name),
    target: textOf(block, 'target'),
    mode: numberOf(block, 'mode') ?? 0,
    size,
    modified: (numberOf(block, 'modified') ?? 0) * 1000,
  }
}

const slash = 0x2f

export function isEmptyBlock(block: Buffer): boolean {
  return block.equals(emptyBlock)
}
const emptyBlock = Buffer.alloc(blockBytes)

function bytesOf(block: Buffer, field: Field): Buffer {
  const [from, length] = fields[field]
  return block.subarray(from, from + length)
}

function textOf(block: Buffer, field: Field): Buffer {
  const bytes = bytesOf(block, field)
  const end = bytes.indexOf(0)
  return Buffer.from(end < 0 ? bytes : bytes.subarray(0, end))
}

/** GNU has times where POSIX has the beginning of a long name. */
function withPrefix(block: Buffer, name: Buffer): Buffer {
  const magic = bytesOf(block, 'magic')
  const isPosix = magic.subarray(0, 5).equals(gnuMagic.subarray(0, 5)) && !magic.equals(gnuMagic)
  const prefix = isPosix ? textOf(block, 'prefix') : Buffer.alloc(0)
  return prefix.length === 0 ? name : Buffer.concat([prefix, Buffer.from('/'), name])
}

/** Octal digits, or GNU's big-endian form; null where it is no number that can be counted with. */
function numberOf(block: Buffer, field: Field): number | null {
  const bytes = bytesOf(block, field)
  if (bytes[0] === 0x80) return binaryOf(bytes.subarray(1))
  const digits = bytes
    .toString('latin1')
    .replace(/[\0 ]+$/, '')
    .trimStart()
  if (digits === '') return 0
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : null
}

function binaryOf(bytes: Buffer): number | null {
  const value = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  return Number.isSafeInteger(value) ? value : null
}
