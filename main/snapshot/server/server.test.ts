import { describe, expect, it } from 'vitest'
import { ask, askJson, tableForm } from './testClient.ts'
import { pods, serverForEachTest } from './underTest.ts'

const test = serverForEachTest()

describe('what is not there', () => {
  it.each([
    ['GET', '/api/v1/nothings', 404, 'NotFound'],
    ['GET', '/api/v1/namespaces/a/pods/none', 404, 'NotFound'],
    ['GET', '/api/v1/namespaces/a/pods/one/log', 404, 'NotFound'],
    ['GET', '/api/v1/namespaces/a/pods/one/exec', 400, 'NothingRuns'],
    ['GET', '/api/v1/namespaces/a/pods/one/portforward', 400, 'NothingRuns'],
    ['GET', '/api/v1/pods/one', 404, 'NotFound'],
    ['GET', '/api/v1/namespaces/a/nodes', 404, 'NotFound'],
    ['GET', '/api/v1/namespaces/a/bindings', 405, 'MethodNotAllowed'],
    ['GET', '/api/v1/pods?fieldSelector=spec.nothing%3Dx', 400, 'BadRequest'],
    ['GET', '/api/v1/pods?labelSelector=%3D', 400, 'BadRequest'],
    ['GET', '/api/v1/pods?continue=%00', 400, 'BadRequest'],
    ['GET', '/api/v1/pods?resourceVersion=1000', 504, 'Timeout'],
    ['POST', '/api/v1/namespaces/a/pods', 405, 'MethodNotAllowed'],
    ['PUT', '/api/v1/namespaces/a/pods/one', 405, 'MethodNotAllowed'],
    ['PATCH', '/api/v1/namespaces/a/pods/one', 405, 'MethodNotAllowed'],
    ['DELETE', '/api/v1/namespaces/a/pods/one', 405, 'MethodNotAllowed'],
    ['POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', 400, 'BadRequest'],
  ])('%s %s: %d %s', async (method, path, code, reason) => {
    const answer = await ask(test.socket, path, { method, ...(method === 'POST' ? { body: 'no json' } : {}) })
    const status = JSON.parse(answer.text) as {
      readonly kind: string
      readonly code: number
      readonly reason: string
      readonly message: string
    }
    expect([answer.status, status.kind, status.code, status.reason]).toEqual([code, 'Status', code, reason])
    expect(status.message).not.toBe('')
  })

  it.each([
    '/',
    '/nothing',
    '/apis/no.group/v1/pods',
    '/api/v2/pods',
    '/%E0%A4%A/x',
    '/openapi/v3/apis/no.group/v1',
  ])('%s is no page', async path => {
    expect(await ask(test.socket, path)).toMatchObject({ status: 404, text: '404 page not found\n' })
  })

  it('refuses writes with a sentence that says why', async () => {
    const answer = await ask(test.socket, '/api/v1/namespaces/a/pods/one', { method: 'DELETE' })
    expect(JSON.parse(answer.text)).toMatchObject({
      message: 'this cluster is served from memory and is read-only for now',
    })
    expect(test.store.get(pods, 'a', 'one')).not.toBeNull()
  })
})

describe('single objects', () => {
  it('come whole, as metadata, as a table, and by their status', async () => {
    const path = '/api/v1/namespaces/a/pods/one'
    expect(await askJson(test.socket, path)).toMatchObject({ kind: 'Pod', apiVersion: 'v1' })
    expect(await askJson(test.socket, `${path}/status`)).toMatchObject({
      kind: 'Pod',
      status: { phase: 'Running' },
    })
    expect(await askJson(test.socket, path, { accept: `${tableForm},application/json` })).toMatchObject({
      kind: 'Table',
      metadata: { resourceVersion: '101' },
    })
    expect(
      Object.keys(
        await askJson(test.socket, path, {
          accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
        }),
      ),
    ).toEqual(['kind', 'apiVersion', 'metadata'])
  })
})

describe('reviews', () => {
  it.each([
    [
      '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
      { status: { allowed: true }, spec: { resourceAttributes: { verb: 'list' } } },
    ],
    ['/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', { status: { incomplete: false } }],
    [
      '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      { status: { userInfo: { username: 'sample-user' } } },
    ],
  ])('%s is answered', async (path, expected) => {
    const body = JSON.stringify({ kind: 'Review', spec: { resourceAttributes: { verb: 'list' } } })
    const answer = await ask(test.socket, path, { method: 'POST', body })
    expect(answer.status).toBe(201)
    expect(JSON.parse(answer.text)).toMatchObject(expected)
  })
})
