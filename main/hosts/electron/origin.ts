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

/** The one permission that the page has: to copy text by a button. All others are refused. */
export function isPermitted(permission: string): boolean {
  return permission === 'clipboard-sanitized-write'
}
