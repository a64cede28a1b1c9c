import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../kube/index.ts'
import { traceRequest } from './index.ts'
import type { TraceRequest, WebhookAnswer, WebhookCall } from './types.ts'
import { json, namespaceNamed, outcomes, type Parts, requestOf, webhooks, worldOf } from './world.fixture.ts'

const shop = namespaceNamed('shop')
const allow: WebhookAnswer = { type: 'answered', allowed: true }
const patching = (...patch: readonly object[]): WebhookAnswer => ({ type: 'answered', allowed: true, patch })
const label = (name: string, value = '1') => ({ op: 'add', path: `/metadata/labels/${name}`, value })
const unreachable: WebhookAnswer = { type: 'failed', message: 'Post "https://x": connection refused' }

function trace(
  objects: readonly KubeObject[],
  answers: Parts['answers'] = {},
  request: Partial<TraceRequest> = {},
) {
  const calls: WebhookCall[] = []
  const found = traceRequest(requestOf(request), worldOf({ objects: [shop, ...objects], answers, calls }))
  return { ...found, calls: calls.map(call => `${call.webhook} ${call.round}`), asked: calls }
}

const named = (name: string, over: object = {}): object => ({ name, ...over })

describe('an answer', () => {
  it.each([
    [undefined, 400, 'admission webhook "a" denied the request without explanation'],
    [{ code: 403, message: 'm' }, 403, 'admission webhook "a" denied the request: m'],
    [{ code: 200, message: 'm' }, 400, 'admission webhook "a" denied the request: m'],
    [{ reason: 'Teapot' }, 400, 'admission webhook "a" denied the request: Teapot'],
  ])('that denies with %j ends the request, whatever the failure policy', (status, code, message) => {
    const answer: WebhookAnswer = {
      type: 'answered',
      allowed: false,
      ...(status === undefined ? {} : { status }),
    }
    for (const kind of ['Mutating', 'Validating'] as const) {
      const found = trace([webhooks(kind, 'w', named('a', { failurePolicy: 'Ignore' }))], { a: answer })
      expect([found.verdict, found.status?.code, found.status?.message]).toEqual(['denied', code, message])
    }
  })

  it('brings warnings and audit annotations', () => {
    const a: WebhookAnswer = { ...allow, warnings: ['w'], auditAnnotations: { k: 'v' } }
    const found = trace([webhooks('Validating', 'w', named('a'))], { a })
    expect([found.verdict, found.warnings, found.auditAnnotations]).toEqual([
      'allowed',
      ['w'],
      { 'a/k': 'v' },
    ])
  })
})

describe('a call that fails', () => {
  const text =
    'Internal error occurred: failed calling webhook "a": failed to call webhook: Post "https://x": connection refused'

  it.each(['Mutating', 'Validating'] as const)('ends the request under Fail (%s)', kind => {
    const found = trace([webhooks(kind, 'w', named('a'))], { a: unreachable })
    expect([found.verdict, found.status]).toMatchObject([
      'denied',
      { code: 500, reason: 'InternalError', message: text },
    ])
  })

  it('is noted in the audit log under Ignore: mutating webhooks by their place among all, validating among those that match', () => {
    const other = named('b', { rules: [] })
    const ignoring = named('a', { failurePolicy: 'Ignore' })
    const mutating = trace([webhooks('Mutating', 'w', other, ignoring)], { a: unreachable })
    const validating = trace([webhooks('Validating', 'w', other, ignoring)], { a: unreachable })
    expect(mutating.auditAnnotations).toEqual({
      'failed-open.mutation.webhook.admission.k8s.io/round_0_index_1': 'a',
    })
    expect(validating.auditAnnotations).toEqual({
      'failed-open.validating.webhook.admission.k8s.io/round_0_index_0': 'a',
    })
    expect(outcomes(validating.steps, 'validatingWebhook')).toEqual(['b notMatched', 'a error'])
  })

  it('is one where no version of the review is known', () => {
    const found = trace([webhooks('Validating', 'w', named('a', { admissionReviewVersions: ['v9'] }))], {
      a: allow,
    })
    expect(found.status?.message).toContain(
      'webhook does not accept known AdmissionReview versions (v1, v1beta1)',
    )
    expect(found.calls).toEqual([])
  })
})

