export const appScheme = 'app'
export const appOrigin = `${appScheme}://gatehouse`

/** True for a page of ours and nothing else: the sender check of every message. */
export function isOurPage(url: string): boolean {
  return url === appOrigin || url.startsWith(`${appOrigin}/`)
}

/**
 * What the page may load at all, whatever its policy says: our own files, and what it holds
 * itself. Nothing of a network.
 * @param hasTools developer tools are there, whose own pages load too
 */
export function mayLoad(url: string, hasTools: boolean): boolean {
  return isOurPage(url) || /^(data|blob):/.test(url) || (hasTools && url.startsWith('devtools://'))
}

/**
 * The port of an address of a forwarded page: this machine itself over HTTP, its root and nothing more, so
 * that no page can make a browser ask a local server for something. Null for every other address.
 */
export function forwardedPort(url: string): number | null {
  const [, scheme, port] = /^(https?):\/\/(?:127\.0\.0\.1|\[::1\])(?::([1-9]\d{0,4}))?\/$/.exec(url) ?? []
  // Browsers leave the usual port of a scheme out.
  if (scheme === undefined) return null
  return port === undefined ? (scheme === 'https' ? 443 : 80) : Number(port)
}

/** The one permission that the page has: to copy text by a button. All others are refused. */
export function isPermitted(permission: string): boolean {
  return permission === 'clipboard-sanitized-write'
}
