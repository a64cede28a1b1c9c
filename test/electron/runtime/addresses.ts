/**
 * Chromium has no `app://` of its own to offer: inside the browser its pages stand under an
 * origin whose name cannot be resolved, and every request to it is answered by the handler that
 * main registered. URLs are translated both ways, so that main sees its own scheme only.
 */
const suffix = '.stand-in.invalid'
const privileged = new Set<string>()

/** Schemes that main registered as standard ones. */
export function addScheme(scheme: string): void {
  privileged.add(scheme)
}

/** `app://gatehouse/x` as the browser knows it. */
export function toBrowser(url: string): string {
  const match = /^([a-z]+):\/\/([^/?#]*)(.*)$/.exec(url)
  if (match === null || !privileged.has(match[1] ?? '')) return url
  return `https://${match[2]}.${match[1]}${suffix}${match[3]}`
}

/** The URL that main sees. */
export function toMain(url: string): string {
  const match = /^https:\/\/([^/?#]*)\.([a-z]+)\.stand-in\.invalid(.*)$/.exec(url)
  return match === null ? url : `${match[2]}://${match[1]}${match[3] || '/'}`
}
