import type { Impersonation } from '../kubeconfig/index.ts'

type Headers = Readonly<Record<string, string | readonly string[]>>

/** Headers of an impersonation; keys of extra fields are percent-encoded as the API asks. */
export function impersonationHeaders(impersonation: Impersonation | undefined): Headers {
  if (impersonation === undefined) return {}
  const { user, uid, groups, extra } = impersonation
  const extras = Object.entries(extra).map(([key, values]) => [
    `impersonate-extra-${encodeURIComponent(key.toLowerCase())}`,
    values.map(headerText),
  ])
  return {
    'impersonate-user': headerText(user),
    ...(uid === '' ? {} : { 'impersonate-uid': headerText(uid) }),
    ...(groups.length === 0 ? {} : { 'impersonate-group': groups.map(headerText) }),
    ...(Object.fromEntries(extras) as Headers),
  }
}

/** Headers carry bytes; names of people need not be ASCII, and the server reads UTF-8. */
function headerText(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}
