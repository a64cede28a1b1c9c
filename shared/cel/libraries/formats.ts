import { requestUriFault } from './urls.ts'

/** A named form of text (`library/format.go`; rules of `k8s.io/apimachinery`’s validation). */
export interface Format {
  readonly name: string
  /** Length of pattern that validating is charged by. */
  readonly patternSize: number
  /** What is wrong with a text; empty for one of the format. */
  readonly faults: (text: string) => readonly string[]
}

/** Lengths are those of UTF-8. */
const byteLength = (text: string): number => new TextEncoder().encode(text).length

/** Bytes are called so for the parts of label keys and their values alone. */
const tooLong = (text: string, most: number, unit: 'bytes' | 'characters'): readonly string[] =>
  byteLength(text) > most ? [`must be no more than ${most} ${unit}`] : []

function mismatch(message: string, pattern: string, examples: readonly string[]): string {
  const shown = examples.map(example => `'${example}', `).join(' or ')
  return `${message} (e.g. ${shown}regex used for validation is '${pattern}')`
}

/** A rule that is one pattern and a greatest length. */
interface PatternRule {
  readonly pattern: string
  readonly most: number
  readonly message: string
  readonly examples: readonly string[]
}

const label: PatternRule = {
  pattern: '[a-z0-9]([-a-z0-9]*[a-z0-9])?',
  most: 63,
  message:
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  examples: ['my-name', '123-abc'],
}

const subdomain: PatternRule = {
  pattern: `${label.pattern}(\\.${label.pattern})*`,
  most: 253,
  message:
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  examples: ['example.com'],
}

const label1035: PatternRule = {
  pattern: '[a-z]([-a-z0-9]*[a-z0-9])?',
  most: 63,
  message:
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  examples: ['my-name', 'abc-123'],
}

const keyName: PatternRule = {
  pattern: '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]',
  most: 63,
  message:
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  examples: ['MyName', 'my.name', '123-abc'],
}

const value: PatternRule = {
  pattern: `(${keyName.pattern})?`,
  most: 63,
  message:
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  examples: ['MyValue', 'my_value', '12345'],
}

/**
 * Patterns in forms that take linear time: JavaScript’s engine goes back and forth over those that are
 * shown.
 */
const linear: ReadonlyMap<PatternRule, (text: string) => boolean> = new Map([
  [label, isLabel],
  [subdomain, (text: string) => text.split('.').every(isLabel)],
  [label1035, (text: string) => isLabel(text) && /^[a-z]/.test(text)],
  [keyName, isKeyName],
  [value, (text: string) => text === '' || isKeyName(text)],
])

function isLabel(text: string): boolean {
  return /^[a-z0-9-]+$/.test(text) && !text.startsWith('-') && !text.endsWith('-')
}

function isKeyName(text: string): boolean {
  return /^[-A-Za-z0-9_.]+$/.test(text) && /^[A-Za-z0-9]/.test(text) && /[A-Za-z0-9]$/.test(text)
}

const fits = (rule: PatternRule, text: string): boolean => linear.get(rule)?.(text) === true

function patternFaults(rule: PatternRule, text: string): readonly string[] {
  const long = tooLong(text, rule.most, rule === value ? 'bytes' : 'characters')
  return fits(rule, text) ? long : [...long, mismatch(rule.message, rule.pattern, rule.examples)]
}

function labelFaults(text: string): readonly string[] {
  const isOnlyDotted = !fits(label, text) && fits(subdomain, text)
  return isOnlyDotted
    ? [...tooLong(text, label.most, 'characters'), 'must not contain dots']
    : patternFaults(label, text)
}

export const dnsLabelFaults: (text: string) => readonly string[] = labelFaults
export const dnsSubdomainFaults = (text: string): readonly string[] => patternFaults(subdomain, text)

