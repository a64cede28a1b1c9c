export const blockBytes = 512

/** Bytes after a content of this size up to the next block. */
export function paddingAfter(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes
}

/** Offset and length of the fields of a header. Source: POSIX.1-2017, pax, “ustar Interchange Format”. */
export const fields = {
  name: [0, 100],
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  modified: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  target: [157, 100],
  magic: [257, 8],
  prefix: [345, 155],
} as const
export type Field = keyof typeof fields

/** GNU's own magic, with which names are bytes of any kind and numbers may be binary. */
export const gnuMagic = Buffer.from('ustar  \0', 'latin1')

/** Sum of all bytes of a header, its own field counted as spaces. */
export function checksumOf(block: Buffer): number {
  const [from, length] = fields.checksum
  let sum = 0x20 * length
  for (let at = 0; at < blockBytes; at++) {
    if (at < from || at >= from + length) sum += block[at] as number
  }
  return sum
}
