import { isSecretName, looksSecret, secretsOfArguments } from './looksSecret.ts'

/** Fields of a resolved context whose text is a credential, whatever it looks like. */
const credentialFields = new Set(['token', 'fallback', 'password', 'clientSecret', 'idToken', 'refreshToken'])

/**
 * Every credential in what a kubeconfig says of a context: tokens, passwords, keys (also line by
 * line), credentials of addresses, and those in the arguments and the environment of a plugin.
 * Reads any shape.
 */
export function secretsOfTarget(target: unknown): readonly string[] {
  const found: string[] = []
  visit(target, [], found)
  return found
}

function visit(value: unknown, path: readonly string[], found: string[]): void {
  if (path.length > 12) return
  if (typeof value === 'string') found.push(...secretsOfText(value, path))
  else if (Array.isArray(value)) visitList(value, path, found)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) visit(item, [...path, name], found)
  }
}

function visitList(list: readonly unknown[], path: readonly string[], found: string[]): void {
  if (path.at(-1) === 'args') {
    found.push(...secretsOfArguments(list.filter(item => typeof item === 'string')))
    return
  }
  for (const item of list) {
    if (isVariable(item) && path.at(-1) === 'env') {
      if (isSecretName(item.name) || looksSecret(item.value)) found.push(item.value)
    } else visit(item, path, found)
  }
}

function isVariable(item: unknown): item is { readonly name: string; readonly value: string } {
  return (
    typeof item === 'object' &&
    item !== null &&
    'name' in item &&
    'value' in item &&
    typeof item.name === 'string' &&
    typeof item.value === 'string'
  )
}

function secretsOfText(text: string, path: readonly string[]): readonly string[] {
  const name = path.at(-1) ?? ''
  if (credentialFields.has(name)) return [text]
  if (name === 'base64' && path.includes('key')) return [text, Buffer.from(text, 'base64').toString('utf8')]
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return secretsOfAddress(text)
  return path.includes('clusterInfo') && looksSecret(text) && !path.some(part => part.endsWith('-data'))
    ? [text]
    : []
}

function secretsOfAddress(text: string): readonly string[] {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return []
  }
  const { username, password } = url
  const written = password === '' ? (looksSecret(username) ? [username] : []) : [password]
  const parameters = [...url.searchParams].flatMap(([name, value]) =>
    isSecretName(name) || looksSecret(value) ? [value] : [],
  )
  return [...written, ...written.map(safeDecode), ...parameters]
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
