import type { ApiRequest, Consent } from './types.ts'

/** The request that a user saw and agreed to, and nothing else. */
export type ConsentedRequest = Pick<ApiRequest, 'method' | 'path' | 'query' | 'contentType' | 'body'>

interface Given {
  readonly content: string
  /** The one request that used it; a second one is refused. */
  request: ApiRequest | null
}

const given = new WeakMap<Consent, Given>()

/**
 * Records that a user agreed to a write, after seeing it. Good for one request that equals it to the byte.
 * @param purpose in words, e.g. `create the pod that looks into node x`
 */
export function consentTo(request: ConsentedRequest, purpose: string): Consent {
  const consent = Object.freeze({ purpose })
  given.set(consent, { content: contentOf(request), request: null })
  return consent
}

/** Whether the user agreed to this very request. From then on the consent belongs to it. */
export function isConsented(request: ApiRequest): boolean {
  const found = request.consent === undefined ? undefined : given.get(request.consent)
  if (found === undefined || found.content !== contentOf(request)) return false
  // Renewed credentials send the same request once more.
  if (found.request !== null && found.request !== request) return false
  found.request = request
  return true
}

function contentOf({ method, path, query = {}, contentType, body }: ConsentedRequest): string {
  const text = typeof body === 'object' ? Buffer.from(body).toString('base64') : body
  return JSON.stringify([method, path, Object.entries(query).sort(), contentType, typeof body, text])
}
