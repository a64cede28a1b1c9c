export const appScheme = 'app'
export const appOrigin = `${appScheme}://gatehouse`

/** True for a page of ours and nothing else: the sender check of every message. */
export function isOurPage(url: string): boolean {
  return url === appOrigin || url.startsWith(`${appOrigin}/`)
}
