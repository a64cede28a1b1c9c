import { expect, it } from 'vitest'
import type { TraceRequest } from '../../../shared/admission/index.ts'
import { AppError } from '../../../shared/errors/index.ts'
import type { ApiClient } from '../../api/index.ts'
import type { ApiRequest, ApiResponse } from '../../session/index.ts'
import { dryRunDeleteBody } from '../../session/index.ts'
import { dryRun } from './dryRun.ts'

const request = (over: Partial<TraceRequest> = {}): TraceRequest => ({
  operation: 'CREATE',
  verb: 'create',
  resource: { group: '', version: 'v1', resource: 'pods' },
  kind: { group: '', version: 'v1', kind: 'Pod' },
  subresource: '',
  namespace: 'a',
  name: 'x',
  object: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' } },
  oldObject: null,
  options: null,
  user: { username: 'u', groups: [] },
  dryRun: true,
  isObjectKnown: true,
  ...over,
})

/** A client that notes what is asked of it. */
function client(answer: (request: ApiRequest) => Partial<ApiResponse>): {
  api: ApiClient
  asked: ApiRequest[]
} {
  const asked: ApiRequest[] = []
  const session = {
    request: async (sent: ApiRequest) => {
      asked.push(sent)
      return { status: 201, warnings: [], json: async () => ({ kind: 'Pod' }), ...answer(sent) }
    },
  }
  return { api: { context: 'c', session } as unknown as ApiClient, asked }
}
const signal = new AbortController().signal

it('a patch is not asked: what it results in is no patch', async () => {
  const { api, asked } = client(() => ({}))
  const patch = request({ operation: 'UPDATE', verb: 'patch' })
  await expect(dryRun(api, patch, null, signal)).rejects.toThrow(/patch itself/)
  expect(asked).toEqual([])
})

it.each([
  [{}, 'POST', '/api/v1/namespaces/a/pods', true],
  [{ operation: 'UPDATE', verb: 'update' }, 'PUT', '/api/v1/namespaces/a/pods/x', true],
  [{ operation: 'DELETE', verb: 'delete', object: null }, 'DELETE', '/api/v1/namespaces/a/pods/x', true],
  [{ subresource: 'eviction' }, 'POST', '/api/v1/namespaces/a/pods/x/eviction', true],
  [
    { operation: 'UPDATE', verb: 'update', subresource: 'status' },
    'PUT',
    '/api/v1/namespaces/a/pods/x/status',
    true,
  ],
  [
    { resource: { group: '', version: 'v1', resource: 'namespaces' }, namespace: 'x' },
    'POST',
    '/api/v1/namespaces',
    true,
  ],
] as const)('%o is asked as %s %s, always as a dry run', async (over, method, path, hasBody) => {
  const { api, asked } = client(() => ({}))
  const seen = await dryRun(api, request(over as Partial<TraceRequest>), null, signal)
  expect(seen).toMatchObject({ allowed: true, code: 201, object: { kind: 'Pod' } })
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({ method, path, query: { dryRun: 'All' } })
  expect(asked[0]?.body !== undefined).toBe(hasBody)
})

it('of a deletion the body asks for the dry run too: a server that finds one reads no query', async () => {
  const { api, asked } = client(() => ({}))
  await dryRun(api, request({ operation: 'DELETE', verb: 'delete', object: null }), null, signal)
  expect(asked[0]).toMatchObject({ body: dryRunDeleteBody, contentType: 'application/json' })
  expect(JSON.parse(dryRunDeleteBody)).toMatchObject({ kind: 'DeleteOptions', dryRun: ['All'] })
})

it('another user is impersonated, with groups', async () => {
  const { api, asked } = client(() => ({}))
  await dryRun(api, request(), { username: 'jürgen', groups: ['a', 'b'] }, signal)
  expect(asked[0]?.headers).toEqual({
    'impersonate-user': Buffer.from('jürgen').toString('latin1'),
    'impersonate-group': ['a', 'b'],
  })
})

it('a refusal is an observation, with the warnings that came with it', async () => {
  const { api } = client(() => {
    throw new AppError({ kind: 'denied', status: 403, reason: 'Forbidden', message: 'no', warnings: ['w'] })
  })
  expect(await dryRun(api, request(), null, signal)).toMatchObject({
    allowed: false,
    code: 403,
    message: 'no',
    warnings: ['w'],
    object: null,
  })
})

it.each([
  ['a server that is not reached', { kind: 'unreachable', message: 'away' }, /away/],
  ['a login that is needed', { kind: 'loginNeeded', status: 401, message: 'sign in' }, /sign in/],
  ...[500, 502, 503, 504].map(
    status =>
      [
        `a server or a proxy at fault with ${status}`,
        { kind: 'serverFault', status, message: 'Internal error occurred: etcd is away' },
        /etcd is away/,
      ] as const,
  ),
  [
    'impersonation that is not permitted',
    {
      kind: 'denied',
      status: 403,
      message: 'users "v" is forbidden: User "u" cannot impersonate resource "users"',
    },
    /You may not act as v/,
  ],
] as const)('is no answer of admission: %s', async (_name, body, expected) => {
  const { api } = client(() => {
    throw new AppError(body)
  })
  await expect(dryRun(api, request(), { username: 'v', groups: [] }, signal)).rejects.toThrow(expected)
})

it('a webhook that fails is an answer of admission, whatever its status', async () => {
  const message = 'Internal error occurred: failed calling webhook "a.b.c": no endpoints'
  const { api } = client(() => {
    throw new AppError({ kind: 'serverFault', status: 500, reason: 'InternalError', message })
  })
  expect(await dryRun(api, request(), null, signal)).toMatchObject({ allowed: false, code: 500, message })
})

const accounts = { group: '', version: 'v1', resource: 'serviceaccounts' }
const machines = { group: 'subresources.kubevirt.io', version: 'v1', resource: 'virtualmachines' }

it.each([
  ['a connection', { operation: 'CONNECT' }],
  ['a request without an object', { isObjectKnown: false }],
  ['a token, which would be issued', { resource: accounts, subresource: 'token' }],
  ['an action of another server', { resource: machines, subresource: 'start', verb: 'update' }],
] as const)('no dry run is sent of %s', async (_name, over) => {
  const { api, asked } = client(() => ({}))
  await expect(dryRun(api, request(over), null, signal)).rejects.toMatchObject({
    body: { reason: 'NoDryRun' },
  })
  expect(asked).toEqual([])
})
