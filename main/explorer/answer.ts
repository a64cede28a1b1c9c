import { isAppError } from '../../shared/errors/index.ts'
import type { ApiAnswer } from '../../shared/ipc/index.ts'
import { fieldsOf } from '../api/index.ts'
import { type ApiResponse, type ClusterSession, dryRunDeletion } from '../session/index.ts'
import { answersSecrets, type Mask, maskedValue } from './masking.ts'
import { isBinaryForm } from './operations.ts'
import { type BuiltRequest, queryText } from './request.ts'

/** Bytes of an answer that are read; a page that shows more shows nothing. */
const mostBytes = 8_000_000
/** Bytes of a binary answer that are written out. */
const mostDumped = 4096

/**
 * Makes a call that changes nothing, and reads its answer as far as it can be shown.
 * @throws AppError where nothing was answered, and for what the guard of the session refuses
 */
export async function callOf(
  session: ClusterSession,
  request: BuiltRequest,
  options: { readonly reveal: boolean; readonly mask: Mask; readonly signal: AbortSignal },
): Promise<ApiAnswer> {
  const began = performance.now()
  try {
    const response = await session.request(sentOf(request, options.signal))
    const headMillis = performance.now() - began
    const { bytes, isCut } = await bodyOf(response)
    return {
      ...headOf(response),
      headMillis,
      millis: performance.now() - began,
      bytes: bytes.byteLength,
      isCut,
      ...shownOf(request, response.headers['content-type'] ?? '', bytes, isCut, options),
    }
  } catch (error) {
    // An answer too, if not the one that was hoped for.
    if (!isAppError(error) || error.body.status === undefined) throw error
    const millis = performance.now() - began
    const { status, warnings = [], auditId = '' } = error.body
    return {
      ...{ status, warnings, auditId, headMillis: millis, millis, bytes: 0, isCut: false, isMasked: false },
      ...{ headers: [], contentType: '', body: '', form: 'text', error: error.body },
    }
  }
}

/** A request as the session takes it. */
export function sentOf(request: BuiltRequest, signal: AbortSignal) {
  const { operation, path, query, accept, body, contentType } = request
  const isDryDelete = operation.method === 'DELETE'
  return {
    method: operation.method,
    path,
    query: Object.fromEntries(query),
    accept,
    ...(body === null ? {} : { body, contentType }),
    // A server that finds a body in a DELETE reads no query, so a dry run has one that says so too.
    ...(isDryDelete ? { body: dryRunDeletion(deletionOf(request)), contentType: 'application/json' } : {}),
    whenThrottled: 'fail',
    purpose: `${operation.method} ${path}${queryText(query)}`.slice(0, 300),
    signal,
  } as const
}

/** Options of a deletion as its body has them, or else its query. */
function deletionOf({ body, query, operation }: BuiltRequest): Readonly<Record<string, unknown>> {
  if (typeof body === 'string') return fieldsOf(parsed(body))
  const typed = operation.parameters.filter(({ name }) => ofDeletions.has(name))
  return Object.fromEntries(
    query.flatMap(([name, value]) => {
      const type = typed.find(parameter => parameter.name === name)?.type
      if (type === undefined) return []
      return [[name, type === 'integer' ? Number(value) : type === 'boolean' ? value === 'true' : value]]
    }),
  )
}

const ofDeletions = new Set([
  'gracePeriodSeconds',
  'ignoreStoreReadErrorWithClusterBreakingPotential',
  'orphanDependents',
  'propagationPolicy',
])

export function headOf(
  response: ApiResponse,
): Pick<ApiAnswer, 'status' | 'headers' | 'warnings' | 'auditId'> {
  return {
    status: response.status,
    headers: Object.entries(response.headers).map(([name, value]) => [
      name,
      name === 'set-cookie' ? '(hidden)' : value,
    ]),
    warnings: response.warnings,
    auditId: response.headers['audit-id'] ?? '',
  }
}

async function bodyOf(response: ApiResponse): Promise<{ readonly bytes: Buffer; readonly isCut: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size <= mostBytes) continue
    response.dispose()
    return { bytes: Buffer.concat(chunks).subarray(0, mostBytes), isCut: true }
  }
  return { bytes: Buffer.concat(chunks), isCut: false }
}

type Shown = Pick<ApiAnswer, 'contentType' | 'body' | 'form' | 'isMasked'>

function shownOf(
  request: BuiltRequest,
  contentType: string,
  bytes: Buffer,
  isCut: boolean,
  { reveal, mask }: { readonly reveal: boolean; readonly mask: Mask },
): Shown {
  const isSecret = answersSecrets(request) && !reveal
  const isBinary = isBinaryForm(contentType) || (bytes.byteLength > 0 && looksBinary(bytes))
  if (!isBinary && /json/.test(contentType) && !isCut) {
    const text = bytes.toString('utf8')
    const value = parsed(text)
    if (value !== undefined) {
      if (reveal) return { contentType, body: text, form: 'json', isMasked: false }
      const masked = JSON.stringify(maskedValue(value, mask, isSecret))
      const isMasked = masked !== JSON.stringify(value)
      return { contentType, body: isMasked ? masked : text, form: 'json', isMasked }
    }
  }
  if (isSecret) return { contentType, body: '', form: 'text', isMasked: true }
  return isBinary
    ? { contentType, body: hexDump(bytes.subarray(0, mostDumped)), form: 'binary', isMasked: false }
    : { contentType, body: bytes.toString('utf8'), form: 'text', isMasked: false }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function looksBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, 1000).includes(0)
}

/** Offset, sixteen bytes, and what of them is text. */
export function hexDump(bytes: Uint8Array): string {
  const lines: string[] = []
  for (let at = 0; at < bytes.byteLength; at += 16) {
    const part = [...bytes.subarray(at, at + 16)]
    const hex = part.map(byte => byte.toString(16).padStart(2, '0')).join(' ')
    const text = part.map(byte => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('')
    lines.push(`${at.toString(16).padStart(6, '0')}  ${hex.padEnd(47)}  ${text}`)
  }
  return lines.join('\n')
}
