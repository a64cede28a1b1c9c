import { parseAddress } from './address.ts'
import { quoteGo } from './quote.ts'

/** A URL taken apart as Go’s `net/url` does. Texts hold one character for each byte of UTF-8. */
export interface UrlParts {
  readonly scheme: string
  readonly opaque: string
  /** Null where there is none; already escaped. */
  readonly user: string | null
  readonly host: string
  readonly path: string
  /** As it was written, where that is not how the path would be escaped. */
  readonly rawPath: string
  readonly forceQuery: boolean
  readonly rawQuery: string
  readonly omitHost: boolean
}

/** Why a text is no URL, in Go’s words. */
export class UrlFault extends Error {}

export function toBytes(text: string): string {
  return Array.from(new TextEncoder().encode(text), byte => String.fromCharCode(byte)).join('')
}

export function fromBytes(bytes: string): string {
  return new TextDecoder().decode(Uint8Array.from(bytes, byte => byte.charCodeAt(0)))
}

type Mode = 'path' | 'host' | 'zone' | 'user' | 'query' | 'fragment'

/** Characters besides letters, digits and `-_.~` that stand for themselves. */
const plain: Readonly<Record<Mode, string>> = {
  path: '$&+,/:;=@',
  host: '!"$&\'()*+,:;<=>[]',
  zone: '!"$&\'()*+,:;<=>[]',
  user: '$&+,;=',
  query: '',
  fragment: '!$&()*+,/:;=?@',
}

const isPlain = (byte: string, mode: Mode): boolean =>
  /[A-Za-z0-9\-_.~]/.test(byte) || plain[mode].includes(byte)

