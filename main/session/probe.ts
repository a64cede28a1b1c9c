import { AppError } from '../../shared/errors/index.ts'
import type { ApiRequest, ApiResponse } from './types.ts'

type Send = (request: ApiRequest) => Promise<ApiResponse>

const timeoutMillis = 10_000

/** The server's version, e.g. `v1.36.3`; empty when it does not say. @throws AppError */
export async function readVersion(send: Send): Promise<string> {
  const response = await send({
    method: 'GET',
    path: '/version',
    purpose: 'read the version of the server',
    whenThrottled: 'fail',
    idleTimeout: timeoutMillis,
  })
  return textAt(await response.json(), ['gitVersion'])
}

/** Whether anything answers at the server's address, a refusal included. */
export function isAnswering(send: Send): Promise<boolean> {
  return readVersion(send).then(
    () => true,
    (error: unknown) => !(error instanceof AppError && error.body.kind === 'unreachable'),
  )
}

/** Who the server takes us for; empty when it does not say. @throws AppError */
export async function readUserName(send: Send): Promise<string> {
  const response = await send({
    method: 'POST',
    path: '/apis/authentication.k8s.io/v1/selfsubjectreviews',
    body: JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }),
    purpose: 'ask who the user is',
    whenThrottled: 'fail',
    idleTimeout: timeoutMillis,
  })
  return textAt(await response.json(), ['status', 'userInfo', 'username'])
}

function textAt(value: unknown, path: readonly string[]): string {
  let at = value
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return ''
    at = (at as Readonly<Record<string, unknown>>)[name]
  }
  return typeof at === 'string' ? at : ''
}
