/** Names as the server checks them (apimachinery’s `validate/content`); each fault in its words. */

const dnsLabel = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const dnsSubdomain = `${dnsLabel}(\\.${dnsLabel})*`
const labelKey = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'
const labelValueForm = `(${labelKey})?`

/** Bytes, as limits of names count them. */
export function byteLength(text: string): number {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

const tooLong = (most: number): string => `must be no more than ${most} bytes`

const isLabel = (text: string): boolean => /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(text)
const isSubdomain = (text: string): boolean => text.split('.').every(isLabel)

function example(message: string, form: string, examples: readonly string[]): string {
  return `${message} (e.g. ${examples.map(one => `'${one}', `).join(' or ')}regex used for validation is '${form}')`
}

export function subdomainFaults(text: string): readonly string[] {
  const faults = byteLength(text) > 253 ? [tooLong(253)] : []
  if (!isSubdomain(text))
    faults.push(
      example(
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
        dnsSubdomain,
        ['example.com'],
      ),
    )
  return faults
}

export function labelFaults(text: string): readonly string[] {
  const faults = byteLength(text) > 63 ? [tooLong(63)] : []
  if (isLabel(text)) return faults
  faults.push(
    isSubdomain(text)
      ? 'must not contain dots'
      : example(
          "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
          dnsLabel,
          ['my-name', '123-abc'],
        ),
  )
  return faults
}

const keyWords =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"
const keyExamples = ['MyName', 'my.name', '123-abc']

/** A qualified name: a name, with a DNS subdomain before it or not. */
export function qualifiedNameFaults(text: string): readonly string[] {
  const parts = text.split('/')
  if (parts.length > 2)
    return [
      `a valid label key ${example(keyWords, labelKey, keyExamples)} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ]
  const faults: string[] = []
  const name = parts.at(-1) ?? ''
  if (parts.length === 2) {
    const [prefix = ''] = parts
    const wrong = prefix === '' ? ['must be non-empty'] : subdomainFaults(prefix)
    faults.push(...wrong.map(fault => `prefix part ${fault}`))
  }
  if (name === '') faults.push('name part must be non-empty')
  else if (byteLength(name) > 63) faults.push(`name part ${tooLong(63)}`)
  if (!/^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/.test(name))
    faults.push(`name part ${example(keyWords, labelKey, keyExamples)}`)
  return faults
}

export function labelValueFaults(text: string): readonly string[] {
  const faults = byteLength(text) > 63 ? [tooLong(63)] : []
  if (!/^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/.test(text))
    faults.push(
      example(
        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
        labelValueForm,
        ['MyValue', 'my_value', '12345'],
      ),
    )
  return faults
}

/** Keys of a ConfigMap or a Secret. */
export function fileNameFaults(text: string): readonly string[] {
  const faults = byteLength(text) > 253 ? ['must be no more than 253 characters'] : []
  if (!/^[-._a-zA-Z0-9]+$/.test(text))
    faults.push(
      example(
        "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
        '[-._a-zA-Z0-9]+',
        ['key.name', 'KEY_NAME', 'key-name'],
      ),
    )
  if (text === '.' || text === '..') faults.push(`must not be '${text}'`)
  else if (text.startsWith('..')) faults.push("must not start with '..'")
  return faults
}

/** What may stand in a path of the API. */
export function pathSegmentFaults(text: string): readonly string[] {
  if (text === '.' || text === '..') return [`may not be '${text}'`]
  return ['/', '%'].filter(part => text.includes(part)).map(part => `may not contain '${part}'`)
}

/** A name that something is put behind may end with a dash. The server cuts one character too many. */
export const asPrefix = (text: string): string =>
  text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text
