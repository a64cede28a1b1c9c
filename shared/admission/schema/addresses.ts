/** Addresses of networks as Go’s `net` reads them, or as it did when it still took leading zeros. */

/** Four numbers up to 255. @param isSloppy whether leading zeros are taken */
function isDotted(text: string, isSloppy: boolean): boolean {
  const parts = text.split('.')
  return (
    parts.length === 4 &&
    parts.every(
      part => /^\d+$/.test(part) && Number(part) <= 255 && (isSloppy || part === String(Number(part))),
    )
  )
}

function isColoned(text: string, isSloppy: boolean): boolean {
  const halves = text.split('::')
  if (halves.length > 2 || text === '') return false
  const groups = halves.map(half => (half === '' ? [] : half.split(':')))
  const all = groups.flat()
  const last = all.at(-1) ?? ''
  const hasDotted = last.includes('.')
  if (hasDotted && (!isDotted(last, isSloppy) || text.endsWith('::'))) return false
  const plain = hasDotted ? all.slice(0, -1) : all
  if (!plain.every(group => /^[0-9a-fA-F]{1,4}$/.test(group))) return false
  const count = plain.length + (hasDotted ? 2 : 0)
  return halves.length === 2 ? count < 8 : count === 8
}

/** @param isSloppy whether leading zeros are taken */
export const isAddress = (text: string, isSloppy: boolean): boolean =>
  text.includes(':') ? isColoned(text, isSloppy) : isDotted(text, isSloppy)

export function isNetwork(text: string): boolean {
  const slash = text.indexOf('/')
  if (slash < 0) return false
  const [address, bits] = [text.slice(0, slash), text.slice(slash + 1)]
  return isAddress(address, true) && /^\d+$/.test(bits) && Number(bits) <= (address.includes(':') ? 128 : 32)
}

/** 6, 8 or 20 bytes, by colons, dashes or in fours by dots. */
export function isHardwareAddress(text: string): boolean {
  const byPairs = /^[0-9a-fA-F]{2}(?:([:-])[0-9a-fA-F]{2}(?:\1[0-9a-fA-F]{2})*)$/.test(text)
  if (byPairs) return [6, 8, 20].includes((text.length + 1) / 3)
  return (
    /^[0-9a-fA-F]{4}(?:\.[0-9a-fA-F]{4})+$/.test(text) && [6, 8, 20].includes(((text.length + 1) / 5) * 2)
  )
}
