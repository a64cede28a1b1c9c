import { AppError } from '../../shared/errors/index.ts'
import type { ApiRequest } from './types.ts'

/**
 * Reads of the HTTP API of Prometheus behind the proxy of a Service, and nothing beside: one value, a range
 * of values, the names of labels. The prefixes are those of Mimir and VictoriaMetrics.
 */
const historyRead =
  /^\/api\/v1\/namespaces\/([a-z0-9-]+)\/services\/(https?)%3A([a-z0-9-]+)%3A(\d+)\/proxy\/(?:(?:select\/\d+\/)?prometheus\/)?api\/v1\/(?:query|query_range|labels)$/

type Through = Pick<ApiRequest, 'method' | 'path' | 'through'>

/** Whether a request says that it reads through the server, and does. */
export function isHistoryRead({ method, path, through }: Through): boolean {
  return through === 'prometheus' && method === 'GET' && historyRead.test(path)
}

/**
 * Refuses what would go behind the server in a protected context, or to a service that the user has not
 * agreed to.
 * @param agreed `namespace/scheme:name:port`
 * @throws AppError `invalid`
 */
export function refuseThrough(
  { through, path, purpose }: ApiRequest,
  isProtected: boolean,
  agreed: string | undefined,
): void {
  if (through === undefined) return
  const refused = (reason: string, message: string): AppError =>
    new AppError({ kind: 'invalid', reason, resource: purpose, message })
  if (isProtected) throw protectedThrough(purpose)
  const [, namespace, scheme, name, port] = historyRead.exec(path) ?? []
  if (agreed !== undefined && agreed === `${namespace}/${scheme}:${name}:${port}`) return
  throw refused('NotAgreed', 'Nobody agreed that this service is asked through the API server.')
}

/** What is refused in a protected context, in words. */
export function protectedThrough(purpose: string): AppError {
  return new AppError({
    kind: 'invalid',
    reason: 'ProtectedContext',
    resource: purpose,
    message:
      'This context is protected, so Gatehouse asks nothing that stands behind the API server. The protection is lifted in the settings.',
  })
}

/** The error of what stands behind the server says nothing of the server or of the sign-in there. */
export function behind(error: AppError): AppError {
  const { kind, message, status } = error.body
  if (kind !== 'loginNeeded') return error
  return new AppError({
    ...error.body,
    kind: 'denied',
    message: `What answers behind the API server wants a sign-in of its own (${status ?? 401}). Gatehouse has none for it.`,
    causes: [message],
  })
}