describe('match conditions', () => {
  const missing = 'object.data.missing == "x"'
  it.each([
    [['false'], 'Fail', [], 'allowed'],
    [['true', 'false'], 'Fail', [], 'allowed'],
    [[missing, 'false'], 'Fail', [], 'allowed'],
    [['true', 'true'], 'Fail', ['a 0'], 'allowed'],
    [['true', missing], 'Fail', [], 'denied'],
    [['true', missing], 'Ignore', [], 'allowed'],
  ])('%j under %s call %j: %s', (expressions, failurePolicy, calls, verdict) => {
    const matchConditions = expressions.map((expression, index) => ({ name: `c${index}`, expression }))
    const found = trace([webhooks('Validating', 'w', named('a', { matchConditions, failurePolicy }))], {
      a: allow,
    })
    expect([found.calls, found.verdict]).toEqual([calls, verdict])
    if (verdict === 'denied')
      expect(found.status).toEqual({
        code: 403,
        reason: 'Forbidden',
        message: `configmaps "a" is forbidden: expression '${missing}' resulted in error: no such key: missing`,
      })
  })

  it('of a validating webhook reject before any webhook is called', () => {
    const matchConditions = [{ name: 'c', expression: missing }]
    const found = trace([webhooks('Validating', 'w', named('a'), named('b', { matchConditions }))], {
      a: allow,
    })
    expect([found.calls, found.status?.code]).toEqual([[], 403])
    expect(outcomes(found.steps, 'validatingWebhook')).toEqual(['b denied', 'a skipped'])
  })
})

describe('a dry run', () => {
  it.each(['Some', 'Unknown', undefined])(
    'is refused for side effects %s, whatever the failure policy, once the webhook matches',
    sideEffects => {
      const hook = named('a', { sideEffects, failurePolicy: 'Ignore' })
      const found = trace([webhooks('Validating', 'w', hook)], { a: allow }, { dryRun: true })
      expect(found.status).toEqual({
        code: 400,
        reason: 'BadRequest',
        message: 'admission webhook "a" does not support dry run',
      })
      expect(trace([webhooks('Validating', 'w', { ...hook, rules: [] })], {}, { dryRun: true }).verdict).toBe(
        'allowed',
      )
    },
  )

  it('calls webhooks that have none', () => {
    expect(
      trace(
        [webhooks('Validating', 'w', named('a', { sideEffects: 'NoneOnDryRun' }))],
        { a: allow },
        { dryRun: true },
      ).calls,
    ).toEqual(['a 0'])
  })
})

describe('patches', () => {
  it('change the object for what follows, and are written down', () => {
    const found = trace(
      [webhooks('Mutating', 'w', named('a'), named('b')), webhooks('Validating', 'v', named('c'))],
      { a: patching(label('x')), b: allow, c: allow },
    )
    expect(
      found.asked.map(call => (call.object?.metadata as { labels?: object } | undefined)?.labels),
    ).toEqual([{ app: 'x' }, { app: 'x', x: '1' }, { app: 'x', x: '1' }])
    expect(found.objects.at(-1)).toMatchObject({ metadata: { labels: { app: 'x', x: '1' } } })
    const [step] = found.steps.filter(({ webhook }) => webhook === 'a')
    expect(step?.outcome).toBe('mutated')
    expect(found.objects[step?.change?.after ?? -1]).toMatchObject({ metadata: { labels: { x: '1' } } })
    expect(found.auditAnnotations['mutation.webhook.admission.k8s.io/round_0_index_0']).toBe(
      '{"configuration":"w","webhook":"a","mutated":true}',
    )
  })

  it.each([
    ['that cannot be decoded, Fail', { text: 'x' }, 'Fail', 500],
    ['that cannot be decoded, Ignore', { text: 'x' }, 'Ignore', 0],
    ['that do not apply, Ignore', [{ op: 'remove', path: '/metadata/labels/none' }], 'Ignore', 500],
  ])('%s', (_what, patch, failurePolicy, code) => {
    const found = trace([webhooks('Mutating', 'w', named('a', { failurePolicy }))], {
      a: { type: 'answered', allowed: true, patch },
    })
    expect(found.status?.code ?? 0).toBe(code)
  })

  it('of a delete end it', () => {
    const found = trace(
      [webhooks('Mutating', 'w', named('a', { failurePolicy: 'Ignore' }))],
      { a: patching(label('x')) },
      { operation: 'DELETE', verb: 'delete', object: null, oldObject: requestOf().object },
    )
    expect(found.status?.message).toBe(
      'Internal error occurred: admission webhook "a" attempted to modify the object, which is not supported for this operation',
    )
  })
})

