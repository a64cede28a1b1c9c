import { isAddress, isHardwareAddress, isNetwork } from './addresses.ts'
import { byteLength } from './names.ts'
import { matches } from './patterns.ts'

/** Names of formats of texts, without their dashes (kube-openapi’s `strfmt`). */
const texts: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['bsonobjectid', text => /^[0-9a-fA-F]{24}$/.test(text)],
  ['uri', isRequestUri],
  ['email', isEmail],
  ['hostname', isHostname],
  ['ipv4', text => isAddress(text, true) && text.includes('.')],
  ['ipv6', text => isAddress(text, false) && text.includes(':')],
  ['cidr', isNetwork],
  ['mac', isHardwareAddress],
  ['uuid', text => isUuid(text, '[0-9a-f]', '[0-9a-f]')],
  ['uuid3', text => isUuid(text, '3', '[0-9a-f]')],
  ['uuid4', text => isUuid(text, '4', '[89ab]')],
  ['uuid5', text => isUuid(text, '5', '[89ab]')],
  ['isbn', text => isIsbn10(text) || isIsbn13(text)],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['creditcard', isCreditCard],
  ['ssn', text => /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text)],
  ['hexcolor', text => /^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/.test(text)],
  ['rgbcolor', isRgbColor],
  ['byte', text => text.length > 0 && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)],
  ['password', () => true],
  ['date', isDate],
  ['duration', isDuration],
  ['datetime', isDateTime],
  ['k8sshortname', text => text.length <= 63 && isDnsName(text, false)],
  ['k8slongname', text => text.length <= 253 && isDnsName(text, true)],
])

/** Formats of Kubernetes’ own are known since 1.34, and used one release later. */
const newer: ReadonlySet<string> = new Set(['k8sshortname', 'k8slongname'])
const newerSince = 35

const bare = (format: string): string => format.replaceAll('-', '')

/** The format that counts for a schema of these types; empty for none, and for one that the server ignores. */
export function knownFormat(types: readonly string[], format: unknown, minor: number): string {
  if (typeof format !== 'string') return ''
  const type = types.length === 1 ? types[0] : ''
  if (type === 'integer') return format === 'int32' || format === 'int64' ? format : ''
  if (type === 'number') return format === 'float' || format === 'double' ? format : ''
  if (type !== '' && type !== 'string') return ''
  const name = bare(format)
  return texts.has(name) && (!newer.has(name) || minor >= newerSince) ? format : ''
}

/** Null for a format of something else than texts. */
export function isOfFormat(format: string, text: string): boolean | null {
  return texts.get(bare(format))?.(text) ?? null
}

function isUuid(text: string, version: string, variant: string): boolean {
  const pattern = `^[0-9a-f]{8}-?[0-9a-f]{4}-?${version}[0-9a-f]{3}-?${variant}[0-9a-f]{3}-?[0-9a-f]{12}$`
  return new RegExp(pattern, 'i').test(text)
}

function isDnsName(text: string, hasDots: boolean): boolean {
  const parts = hasDots ? text.split('.') : [text]
  return parts.every(part => /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(part))
}

const hostname =
  '^([a-zA-Z0-9\\p{S}\\p{L}]((-?[a-zA-Z0-9\\p{S}\\p{L}]{0,62})?)|([a-zA-Z0-9\\p{S}\\p{L}](([a-zA-Z0-9-\\p{S}\\p{L}]{0,61}[a-zA-Z0-9\\p{S}\\p{L}])?)(\\.)){1,}([a-zA-Z\\p{L}]){2,63})$'

function isHostname(text: string): boolean {
  return (
    matches(hostname, text) &&
    byteLength(text) <= 255 &&
    text.split('.').every(part => byteLength(part) <= 63)
  )
}

/** An address, with a name before it or not; texts in quotes and comments are beyond this. */
function isEmail(text: string): boolean {
  const address = /^[^<>]*<([^<>]+)>\s*$/.exec(text)?.[1] ?? text.trim()
  const atom = '[^\\s()<>\\[\\]:;@\\\\,."\\x00-\\x1f]+'
  return new RegExp(`^${atom}(\\.${atom})*@${atom}(\\.${atom})*$`, 'u').test(address)
}

