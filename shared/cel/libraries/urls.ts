import { types } from '../check/types.ts'
import type { FunctionDefinition } from '../run/functions.ts'
import { EntriesMap, StringList } from '../values/containers.ts'
import { CelError, OpaqueValue, type Result } from '../values/value.ts'
import { nominal, oneTraversal } from './costs.ts'
import { global, member } from './define.ts'
import { quoteGo } from './quote.ts'
import {
  escapedPath,
  fromBytes,
  parseUrl,
  printUrl,
  toBytes,
  UrlFault,
  type UrlParts,
  unescapeUrl,
} from './urlParse.ts'

const urlType = types.struct('kubernetes.URL')
const { string } = types

class UrlValue extends OpaqueValue {
  readonly type = urlType
  readonly parts: UrlParts
  /** Behind `#`, as it was written; empty where there is none. */
  readonly fragment: string

  constructor(parts: UrlParts, fragment: string) {
    super()
    this.parts = parts
    this.fragment = fragment
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof UrlValue && this.toString() === other.toString()
  }

  override toString(): string {
    const fragment = this.fragment === '' ? '' : `#${this.fragment}`
    return fromBytes(printUrl(this.parts) + fragment)
  }
}

/** Null for a URL; why it is none otherwise. */
function faultOf(parse: () => unknown, shown: string): string | null {
  try {
    parse()
    return null
  } catch (error) {
    if (error instanceof UrlFault) return `parse ${quoteGo(shown)}: ${error.message}`
    throw error
  }
}

/** The server parses it as the target of a request first, where `#` means nothing, then as a URL. */
function toUrl(text: string): Result {
  const bytes = toBytes(text)
  const hash = bytes.indexOf('#')
  const before = hash < 0 ? bytes : bytes.slice(0, hash)
  const fragment = hash < 0 ? '' : bytes.slice(hash + 1)
  const fault =
    faultOf(() => parseUrl(bytes, true), text) ??
    faultOf(() => parseUrl(before, false), fromBytes(before)) ??
    faultOf(() => unescapeUrl(fragment, 'fragment'), text)
  return fault === null
    ? new UrlValue(parseUrl(before, false), fragment)
    : new CelError(`URL parse error during conversion from string: ${fault}`)
}

/** Name and port of a host. */
function splitHost(host: string): { readonly name: string; readonly port: string } {
  const colon = host.lastIndexOf(':')
  const hasPort = colon >= 0 && /^:[0-9]*$/.test(host.slice(colon))
  const name = hasPort ? host.slice(0, colon) : host
  const isLiteral = name.startsWith('[') && name.endsWith(']')
  return { name: isLiteral ? name.slice(1, -1) : name, port: hasPort ? host.slice(colon + 1) : '' }
}

/** Most parameters that Go reads from a query. */
const mostParameters = 10_000

function query({ parts: { rawQuery } }: UrlValue): Result {
  const found = new Map<string, string[]>()
  const pairs = rawQuery.split('&')
  if (pairs.length <= mostParameters)
    for (const pair of pairs) {
      if (pair === '' || pair.includes(';')) continue
      const equals = pair.indexOf('=')
      const decoded = decodePair(equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)])
      if (decoded === null) continue
      const [key, value] = decoded
      const values = found.get(key)
      if (values === undefined) found.set(key, [value])
      else values.push(value)
    }
  return EntriesMap.of([...found].map(([key, values]) => [key, new StringList(values)] as const))
}

/** Null for a pair that is escaped wrongly: Go leaves it out. */
function decodePair(pair: readonly [string, string]): readonly [string, string] | null {
  try {
    return [fromBytes(unescapeUrl(pair[0], 'query')), fromBytes(unescapeUrl(pair[1], 'query'))]
  } catch (error) {
    if (error instanceof UrlFault) return null
    throw error
  }
}

const reader = (name: string, id: string, read: (url: UrlValue) => string): FunctionDefinition =>
  member(name, id, [urlType], string, (url: UrlValue) => fromBytes(read(url)), nominal)

export const urlFunctions: readonly FunctionDefinition[] = [
  global('url', 'string_to_url', [string], urlType, toUrl, oneTraversal),
  global(
    'isURL',
    'is_url_string',
    [string],
    types.bool,
    (text: string) => faultOf(() => parseUrl(toBytes(text), true), text) === null,
  ),
  reader('getScheme', 'url_get_scheme', ({ parts }) => parts.scheme),
  reader('getHost', 'url_get_host', ({ parts }) => parts.host),
  reader('getHostname', 'url_get_hostname', ({ parts }) => splitHost(parts.host).name),
  reader('getPort', 'url_get_port', ({ parts }) => splitHost(parts.host).port),
  reader('getEscapedPath', 'url_get_escaped_path', ({ parts }) => escapedPath(parts)),
  member('getQuery', 'url_get_query', [urlType], types.map(string, types.list(string)), query, nominal),
]

/** Whether a text is a URL, as `format.uri` asks; null if it is, else why not. */
export const requestUriFault = (text: string): string | null =>
  faultOf(() => parseUrl(toBytes(text), true), text)
