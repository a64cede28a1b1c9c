import { notInDump } from '../../../shared/errors/index.ts'

/** An answer that is not 2xx, thrown from wherever it is noticed and sent as a `Status` object. */
export class StatusError extends Error {
  readonly status: StatusBody
  /** What was warned of on the way to it. */
  readonly warnings: readonly string[]

  constructor(code: number, reason: string, message: string, extra: StatusExtra = {}) {
    super(message)
    this.warnings = extra.warnings ?? []
    this.status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: extra.metadata ?? {},
      status: 'Failure',
      message,
      ...(reason === '' ? {} : { reason }),
      ...(extra.details === undefined ? {} : { details: extra.details }),
      code,
    }
  }
}

interface StatusExtra {
  readonly metadata?: object
  readonly details?: object
  readonly warnings?: readonly string[]
}

interface StatusBody extends Required<Pick<StatusExtra, 'metadata'>> {
  readonly kind: 'Status'
  readonly apiVersion: 'v1'
  readonly status: 'Failure'
  readonly message: string
  readonly reason?: string
  readonly details?: object
  readonly code: number
}

export const badRequest = (message: string): StatusError => new StatusError(400, 'BadRequest', message)

/** A path that belongs to a served group-version, but to no resource of it. */
export const unknownResource = (): StatusError =>
  new StatusError(404, 'NotFound', 'the server could not find the requested resource', { details: {} })

/** A list of a kind that the dump holds nothing of: an empty answer would say that the cluster has none. */
export const kindNotInDump = (kind: string): StatusError =>
  new StatusError(404, notInDump, `The dump holds no ${kind}. Whether the cluster has any cannot be told.`)

/** A connection to what runs in a pod: here nothing does. */
export const nothingRuns = (isDump: boolean): StatusError =>
  new StatusError(
    400,
    'NothingRuns',
    isDump
      ? 'A dump is a picture of a cluster: nothing runs in it that could be connected to.'
      : 'The sample cluster is made up: nothing runs in its pods that could be connected to.',
  )

export function objectNotFound(group: string, resource: string, name: string): StatusError {
  const qualified = group === '' ? resource : `${resource}.${group}`
  return new StatusError(404, 'NotFound', `${qualified} "${name}" not found`, {
    details: { name, ...(group === '' ? {} : { group }), kind: resource },
  })
}

export const notAllowed = (message: string): StatusError =>
  new StatusError(405, 'MethodNotAllowed', message, { details: {} })

export function invalidListOptions(reason: string, field: string, message: string): StatusError {
  return new StatusError(422, 'Invalid', `ListOptions.meta.k8s.io "" is invalid: ${field}: ${message}`, {
    details: { group: 'meta.k8s.io', kind: 'ListOptions', causes: [{ reason, message, field }] },
  })
}

export function versionTooLarge(asked: number, current: number): StatusError {
  const message = `Timeout: Too large resource version: ${asked}, current: ${current}`
  return new StatusError(504, 'Timeout', message, {
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  })
}

export const versionTooOld = (asked: number, oldest: number): StatusError =>
  new StatusError(410, 'Expired', `too old resource version: ${asked} (${oldest})`)

/** @param restart token from which the rest can be listed, at today's version */
export function continueExpired(restart: string): StatusError {
  const message =
    'The provided continue parameter is too old to display a consistent list result. You can start a new ' +
    'list without the continue parameter, or use the continue token in this response to retrieve the ' +
    'remainder of the results. Continuing with the provided token results in an inconsistent list - ' +
    'objects that were created, modified, or deleted between the time the first chunk was returned and now ' +
    'may show up in the list.'
  return new StatusError(410, 'Expired', message, { metadata: { continue: restart } })
}
