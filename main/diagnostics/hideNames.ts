import { createHmac, randomBytes } from 'node:crypto'
import { homedir, hostname, userInfo } from 'node:os'
import { apiPathOf } from './operation.ts'

export type NameKind = 'context' | 'cluster' | 'server' | 'user' | 'namespace' | 'file' | 'machine' | 'group'

/** Names that say nothing about anybody. */
const plain = new Set(['', 'default', 'sample', 'localhost', '127.0.0.1', '::1', 'kube-system', 'root'])

/** Paths of files, on every system; those of the API say nothing about the machine. */
const pathPattern =
  /(?<![\w/:.])(?!\/(?:apis?|openapi|livez|readyz|healthz|version)\b)(?:\/[\w.@+-]+){2,}|\b[A-Za-z]:\\[^\s"']+/g

/** Fields whose texts are words of ours, which may be the names of somebody's contexts too. */
const ownWords = new Set([
  'phase',
  'kind',
  'origin',
  'signIn',
  'from',
  'failure',
  'method',
  'theme',
  'density',
  'host',
  'level',
  'time',
])

/**
 * Puts stand-ins in place of names. Equal names get equal stand-ins within one bundle and others in
 * the next, so that they can be followed but not guessed.
 */
export class NameHiding {
  readonly #key = randomBytes(32)
  readonly #known = new Map<string, string>()
  #pattern: RegExp | null = null

  constructor() {
    this.add('machine', hostname())
    this.add('user', accountName())
    this.add('file', homedir(), '~')
  }

  add(kind: NameKind, name: string, standIn?: string): void {
    if (plain.has(name) || name.length < 2 || this.#known.has(name)) return
    this.#known.set(name, standIn ?? `${kind}-${this.#short(name)}`)
    this.#pattern = null
  }

  /** A text with all known names replaced, and what a message quotes or addresses besides. */
  text(text: string): string {
    return text
      .replace(this.#namesPattern(), name => this.#known.get(name) ?? name)
      .replace(pathPattern, '[path]')
      .replace(/\b(in namespace )(?!namespace-)[^\s,;:.]+/g, '$1[hidden]')
      .replace(/"(?!\[)[^"\\]{1,253}"/g, '"[hidden]"')
      .replace(/\b(?!127\.)(?:\d{1,3}\.){3}\d{1,3}\b/g, '[address]')
  }

  /** A tree of plain values. Keys that are ids or paths are names too; other keys are ours. */
  tree(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value)
    if (Array.isArray(value)) return value.map(item => this.tree(item))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        /[#/\\]/.test(key) ? this.text(key) : key,
        ownWords.has(key) && typeof item === 'string' ? item : this.tree(item),
      ]),
    )
  }

  /** A path of the API without the names in it. */
  path(printed: string): string {
    const mark = printed.indexOf('?')
    const path = mark < 0 ? printed : printed.slice(0, mark)
    const query =
      mark < 0 ? '' : printed.slice(mark).replace(/((?:field|label)Selector=)[^&]+/g, '$1[hidden]')
    const parts = apiPathOf(path)
    if (parts === null) return `${path}${query}`
    const names = new Set([parts.namespace, parts.name].filter(name => name !== ''))
    const segments = path
      .split('/')
      .map((segment, at) => (at > 2 && names.has(segment) ? '[hidden]' : segment))
    return `${segments.join('/')}${query}`
  }

  #short(name: string): string {
    return createHmac('sha256', this.#key).update(name).digest('hex').slice(0, 8)
  }

  /** Whole names only: `web` is not hidden inside `webhooks`. */
  #namesPattern(): RegExp {
    if (this.#pattern !== null) return this.#pattern
    const names = [...this.#known.keys()].sort((a, b) => b.length - a.length)
    const quoted = names.map(name => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    this.#pattern = new RegExp(`(?<![\\w-])(?:${quoted.join('|') || '(?!)'})(?![\\w-])`, 'g')
    return this.#pattern
  }
}

function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return '' // an account without an entry in the system's list
  }
}
