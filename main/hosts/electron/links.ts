/** Scheme of the links that open Gatehouse. */
export const linkScheme = 'gatehouse'

/** Longer ones are no address of ours: names of the API have at most 253 characters. */
const longestLink = 8000
const segment = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})+$/
const query = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})*$/

/**
 * The page's own address for a deep link: `gatehouse://c/prod/l/core/v1/pods?ns=shop` is
 * `#/c/prod/l/core/v1/pods?ns=shop`. Null for whatever else calls itself a link: other schemes,
 * other places, broken escapes, control characters, fragments, users, ports. Whether the segments
 * after the context make sense is for the page to say, which knows its addresses.
 */
export function addressOfLink(link: string): string | null {
  if (link.length > longestLink) return null
  const match = /^gatehouse:\/\/([^?#]*)(?:\?([^#]*))?$/i.exec(link)
  if (match === null) return null
  // Systems add a slash to what they take for a host alone.
  const path = (match[1] ?? '').replace(/\/$/, '')
  const parameters = match[2] ?? ''
  if (path === '') return parameters === '' ? '#/' : null
  if (path === 'settings') return parameters === '' ? '#/settings' : null
  const [place, context, ...rest] = path.split('/')
  if (place !== 'c' || context === undefined) return null
  if (![context, ...rest].every(isSegment)) return null
  if (!query.test(parameters) || !isReadable(parameters)) return null
  return `#/${path}${parameters === '' ? '' : `?${parameters}`}`
}

function isSegment(text: string): boolean {
  return segment.test(text) && isReadable(text)
}

/** True when the escapes are text, and none of it a control character. */
function isReadable(text: string): boolean {
  try {
    return !/[\u0000-\u001f\u007f-\u009f]/.test(decodeURIComponent(text))
  } catch {
    return false
  }
}
