/**
 * Content security policy of the page, the same in both hosts: nothing but our own files, no
 * inline code, no remote content. Styles that CodeMirror makes at run time carry the nonce.
 * @param connect sources the page may connect to, e.g. `ws://127.0.0.1:4711`; none in Electron.
 */
export function contentSecurityPolicy(nonce: string, connect: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    `connect-src ${connect.length === 0 ? "'none'" : connect.join(' ')}`,
    "worker-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')
}

/** Where index.html holds the nonce, for code that adds styles of its own. */
const noncePlace = /(<meta name="csp-nonce" content=")[^"]*(")/

export function withNonce(html: string, nonce: string): string {
  return html.replace(noncePlace, `$1${nonce}$2`)
}
