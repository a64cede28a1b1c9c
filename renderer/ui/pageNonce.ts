/** What styles that are made at run time must carry, by the content security policy of the page. */
export function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
}
