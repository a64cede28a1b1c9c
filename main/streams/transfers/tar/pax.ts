/** Records of a PAX header, values as bytes; null where they are not as they must be. Source: POSIX.1-2017, pax. */
export function readPax(bytes: Buffer): ReadonlyMap<string, Buffer> | null {
  const records = new Map<string, Buffer>()
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at)
    const digits = bytes.toString('latin1', at, space < 0 ? at : space)
    const end = /^\d{1,9}$/.test(digits) ? at + Number(digits) : 0
    const equals = bytes.indexOf(0x3d, space)
    if (end > bytes.length || equals < 0 || equals >= end || bytes[end - 1] !== 0x0a) return null
    records.set(bytes.toString('latin1', space + 1, equals), bytes.subarray(equals + 1, end - 1))
    at = end
  }
  return records
}
