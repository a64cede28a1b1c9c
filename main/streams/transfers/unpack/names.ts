import type { DiskRules } from './rules.ts'

/** Where in a copy an entry belongs: the names from its top on, none for the top itself. Or why nowhere. */
export type EntryPlace = { readonly parts: readonly string[] } | { readonly why: string }

/** Linux's limits (limits.h), which no other system exceeds by much; in bytes. */
const longestPath = 4096
const longestPart = 255

/**
 * @param top name of the entry that is the copy itself; empty where entries are named from it on
 */
export function placeOf(path: string, top: string, rules: Pick<DiskRules, 'isWindows'>): EntryPlace {
  if (path === '') return { why: 'It has no name.' }
  if (path.includes('\0')) return { why: 'Its name holds a zero byte.' }
  if (path.startsWith('/') || (rules.isWindows && /^[A-Za-z]:|^\\/.test(path)))
    return { why: 'Its path is absolute and leads out of the destination.' }
  if (Buffer.byteLength(path) > longestPath) return { why: 'Its path is longer than systems take.' }
  const parts = path.split('/').filter(part => part !== '' && part !== '.')
  if (parts.includes('..')) return { why: 'Its path goes up with “..”, out of the destination.' }
  const wrong = parts.map(part => whyNoName(part, rules)).find(why => why !== '')
  if (wrong !== undefined) return { why: wrong }
  if (top === '') return { parts }
  return parts[0] === top
    ? { parts: parts.slice(1) }
    : { why: `It is not part of what was asked for, “${top}”.` }
}

/** Source: Microsoft, “Naming Files, Paths, and Namespaces”. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:[. ].*)?$/i
const unusable = /[\u0000-\u001f<>:"\\|?*]/

function whyNoName(part: string, { isWindows }: Pick<DiskRules, 'isWindows'>): string {
  if (Buffer.byteLength(part) > longestPart) return 'Its name is longer than systems take.'
  if (!isWindows) return ''
  if (devices.test(part)) return `Windows keeps the name “${part}” for a device.`
  if (unusable.test(part)) return 'Its name has characters that Windows takes in none.'
  return /[. ]$/.test(part) ? 'Its name ends in a dot or a space, which Windows drops.' : ''
}
