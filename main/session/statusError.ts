import { AppError, type AppErrorBody, type AppErrorKind } from '../../shared/errors/index.ts'
import { parseWarnings } from './warnings.ts'

export interface FailedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
}

/**
 * An answer that is not 2xx as an error: the server's own Status object where it sends one.
 * @param purpose what was asked for, e.g. `list pods in namespace shop`
 */
export function statusError(answer: FailedAnswer, context: string, purpose: string): AppError {
  const status = parseStatus(answer.text)
  const reason = text(field(status, 'reason'))
  const details = field(status, 'details')
  const causes = status === null ? failedChecks(answer.text) : causesOf(details)
  const warnings = parseWarnings([answer.headers.warning ?? ''])
  const retryAfterSeconds = retryAfter(answer.headers, field(details, 'retryAfterSeconds'))
  const body: AppErrorBody = {
    kind: kindOf(answer.status),
    context,
    resource: purpose,
    status: answer.status,
    message: text(field(status, 'message')) || plainMessage(answer),
    ...(reason === '' ? {} : { reason }),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(answer.headers['audit-id'] ? { auditId: answer.headers['audit-id'] } : {}),
    ...(causes.length === 0 ? {} : { causes }),
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
  }
  return new AppError(body)
}

function kindOf(status: number): AppErrorKind {
  if (status === 401) return 'loginNeeded'
  if (status === 403) return 'denied'
  if (status === 404 || status === 410) return 'gone'
  if (status === 409) return 'conflict'
  if (status === 429) return 'throttled'
  return status >= 400 && status < 500 ? 'invalid' : 'serverFault'
}

/** Some proxies answer with a page of HTML, which is no message. */
function plainMessage({ status, text: body, headers }: FailedAnswer): string {
  const isText = body.trim() !== '' && !/^\s*</.test(body) && body.length < 500
  if (isText) return body.trim()
  const location = headers.location
  if (status >= 300 && status < 400 && location) {
    return `The server answered ${status} and points elsewhere: the address may be that of a web page.`
  }
  return `The server answered with status ${status}.`
}

/** What `/readyz?verbose` and its like say of each check that failed. */
function failedChecks(body: string): readonly string[] {
  return body.split('\n').filter(line => line.startsWith('[-]'))
}

function parseStatus(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body)
    return text(field(value, 'kind')) === 'Status' ? value : null
  } catch {
    return null
  }
}

function causesOf(details: unknown): readonly string[] {
  const causes = field(details, 'causes')
  if (!Array.isArray(causes)) return []
  return causes
    .map(cause => [text(field(cause, 'field')), text(field(cause, 'message'))].filter(part => part !== ''))
    .map(parts => parts.join(': '))
    .filter(line => line !== '')
}

/** Seconds, or a date (RFC 9110, 10.2.3), which is held against the server's own clock where it tells. */
function retryAfter(headers: FailedAnswer['headers'], detail: unknown): number | null {
  const header = (headers['retry-after'] ?? '').trim()
  const seconds = Number(header)
  if (header !== '' && Number.isFinite(seconds) && seconds >= 0) return seconds
  const date = isDate(header) ? Date.parse(header) : Number.NaN
  if (!Number.isNaN(date)) {
    const now = Date.parse(headers.date ?? '')
    return Math.max(0, Math.ceil((date - (Number.isNaN(now) ? Date.now() : now)) / 1000))
  }
  return typeof detail === 'number' && detail > 0 ? detail : null
}

/** The three forms that HTTP knows all begin with the name of a day. */
function isDate(header: string): boolean {
  return /^(mon|tue|wed|thu|fri|sat|sun)/i.test(header)
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Readonly<Record<string, unknown>>)[name]
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
