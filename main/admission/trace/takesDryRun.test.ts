import { expect, it } from 'vitest'
import { AppError, type AppErrorKind } from '../../../shared/errors/index.ts'
import type { ApiClient } from '../../api/index.ts'
import type { ApiRequest } from '../../session/index.ts'
import { refuseUnlessTaken } from './takesDryRun.ts'

const signal = new AbortController().signal
const things = { group: 'example.com', version: 'v1', resource: 'things', subresource: '' }
const places = '/apis/example.com/v1/namespaces/{namespace}/things'
const documented = '/openapi/v3/apis/example.com/v1'
const defined = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/things.example.com'
const dry = [{ name: 'dryRun', in: 'query' }]

/** A client of a server that has these documents and nothing else. */
function client(
  documents: Readonly<Record<string, unknown>>,
  kind: AppErrorKind = 'gone',
): { readonly api: ApiClient; readonly asked: string[] } {
  const asked: string[] = []
  const request = async ({ method, path }: ApiRequest) => {
    asked.push(`${method} ${path}`)
    if (!Object.hasOwn(documents, path)) throw new AppError({ kind, message: 'no such document' })
    return { json: async () => documents[path] }
  }
  return { api: { session: { request } } as unknown as ApiClient, asked }
}

it.each([
  ['a built-in group', { group: 'apps', version: 'v1', resource: 'deployments', subresource: '' }, {}],
  [
    'an operation that names it',
    things,
    { [documented]: { paths: { [places]: { post: { parameters: dry } } } } },
  ],
  ['a path that names it', things, { [documented]: { paths: { [places]: { parameters: dry, post: {} } } } }],
  [
    'an operation that refers to it',
    things,
    {
      [documented]: {
        paths: { [places]: { post: { parameters: [{ $ref: '#/components/parameters/dry' }] } } },
        components: { parameters: { dry: dry[0] } },
      },
    },
  ],
  ['a custom kind', things, { [defined]: { spec: { versions: [{ name: 'v1', served: true }] } } }],
])('a server takes the dry run of %s', async (_what, target, documents) => {
  const { api, asked } = client(documents)
  await expect(refuseUnlessTaken(api, 'POST', target, signal)).resolves.toBeUndefined()
  expect(asked.filter(each => !each.startsWith('GET '))).toEqual([])
})

it.each([
  ['that says nothing', {}],
  [
    'that takes it for something else',
    { [documented]: { paths: { [places]: { put: { parameters: dry } } } } },
  ],
  [
    'that takes it elsewhere',
    { [documented]: { paths: { [places]: { post: { parameters: [{ name: 'dryRun', in: 'header' }] } } } } },
  ],
  ['whose description is odd', { [documented]: { paths: { [places]: { post: { parameters: 'dryRun' } } } } }],
  ['whose description is none', { [documented]: [] }],
  [
    'with a definition of another version',
    { [defined]: { spec: { versions: [{ name: 'v2', served: true }] } } },
  ],
  [
    'with a version that is not served',
    { [defined]: { spec: { versions: [{ name: 'v1', served: false }] } } },
  ],
])('no dry run is sent to a server %s', async (_what, documents) => {
  const { api } = client(documents)
  await expect(refuseUnlessTaken(api, 'POST', things, signal)).rejects.toMatchObject({
    body: { reason: 'NoDryRun', message: expect.stringContaining('could really write') },
  })
})

it('a document that must not be read says nothing, and one that is away is an error', async () => {
  await expect(refuseUnlessTaken(client({}, 'denied').api, 'POST', things, signal)).rejects.toThrow(
    /really write/,
  )
  await expect(refuseUnlessTaken(client({}, 'unreachable').api, 'POST', things, signal)).rejects.toThrow(
    /no such document/,
  )
})

it.each([
  [{ group: '', version: 'v1', resource: 'serviceaccounts', subresource: 'token' }, /real token/],
  [{ ...things, subresource: 'start' }, /not known to look at the dry run of things\/start/],
] as const)(
  'a subresource %o that no server is known to look at it for is not asked about',
  async (target, why) => {
    const { api, asked } = client({})
    await expect(refuseUnlessTaken(api, 'POST', target, signal)).rejects.toThrow(why)
    expect(asked).toEqual([])
  },
)
