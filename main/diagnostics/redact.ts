const mask = '[redacted]'

/** Names of fields whose value is a credential, in the spellings of kubeconfigs, HTTP and OAuth. */
const secretNames = new Set(
  [
    'authorization',
    'proxy-authorization',
    'cookie',
    'set-cookie',
    'token',
    'bearer-token',
    'id-token',
    'access-token',
    'refresh-token',
    'session-key',
    'password',
    'passphrase',
    'client-secret',
    'client-key',
    'client-key-data',
    'client-certificate-data',
    'private-key',
    'kubectl.kubernetes.io/last-applied-configuration',
  ].map(plainName),
)

/** `clientKeyData`, `client-key-data` and `client_key_data` are one name. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '')
}

/**
 * `name: value`, `name=value` and `"name":"value"`, escaped or not.
 * @param shortest length from which a value counts: sentences speak of tokens too
 */
function fieldRule(names: string, shortest: number): RegExp {
  const value = `(?!\\[redacted\\])[^\\s"'\\\\,;&}]{${shortest},}`
  return new RegExp(`((?:${names})\\\\*["']?\\s*[:=]\\s*\\\\*["']?)${value}`, 'gi')
}

/** Patterns of credentials in running text; each keeps what tells the reader what stood there. */
const textRules: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, mask],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${mask}`],
  // A JWT: two base64url JSON objects and a signature. Also the start of an encoded PEM key.
  [/\beyJ[\w-]{6,}\.eyJ[\w-]*(?:\.[\w-]*)*/g, mask],
  [/\bLS0tLS1CRUdJTi[\w+/=]{20,}/g, mask],
  // User and password of an address.
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@:"']*:[^\s/@"']+@/gi, `$1${mask}@`],
  [fieldRule('(?:id|access|refresh|bearer)[-_]?token|token', 12), `$1${mask}`],
  [
    fieldRule(
      'authorization|cookie|password|passphrase|client[-_]?secret|client[-_]?key(?:[-_]?data)?|private[-_]?key',
      3,
    ),
    `$1${mask}`,
  ],
]

/** Takes credentials out of running text: tokens, headers, private keys, passwords, Secrets. */
export function redactText(text: string): string {
  if (isSecretText(text)) {
    const structured = redactJson(text)
    if (structured !== null) return structured
  }
  let result = isSecretText(text) ? maskSecretText(text) : text
  for (const [pattern, replacement] of textRules) result = result.replace(pattern, replacement)
  return result
}

function isSecretText(text: string): boolean {
  return /kind\\*["']?\s*:\s*\\*["']?Secret\b/.test(text)
}

/** JSON is masked by its structure, since values may hold braces and quotes; null for other text. */
function redactJson(text: string): string | null {
  if (!/^\s*[{["]/.test(text)) return null
  try {
    return JSON.stringify(redact(JSON.parse(text))) + (text.endsWith('\n') ? '\n' : '')
  } catch {
    return null
  }
}

/** Masks `data` and `stringData` in a Secret written as JSON (escaped or not) or YAML. */
function maskSecretText(text: string): string {
  return text
    .replace(/((?:data|stringData)\\*["']?\s*:\s*)\{[^{}]*\}/g, '$1{}')
    .replace(/^([ \t]*)((?:data|stringData):)[ \t]*\r?\n(?:\1[ \t]+[^\n]*(?:\n|$))+/gm, `$1$2 ${mask}\n`)
}

/**
 * The same for structured values: fields with the name of a credential, the content of Secret
 * objects, and every string by `redactText`. Returns a copy; cycles and depths over 12 are cut.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Uint8Array) return `[${value.byteLength} bytes]`
  if (typeof value !== 'object' || value === null) return value
  if (depth > 12) return '[too deep]'
  if (value instanceof Error) return redactError(value, depth)
  if (Array.isArray(value)) return value.map(item => redact(item, depth + 1))
  if (value instanceof Map) return redact(Object.fromEntries(value), depth)
  const isSecret = (value as { kind?: unknown }).kind === 'Secret'
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const isMasked = secretNames.has(plainName(name)) || (isSecret && /^(data|stringData)$/.test(name))
      return [name, isMasked && item !== undefined && item !== null ? mask : redact(item, depth + 1)]
    }),
  )
}

function redactError(error: Error, depth: number): unknown {
  return {
    name: error.name,
    message: redactText(error.message),
    stack: redactText(error.stack ?? ''),
    ...('code' in error ? { code: error.code } : {}),
    ...('body' in error ? { body: redact(error.body, depth + 1) } : {}),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, depth + 1) }),
  }
}
