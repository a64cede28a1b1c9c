import { describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors/index.ts'
import { behind, refuseThrough } from './through.ts'
import type { ApiRequest } from './types.ts'
import { refuseWrites } from './writes.ts'

const service = '/api/v1/namespaces/monitoring/services/http%3Aprometheus%3A9090/proxy'
const sent = (request: object): ApiRequest =>
  ({ method: 'GET', purpose: 'read', through: 'prometheus', ...request }) as ApiRequest
const agreed = 'monitoring/http:prometheus:9090'

it.each([
  `${service}/api/v1/query_range`,
  `${service}/api/v1/query`,
  `${service}/api/v1/labels`,
  `${service}/prometheus/api/v1/query_range`,
  `${service}/select/0/prometheus/api/v1/query_range`,
])('values and labels of a Prometheus are read through the server: %s', path => {
  expect(() => refuseWrites(sent({ path }), false)).not.toThrow()
  expect(() => refuseWrites(sent({ path }), true)).toThrow(/is protected/)
  expect(() => refuseWrites(sent({ path, through: undefined }))).toThrow(/leads through the server/)
})

describe('nothing else passes, though it says that it reads from Prometheus:', () => {
  it.each([
    { path: `${service}/api/v1/admin/tsdb/delete_series` },
    { path: `${service}/-/reload` },
    { path: `${service}/api/v1/query_range/` },
    { path: `${service}/api/v1/query_range/../../../-/quit` },
    { path: `${service}/api/v1/%71uery` },
    { path: `${service}/x/api/v1/query` },
    { path: '/api/v1/namespaces/a/services/prometheus/proxy/api/v1/query' },
    { path: '/api/v1/namespaces/a/pods/http%3Aprometheus%3A9090/proxy/api/v1/query' },
    { path: '/api/v1/nodes/http%3Ax%3A9090/proxy/api/v1/query' },
    { method: 'POST', path: `${service}/api/v1/query` },
    { method: 'DELETE', path: `${service}/api/v1/query` },
    { path: `${service}/api/v1/query`, body: 'query=up' },
  ])('%o', request => {
    expect(() => refuseWrites(sent(request))).toThrow(/only reads/)
  })
})

it('only the service that the user agreed to is asked, and none in a protected context', () => {
  const request = sent({ path: `${service}/api/v1/query_range` })
  expect(() => refuseThrough(request, false, agreed)).not.toThrow()
  expect(() => refuseThrough(request, true, agreed)).toThrow(/is protected/)
  for (const other of [undefined, '', 'monitoring/https:prometheus:9090', 'a/http:prometheus:9090'])
    expect(() => refuseThrough(request, false, other)).toThrow(/Nobody agreed/)
})

it('a sign-in that the service wants is not taken for one of the server', () => {
  const error = new AppError({ kind: 'loginNeeded', message: 'Unauthorized', status: 401 })
  expect(behind(error).body.kind).toBe('denied')
  const other = new AppError({ kind: 'gone', message: 'Not Found', status: 404 })
  expect(behind(other)).toBe(other)
})