/** An absolute URI or path, as Go’s `url.ParseRequestURI` takes it. */
function isRequestUri(text: string): boolean {
  if (/[\x00-\x1f\x7f]/.test(text)) return false
  if (text === '*') return true
  const [, scheme, rest = text] = /^([a-zA-Z][a-zA-Z0-9+.-]*):(.*)$/.exec(text) ?? []
  if (text.startsWith(':')) return false
  if (!rest.startsWith('/')) return scheme !== undefined
  const [beforeQuery = ''] = rest.split('?')
  const authority = beforeQuery.startsWith('//') && (scheme !== undefined || !beforeQuery.startsWith('///'))
  const [, host = '', path = beforeQuery] = authority ? (/^\/\/([^/]*)(.*)$/.exec(beforeQuery) ?? []) : []
  if (/%(?![0-9a-fA-F]{2})/.test(path)) return false
  const afterUser = host.slice(host.lastIndexOf('@') + 1)
  return /^(\[[0-9a-fA-F:.]+(%25[^\]]*)?\]|[^\s<>"`{}|\\^[\]:]*)(:\d*)?$/.test(afterUser)
}

const digitsOf = (text: string): number[] => [...text].map(Number)

function isIsbn10(text: string): boolean {
  const bareText = text.replace(/[\s-]+/g, '')
  if (!/^(?:[0-9]{9}X|[0-9]{10})$/.test(bareText)) return false
  const sum = digitsOf(bareText.slice(0, 9)).reduce((all, digit, index) => all + (index + 1) * digit, 0)
  const last = bareText.endsWith('X') ? 10 : Number(bareText[9])
  return (sum + 10 * last) % 11 === 0
}

function isIsbn13(text: string): boolean {
  const bareText = text.replace(/[\s-]+/g, '')
  if (!/^[0-9]{13}$/.test(bareText)) return false
  const sum = digitsOf(bareText.slice(0, 12)).reduce(
    (all, digit, index) => all + (index % 2 === 0 ? 1 : 3) * digit,
    0,
  )
  return Number(bareText[12]) === (10 - (sum % 10)) % 10
}

function isCreditCard(text: string): boolean {
  const digits = text.replace(/[^0-9]+/g, '')
  const known =
    /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11})$/
  if (!known.test(digits)) return false
  const sum = digitsOf(digits)
    .reverse()
    .reduce((all, digit, index) => {
      const doubled = index % 2 === 1 ? digit * 2 : digit
      return all + (doubled >= 10 ? (doubled % 10) + 1 : doubled)
    }, 0)
  return sum % 10 === 0
}

function isRgbColor(text: string): boolean {
  const part = '(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])'
  return new RegExp(`^rgb\\(\\s*${part}\\s*,\\s*${part}\\s*,\\s*${part}\\s*\\)$`).test(text)
}

export function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (day === undefined || month === '00' || day === '00' || Number(month) > 12) return false
  const last = new Date(0)
  last.setUTCFullYear(Number(year), Number(month), 0)
  return Number(day) <= last.getUTCDate()
}

function isDateTime(text: string): boolean {
  const [date = '', time] = text.toLowerCase().split('t')
  if (time === undefined || !isDate(date)) return false
  const [, hours = '', minutes = '', seconds = ''] =
    /^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$/.exec(time) ?? []
  return hours !== '' && hours <= '23' && minutes <= '59' && seconds <= '59'
}

const units: readonly (readonly string[])[] = [
  ['ns', 'nano'],
  ['us', 'µs', 'micro'],
  ['ms', 'milli'],
  ['s', 'sec'],
  ['m', 'min'],
  ['h', 'hr', 'hour'],
  ['d', 'day'],
  ['w', 'wk', 'week'],
]

/** As Go writes a length of time, or in words: `2 days`. The last word of a unit may be longer. */
function isDuration(text: string): boolean {
  if (/^[+-]?(0|((\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h))+)$/.test(text)) return true
  const found = [...text.matchAll(/(?<!\d)(\d+)\s*([A-Za-zµ]+)/g)]
  if (found.some(([, number = '']) => number.length > 19 || BigInt(number) >= 2n ** 63n)) return false
  return found.some(([, , word = '']) => {
    const unit = word.toLowerCase()
    return units.some(names => names.includes(unit) || unit.startsWith(names.at(-1) ?? ''))
  })
}