export function escapeUrl(text: string, mode: Mode): string {
  return text.replace(/[\s\S]/g, byte =>
    isPlain(byte, mode) ? byte : `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}

const badEscape = (text: string): UrlFault => new UrlFault(`invalid URL escape ${quoteGo(fromBytes(text))}`)

/** @throws UrlFault for escapes that are none, and for characters that may not stand there */
export function unescapeUrl(text: string, mode: Mode): string {
  let plainText = ''
  for (let at = 0; at < text.length; at++) {
    const byte = text.charAt(at)
    if (byte === '%') {
      const written = text.slice(at, at + 3)
      if (!/^%[0-9a-fA-F]{2}$/.test(written)) throw badEscape(written)
      const code = Number.parseInt(written.slice(1), 16)
      // A host may escape what is not ASCII, and `%25` before a zone; a zone more than that.
      if (mode === 'host' && code < 0x80 && written !== '%25') throw badEscape(written)
      const decoded = String.fromCharCode(code)
      if (mode === 'zone' && written !== '%25' && decoded !== ' ' && !isPlain(decoded, 'host'))
        throw badEscape(written)
      plainText += decoded
      at += 2
    } else if ((mode === 'host' || mode === 'zone') && byte.charCodeAt(0) < 0x80 && !isPlain(byte, mode))
      throw new UrlFault(`invalid character ${quoteGo(byte)} in host name`)
    else plainText += byte === '+' && mode === 'query' ? ' ' : byte
  }
  return plainText
}

/**
 * @param isRequest whether it must be absolute, as the target of a request is
 * @throws UrlFault
 */
export function parseUrl(text: string, isRequest: boolean): UrlParts {
  if (/[\x00-\x1f\x7f]/.test(text)) throw new UrlFault('net/url: invalid control character in URL')
  if (text === '' && isRequest) throw new UrlFault('empty url')
  if (text === '*') return { ...nothing, path: '*' }
  if (text.startsWith(':')) throw new UrlFault('missing protocol scheme')
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text)?.[1] ?? ''
  const behind = scheme === '' ? text : text.slice(scheme.length + 1)
  const forceQuery = behind.indexOf('?') === behind.length - 1 && behind !== ''
  const question = behind.indexOf('?')
  const rest = question < 0 ? behind : behind.slice(0, question)
  const base = {
    ...nothing,
    scheme: scheme.toLowerCase(),
    forceQuery,
    rawQuery: question < 0 ? '' : behind.slice(question + 1),
  }
  if (!rest.startsWith('/')) {
    if (scheme !== '') return { ...base, opaque: rest }
    if (isRequest) throw new UrlFault('invalid URI for request')
    if (rest.split('/', 1)[0]?.includes(':') === true)
      throw new UrlFault('first path segment in URL cannot contain colon')
  }
  return { ...base, ...authorityAndPath(base.scheme, rest, isRequest) }
}

const nothing: UrlParts = {
  scheme: '',
  opaque: '',
  user: null,
  host: '',
  path: '',
  rawPath: '',
  forceQuery: false,
  rawQuery: '',
  omitHost: false,
}

function authorityAndPath(scheme: string, rest: string, isRequest: boolean): Partial<UrlParts> {
  const hasAuthority = rest.startsWith('//') && (scheme !== '' || (!isRequest && !rest.startsWith('///')))
  if (!hasAuthority) return { ...pathParts(rest), omitHost: scheme !== '' && rest.startsWith('/') }
  const slash = rest.indexOf('/', 2)
  const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash)
  const at = authority.lastIndexOf('@')
  const host = parseHost(scheme, authority.slice(at + 1))
  const user = at < 0 ? null : parseUser(authority.slice(0, at))
  return { user, host, ...pathParts(slash < 0 ? '' : rest.slice(slash)) }
}

function pathParts(written: string): { readonly path: string; readonly rawPath: string } {
  const path = unescapeUrl(written, 'path')
  return { path, rawPath: escapeUrl(path, 'path') === written ? '' : written }
}

function parseUser(written: string): string {
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(written)) throw new UrlFault('net/url: invalid userinfo')
  const colon = written.indexOf(':')
  const escaped = (part: string): string => escapeUrl(unescapeUrl(part, 'user'), 'user')
  return colon < 0
    ? escaped(written)
    : `${escaped(written.slice(0, colon))}:${escaped(written.slice(colon + 1))}`
}

const isPort = (text: string): boolean => /^(?::[0-9]*)?$/.test(text)

const badPort = (port: string): UrlFault =>
  new UrlFault(`invalid port ${quoteGo(fromBytes(port))} after host`)

function parseHost(scheme: string, host: string): string {
  const bracket = host.lastIndexOf('[')
  if (bracket > 0) throw new UrlFault('invalid IP-literal')
  if (bracket === 0) return parseLiteral(host)
  const colon = host.indexOf(':')
  if (colon >= 0) {
    // A second colon is a fault in the addresses of the web alone.
    const isWeb = scheme === 'http' || scheme === 'https'
    const port = host.slice(isWeb ? colon : host.lastIndexOf(':'))
    if (!isPort(port)) throw badPort(port)
  }
  return unescapeUrl(host, 'host')
}

/** `[address]:port`. */
function parseLiteral(host: string): string {
  const end = host.lastIndexOf(']')
  if (end < 0) throw new UrlFault("missing ']' in host")
  const port = host.slice(end + 1)
  if (!isPort(port)) throw badPort(port)
  const written = host.slice(1, end)
  const zone = written.indexOf('%25')
  const name =
    zone < 0
      ? unescapeUrl(written, 'host')
      : unescapeUrl(written.slice(0, zone), 'host') + unescapeUrl(written.slice(zone), 'zone')
  const address = parseAddress(name)
  if (typeof address === 'string') throw new UrlFault(`invalid host: ${address}`)
  if (address.bytes.length === 4) throw new UrlFault('invalid IP-literal')
  return `[${name}]${port}`
}

/** The path as it is sent: as written where that is a valid form of it. */
export function escapedPath({ path, rawPath }: UrlParts): string {
  if (rawPath !== '' && [...rawPath].every(byte => isPlain(byte, 'path') || "!'()*[]%".includes(byte)))
    return rawPath
  return path === '*' ? '*' : escapeUrl(path, 'path')
}

export function printUrl(url: UrlParts): string {
  const scheme = url.scheme === '' ? '' : `${url.scheme}:`
  const query = url.forceQuery || url.rawQuery !== '' ? `?${url.rawQuery}` : ''
  if (url.opaque !== '') return scheme + url.opaque + query
  const path = escapedPath(url)
  return scheme + authorityOf(url) + path + query
}

function authorityOf({ scheme, host, user, path, omitHost }: UrlParts): string {
  if (scheme === '' && host === '' && user === null) return ''
  if (omitHost && host === '' && user === null) return ''
  const slashes = host !== '' || path !== '' || user !== null ? '//' : ''
  return `${slashes}${user === null ? '' : `${user}@`}${escapeUrl(host, 'host')}`
}
