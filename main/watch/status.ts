import type { AppErrorBody, AppErrorKind } from '../../shared/errors/index.ts'

/**
 * The error that a watch sends within its stream: a bare Status object, as the body of an answer
 * with that code would be.
 */
export function errorOfStatus(status: Readonly<Record<string, unknown>>): AppErrorBody {
  const code = typeof status.code === 'number' ? status.code : 500
  const message = typeof status.message === 'string' ? status.message : 'the watch ended with an error'
  return {
    kind: kindOfCode(code),
    message,
    status: code,
    ...(typeof status.reason === 'string' ? { reason: status.reason } : {}),
  }
}

function kindOfCode(code: number): AppErrorKind {
  switch (code) {
    case 400:
    case 422:
      return 'invalid'
    case 401:
      return 'loginNeeded'
    case 403:
      return 'denied'
    case 404:
    case 410:
      return 'gone'
    case 429:
      return 'throttled'
    default:
      return 'serverFault'
  }
}
