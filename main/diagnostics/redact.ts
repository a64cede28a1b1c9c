import { mask } from './mask.ts'
import { textRules } from './textRules.ts'

/** Names of fields whose value is a credential, in the spellings of kubeconfigs, HTTP and OAuth. */
const secretNames = new Set(
  [
    'authorization',
    'proxy-authorization',
    'cookie',
    'set-cookie',
    'token',
    'bearer',
    'bearer-token',
    'id-token',
    'access-token',
    'refresh-token',
    'session-key',
    'password',
    'passphrase',
    'client-secret',
    'passwd',
    'pass',
    'pwd',
    'secret-key',
    'access-key',
    'secret-access-key',
    'api-key',
    'session-token',
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

/** `X-Auth-Token`, `webhookToken`, `DB_PASS`: texts only, since e.g. a volume has a `secret`. */
function namesCredential(name: string, value: unknown): boolean {
  if (secretNames.has(plainName(name))) return true
  if (typeof value !== 'string') return false
  return (
    /(?:token|password|passwd|passphrase|secret|apikey|accesskey|privatekey)$/.test(plainName(name)) ||
    /[_-]pass$/i.test(name)
  )
}

/** Takes credentials out of running text: tokens, headers, private keys, passwords, Secrets. */
export function redactText(text: string): string {
  const isSecret = isSecretText(text)
  if (isSecret) {
    const structured = redactJson(text)
    if (structured !== null) return structured
  }
  let result = isSecret ? maskSecretText(text) : text
  for (const masked of textRules) result = masked(result)
  return result
}

function isSecretText(text: string): boolean {
  return /kind\\*["']?\s*:\s*\\*["']?Secret(?:List)?\b/.test(text)
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
  const withoutMaps = text.replace(/((?:data|stringData)\\*["']?\s*:\s*)\{[^{}]*\}/g, '$1{}')
  const kept: string[] = []
  /** Column of the key whose lines are left out. */
  let column: number | null = null
  for (const line of withoutMaps.split('\n')) {
    const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0
    // Block scalars may have empty lines.
    if (column !== null && (line.trim() === '' || indent > column)) continue
    const [whole, before = ''] =
      /^([ \t]*(?:-[ \t]+)*)["']?(?:data|stringData)["']?:[ \t\r]*$/.exec(line) ?? []
    column = whole === undefined ? null : before.length
    kept.push(whole === undefined ? line : `${whole.trimEnd()} ${mask}`)
  }
  return kept.join('\n')
}

/**
 * The same for structured values: fields with the name of a credential, the content of Secret
 * objects, and every string by `redactText`. Returns a copy; cycles and depths over 12 are cut.
 */
export function redact(value: unknown): unknown {
  return redactAt(value, 0, false)
}

/** @param isSecret the value is a Secret although it does not say so: an item of a `SecretList` */
function redactAt(value: unknown, depth: number, isSecret: boolean): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Uint8Array) return `[${value.byteLength} bytes]`
  if (typeof value !== 'object' || value === null) return value
  if (depth > 12) return '[too deep]'
  if (value instanceof Error) return redactError(value, depth)
  if (Array.isArray(value)) return value.map(item => redactAt(item, depth + 1, isSecret))
  if (value instanceof Map) return redactAt(Object.fromEntries(value), depth, isSecret)
  const { kind } = value as { readonly kind?: unknown }
  const hasSecrets = isSecret || kind === 'Secret'
  const isFailure = isErrorBody(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      if (isFailure && name === 'causes' && Array.isArray(item)) return [name, keptOut(item.length)]
      const isMasked = namesCredential(name, item) || (hasSecrets && /^(data|stringData)$/.test(name))
      if (isMasked && item !== undefined && item !== null) return [name, mask]
      return [name, redactAt(item, depth + 1, kind === 'SecretList' && name === 'items')]
    }),
  )
}

/** An `AppErrorBody`: its causes are what a plugin or a server printed, free text of any content. */
function isErrorBody(value: object): boolean {
  return 'kind' in value && 'message' in value && typeof value.message === 'string'
}

function keptOut(lines: number): string {
  return `[${lines} ${lines === 1 ? 'line' : 'lines'} of output not recorded]`
}

function redactError(error: Error, depth: number): unknown {
  return {
    name: error.name,
    message: redactText(error.message),
    stack: redactText(error.stack ?? ''),
    ...('code' in error ? { code: error.code } : {}),
    ...('body' in error ? { body: redactAt(error.body, depth + 1, false) } : {}),
    ...(error.cause === undefined ? {} : { cause: redactAt(error.cause, depth + 1, false) }),
  }
}
