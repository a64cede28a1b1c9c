import { afterEach, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors/index.ts'
import { Observable, systemClock } from '../../../shared/flow/index.ts'
import type { TraceQuestion } from '../../../shared/ipc/index.ts'
import type { ApiClient } from '../../api/index.ts'
import type { ApiRequest } from '../../session/index.ts'
import { createTraces, type Traces } from './index.ts'

const info = {
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  singular: '',
  shortNames: [],
  categories: [],
  namespaced: true,
  verbs: [],
  preferred: true,
  subresources: [],
}
const question: TraceQuestion = {
  operation: 'CREATE',
  resource: { group: '', version: 'v1', resource: 'configmaps' },
  subresource: '',
  namespace: 'a',
  name: '',
  object: { type: 'text', text: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n' },
  user: null,
  assumeWebhooks: 'unknown',
}
const none = new AbortController().signal
const opened: Traces[] = []
afterEach(() => {
  for (const traces of opened.splice(0)) traces.close()
})

/** A cluster that serves config maps alone and answers writes as it is told. */
function harness({ isProtected = false, refusal = '' } = {}) {
  const writes: ApiRequest[] = []
  const request = async (sent: ApiRequest) => {
    if (sent.path.endsWith('selfsubjectreviews'))
      return { json: async () => ({ status: { userInfo: { username: 'me', groups: ['g'] } } }) }
    if (sent.path.endsWith('selfsubjectaccessreviews'))
      return { json: async () => ({ status: { allowed: true } }) }
    writes.push(sent)
    if (refusal !== '')
      throw new AppError({ kind: 'invalid', status: 400, reason: 'BadRequest', message: refusal })
    return { status: 201, warnings: [], json: async () => JSON.parse(sent.body as string) }
  }
  const api = {
    context: 'c',
    discovery: new Observable({ resources: [info], failures: [], readAt: 1 }),
    find: () => info,
    findKind: () => null,
    schema: () => Promise.reject(new AppError({ kind: 'gone', message: 'none' })),
    session: { isProtected, request, state: new Observable({ serverVersion: 'v1.36.3' }) },
  } as unknown as ApiClient
  const watches = {
    objects: () => {
      throw new Error('nothing is served that could be watched')
    },
  }
  const traces = createTraces({
    contexts: { get: () => api },
    watches,
    clock: systemClock,
    isDump: () => false,
    maskSecret: secret => secret,
  })
  opened.push(traces)
  const check = (consented?: boolean) =>
    traces.handlers['admission.check'](
      { context: 'c', question, ...(consented === undefined ? {} : { consented }) },
      none,
    )
  return { check, writes }
}

it('a check is one dry run, after which prediction and server are compared', async () => {
  const { check, writes } = harness()
  expect(await check()).toMatchObject({ allowed: true, code: 201, trace: { verdict: 'allowed' } })
  expect(writes).toHaveLength(1)
  expect(writes[0]).toMatchObject({ method: 'POST', query: { dryRun: 'All', fieldManager: 'gatehouse' } })
})

it('a protected context asks for consent before webhooks are called', async () => {
  const { check, writes } = harness({ isProtected: true })
  await expect(check()).rejects.toMatchObject({ body: { kind: 'denied', reason: 'ConsentNeeded' } })
  expect(writes).toEqual([])
  expect(await check(true)).toMatchObject({ allowed: true })
})

it('a webhook that takes no dry runs is explained, and the prediction of the request itself stays', async () => {
  const { check } = harness({ refusal: 'admission webhook "a.b.c" does not support dry run' })
  expect(await check()).toMatchObject({
    allowed: false,
    code: 400,
    differences: [expect.stringMatching(/a\.b\.c has side effects and takes no dry runs/)],
    // No Namespace is served here: that, and not the dry run, is what the request itself would meet.
    trace: { status: { code: 404 } },
  })
})