describe('reinvocation', () => {
  const again = { reinvocationPolicy: 'IfNeeded' }
  it.each([
    [
      'a change makes earlier ones due',
      [named('a', again), named('b', again)],
      { a: allow, b: patching(label('x')) },
      ['a 0', 'b 0', 'a 1'],
    ],
    ['never one by its own change', [named('a', again)], { a: patching(label('x')) }, ['a 0']],
    ['Never is called once', [named('a'), named('b')], { a: allow, b: patching(label('x')) }, ['a 0', 'b 0']],
    [
      'a patch that changes nothing makes none due',
      [named('a', again), named('b')],
      { a: allow, b: patching(label('app', 'x')) },
      ['a 0', 'b 0'],
    ],
    [
      'none is called for the first time in the second pass',
      [
        named('a', {
          ...again,
          matchConditions: [{ name: 'c', expression: "'z' in object.metadata.labels" }],
        }),
        named('b', again),
      ],
      { a: allow, b: patching(label('z')) },
      ['b 0'],
    ],
    [
      'a change in the second pass makes no third',
      [named('a', again), named('b', again)],
      { a: patching({ op: 'replace', path: '/data/a', value: '2' }), b: patching(label('x')) },
      ['a 0', 'b 0', 'a 1'],
    ],
  ])('%s', (_rule, hooks, answers, calls) => {
    expect(trace([webhooks('Mutating', 'w', ...hooks)], answers).calls).toEqual(calls)
  })

  it('goes by name of the configuration, then by place', () => {
    const objects = [webhooks('Mutating', 'b', named('1'), named('2')), webhooks('Mutating', 'a', named('3'))]
    expect(trace(objects, { 1: allow, 2: allow, 3: allow }).calls).toEqual(['3 0', '1 0', '2 0'])
  })
})

describe('a webhook whose answer is not known', () => {
  it('leaves the verdict open and says what may follow', () => {
    const found = trace([webhooks('Validating', 'w', named('a'))])
    expect([found.verdict, found.status]).toEqual(['unknown', null])
    const [step] = found.steps.filter(each => each.phase === 'validatingWebhook')
    expect(step).toMatchObject({
      outcome: 'called',
      certainty: 'unknown',
      failurePolicy: 'Fail',
      timeoutSeconds: 10,
    })
    expect(step?.branches?.map(each => each.when)).toEqual(['it allows', 'it denies', 'it cannot be reached'])
  })

  it('ends the request with 504 where it and those before it take more time than a request has', () => {
    const slow = (name: string, timeoutSeconds: number) => named(name, { timeoutSeconds })
    const found = trace([
      webhooks('Mutating', 'm', slow('a', 12), slow('b', 12)),
      webhooks('Validating', 'v', slow('c', 10), slow('d', 11), slow('e', 12)),
    ])
    const late = found.steps.filter(({ branches = [] }) => branches.some(({ then }) => then.includes('504')))
    expect(late.map(({ webhook }) => webhook)).toEqual(['d', 'e'])
  })

  it('makes what depends on the object uncertain when it may change it, and nothing else', () => {
    const denying = (rest: object) =>
      trace(
        [
          webhooks('Mutating', 'w', named('a')),
          webhooks('Validating', 'v', named('b', { sideEffects: 'Some', ...rest })),
        ],
        {},
        { dryRun: true },
      )
    expect(denying({}).verdict).toBe('denied')
    const selected = denying({ objectSelector: { matchLabels: { app: 'x' } } })
    expect([selected.verdict, selected.status]).toEqual(['unknown', null])
    expect(selected.steps.at(-1)?.certainty).toBe('unknown')
    expect(selected.assumptions.join()).toContain(
      'What follows webhook a of w is told as if it left the object as it is',
    )
  })

  it('does not keep another from denying for sure', () => {
    const b: WebhookAnswer = { type: 'answered', allowed: false }
    expect(trace([webhooks('Validating', 'w', named('a'), named('b'))], { b }).verdict).toBe('denied')
  })
})

describe('what ends a request', () => {
  it('keeps later webhooks from being called, which are told as not reached', () => {
    const a: WebhookAnswer = { type: 'answered', allowed: false }
    const found = trace(
      [
        webhooks('Mutating', 'w', named('a'), named('b'), named('c', { rules: [] })),
        webhooks('Validating', 'v', named('d')),
      ],
      { a, b: allow, d: allow },
    )
    expect(found.calls).toEqual(['a 0'])
    const late = found.steps
      .filter(each => each.isNotReached === true)
      .map(each => `${each.webhook ?? each.kind} ${each.outcome}`)
    expect(late).toEqual(['b skipped', 'c notMatched', 'd skipped'])
    expect(found.steps.find(each => each.webhook === 'd')?.reason).toBe(
      'It is not reached: webhook a of w ended the request.',
    )
  })

  it('is the lack of a right before all else', () => {
    const found = traceRequest(
      requestOf(),
      worldOf({
        objects: [shop, webhooks('Mutating', 'w', named('a'))],
        authorize: () => ({ decision: 'deny', reason: '' }),
      }),
    )
    expect([found.verdict, found.status?.code]).toEqual(['denied', 403])
    expect(outcomes(found.steps, 'mutatingWebhook')).toEqual(['a skipped'])
  })

  it('a connection cannot be tried by a dry run', () => {
    const found = trace(
      [],
      {},
      { operation: 'CONNECT', subresource: 'exec', dryRun: true, object: json({ kind: 'PodExecOptions' }) },
    )
    expect(found.status?.code).toBe(400)
  })
})