function qualifiedNameFaults(text: string): readonly string[] {
  const parts = text.split('/')
  const nameFault = mismatch(keyName.message, keyName.pattern, keyName.examples)
  if (parts.length > 2)
    return [
      `a valid label key ${nameFault} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ]
  const faults: string[] = []
  const [prefix, name = ''] = parts.length === 2 ? parts : [undefined, parts[0]]
  if (prefix === '') faults.push('prefix part must be non-empty')
  else if (prefix !== undefined)
    faults.push(
      ...dnsSubdomainFaults(prefix).map(fault => `prefix part ${fault.replace(/ characters$/, ' bytes')}`),
    )
  if (name === '') faults.push('name part must be non-empty')
  else faults.push(...tooLong(name, keyName.most, 'bytes').map(fault => `name part ${fault}`))
  if (!fits(keyName, name)) faults.push(`name part ${nameFault}`)
  return faults
}

/** What the server generates goes behind a prefix, so that one may end in a dash. */
function asPrefix(text: string): string {
  return text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text
}

function isDate(text: string): boolean {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (found === null) return false
  const [year = 0, month = 0, day = 0] = found.slice(1).map(Number)
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

function isDateTime(text: string): boolean {
  const [date = '', time] = text.toLowerCase().split('t')
  if (time === undefined || !isDate(date)) return false
  // The character before the fraction may be any.
  const found = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:.[0-9]+)?(?:z|[+-][0-9]{2}:[0-9]{2})$/u.exec(time)
  const [, hours = '99', minutes = '99', seconds = '99'] = found ?? []
  return hours <= '23' && minutes <= '59' && seconds <= '59'
}

const isBase64 = (text: string): boolean =>
  text !== '' && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)

const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i

const either =
  (holds: (text: string) => boolean, fault: string) =>
  (text: string): readonly string[] =>
    holds(text) ? [] : [fault]

function uriFaults(text: string): readonly string[] {
  const fault = requestUriFault(text)
  return fault === null ? [] : [fault]
}

/** Formats by the names of the functions that give them. */
export const formats: ReadonlyMap<string, Format> = new Map([
  ['dns1123Label', { name: 'DNS1123Label', patternSize: 30, faults: labelFaults }],
  ['dns1123Subdomain', { name: 'DNS1123Subdomain', patternSize: 60, faults: dnsSubdomainFaults }],
  [
    'dns1035Label',
    { name: 'DNS1035Label', patternSize: 30, faults: (text: string) => patternFaults(label1035, text) },
  ],
  ['qualifiedName', { name: 'QualifiedName', patternSize: 60, faults: qualifiedNameFaults }],
  [
    'dns1123LabelPrefix',
    { name: 'DNS1123LabelPrefix', patternSize: 30, faults: (text: string) => labelFaults(asPrefix(text)) },
  ],
  [
    'dns1123SubdomainPrefix',
    {
      name: 'DNS1123SubdomainPrefix',
      patternSize: 60,
      faults: (text: string) => dnsSubdomainFaults(asPrefix(text)),
    },
  ],
  [
    'dns1035LabelPrefix',
    {
      name: 'DNS1035LabelPrefix',
      patternSize: 30,
      faults: (text: string) => patternFaults(label1035, asPrefix(text)),
    },
  ],
  [
    'labelValue',
    { name: 'LabelValue', patternSize: 40, faults: (text: string) => patternFaults(value, text) },
  ],
  ['uri', { name: 'URI', patternSize: 1103, faults: uriFaults }],
  [
    'uuid',
    {
      name: 'uuid',
      patternSize: 70,
      faults: either(text => uuid.test(text), 'does not match the UUID format'),
    },
  ],
  ['byte', { name: 'byte', patternSize: 84, faults: either(isBase64, 'invalid base64') }],
  ['date', { name: 'date', patternSize: 71, faults: either(isDate, 'invalid date') }],
  ['datetime', { name: 'datetime', patternSize: 71, faults: either(isDateTime, 'invalid datetime') }],
])
