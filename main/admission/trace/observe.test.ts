import { describe, expect, it } from 'vitest'
import type { Trace, TraceStep } from '../../../shared/admission/index.ts'
import { onlyACall } from '../../../shared/admission/trace/index.ts'
import { whoRefused, whoWarned } from './attribution.ts'
import type { Observation } from './dryRun.ts'
import { observe } from './observe.ts'

const step = (over: Partial<TraceStep>): TraceStep => ({
  phase: 'validatingPolicy',
  kind: 'ValidatingAdmissionPolicy',
  name: 'p',
  round: 0,
  outcome: 'passed',
  certainty: 'predicted',
  reason: 'r',
  ...over,
})
const hook = (webhook: string, phase: 'mutatingWebhook' | 'validatingWebhook' = 'mutatingWebhook') =>
  step({ phase, kind: 'WebhookConfiguration', name: 'c', webhook, outcome: 'called', certainty: 'unknown' })

const trace = (steps: readonly TraceStep[], over: Partial<Trace> = {}): Trace => ({
  verdict: 'allowed',
  status: null,
  steps,
  warnings: [],
  auditAnnotations: {},
  objects: [{ kind: 'ConfigMap', metadata: { name: 'x' }, data: { a: '1' } }],
  assumptions: [],
  gaps: [],
  wishes: [],
  ...over,
})

const seen = (over: Partial<Observation> = {}): Observation => ({
  allowed: true,
  code: 201,
  reason: '',
  message: '',
  causes: [],
  warnings: [],
  object: { kind: 'ConfigMap', metadata: { name: 'x', uid: 'u', managedFields: [] }, data: { a: '1' } },
  took: 1,
  ...over,
})
const refused = (message: string, code = 403) =>
  seen({ allowed: false, code, reason: 'Forbidden', message, object: null })

describe('who refused', () => {
  it.each([
    ['admission webhook "a.b.c" denied the request: no', 403, { webhook: 'a.b.c' }],
    ['admission webhook "a.b.c" denied the request without explanation', 400, { webhook: 'a.b.c' }],
    [
      'Internal error occurred: failed calling webhook "a.b.c": failed to call webhook: Post',
      500,
      { webhook: 'a.b.c' },
    ],
    ['admission webhook "a.b.c" does not support dry run', 400, { webhook: 'a.b.c' }],
    [
      `pods "x" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no`,
      422,
      { phase: 'validatingPolicy', name: 'p', binding: 'b' },
    ],
    [
      `pods "x" is forbidden: ValidatingAdmissionPolicy 'p' denied request: failed to configure policy: x`,
      422,
      { name: 'p' },
    ],
    [
      `policy 'p' with binding 'b' denied request: x`,
      403,
      { phase: 'mutatingPolicy', name: 'p', binding: 'b' },
    ],
    [
      'pods "x" is forbidden: exceeded quota: q, requested: cpu=9, used: cpu=0, limited: cpu=1',
      403,
      { kind: 'ResourceQuota', name: 'q' },
    ],
    ['pods "x" is forbidden: violates PodSecurity "restricted:latest": y', 403, { kind: 'PodSecurity' }],
    [
      'pods "x" is forbidden: maximum cpu usage per Container is 1, but limit is 2',
      403,
      { kind: 'LimitRanger' },
    ],
    [
      'pods "x" is forbidden: error looking up service account a/b: serviceaccount "b" not found',
      403,
      { kind: 'ServiceAccount' },
    ],
    ['pods "x" is forbidden: no PriorityClass with name y was found', 403, { kind: 'Priority' }],
    ['namespaces "absent" not found', 404, { kind: 'NamespaceLifecycle' }],
    [
      'pods is forbidden: User "u" cannot create resource "pods" in API group ""',
      403,
      { phase: 'authorization' },
    ],
    ['Deployment.apps "x" is invalid: spec.selector: Required value', 422, { phase: 'schema' }],
  ])('%s', (message, code, expected) => {
    expect(whoRefused(message, code)).toMatchObject(expected)
  })

  it('nobody that is known', () => {
    expect(whoRefused('configmaps "x" already exists', 409)).toBeNull()
    expect(whoWarned('whatever')).toBeNull()
  })
})

it('an allowed request confirms what was predicted, without differences', () => {
  const { trace: next, differences } = observe(trace([step({})]), seen())
  expect(differences).toEqual([])
  expect(next).toMatchObject({ verdict: 'allowed', steps: [{ outcome: 'passed', certainty: 'observed' }] })
})

it('a single webhook whose answer was unknown is what changed the object', () => {
  const object = { kind: 'ConfigMap', metadata: { name: 'x' }, data: { a: '2' } }
  const { trace: next, differences } = observe(trace([hook('one')], { verdict: 'unknown' }), seen({ object }))
  expect(differences).toEqual([])
  expect(next.steps[0]).toMatchObject({
    outcome: 'mutated',
    certainty: 'observed',
    change: { before: 0, after: 1 },
  })
  expect(next.steps[0]?.reason).toContain('data.a')
  expect(next.objects.at(-1)).toEqual(object)
})

it('of several webhooks none is blamed for a change', () => {
  const object = { kind: 'ConfigMap', metadata: { name: 'x' }, data: { a: '2' } }
  const { trace: next } = observe(trace([hook('one'), hook('two')]), seen({ object }))
  expect(next.steps.map(({ outcome }) => outcome)).toEqual(['passed', 'passed'])
  expect(next.steps[1]?.reason).toMatch(/One or several of one, two changed data\.a/)
  expect(next.steps[1]?.change?.among).toEqual(['one', 'two'])
})

it('what a server assigns to a new object is nobody’s change', () => {
  const metadata = { name: 'x', uid: 'u', creationTimestamp: 'now', generation: 1, managedFields: [] }
  const object = { kind: 'ConfigMap', metadata, data: { a: '2' } }
  const { trace: next } = observe(trace([hook('one')]), seen({ object }))
  expect(next.objects.at(-1)).toEqual({ kind: 'ConfigMap', metadata: { name: 'x' }, data: { a: '2' } })
})

it('an object that nobody could have changed is a difference', () => {
  const object = { kind: 'ConfigMap', metadata: { name: 'x' }, data: { a: '2' } }
  const { differences } = observe(trace([step({})]), seen({ object }))
  expect(differences).toEqual([expect.stringContaining('data.a')])
})

it('letters that a server draws at the end of a name are no difference', () => {
  const named = (name: string) => ({ kind: 'Pod', metadata: { name: 'x' }, spec: { volumes: [{ name }] } })
  const predicted = trace([step({})], { objects: [named('token-xxxxx')] })
  expect(observe(predicted, seen({ object: named('token-b4n2z') })).differences).toEqual([])
  expect(observe(predicted, seen({ object: named('other-b4n2z') })).differences).toHaveLength(1)
})

it('a refusal ends at the one who refused; what came before let it pass', () => {
  const steps = [hook('one'), hook('two'), step({})]
  const { trace: next, differences } = observe(
    trace(steps, { verdict: 'unknown' }),
    refused('admission webhook "two" denied the request: no'),
  )
  expect(differences).toEqual([])
  expect(next).toMatchObject({
    verdict: 'denied',
    status: { code: 403 },
    steps: [
      { outcome: 'passed', certainty: 'observed' },
      { outcome: 'denied', certainty: 'observed', status: { code: 403 } },
      { isNotReached: true },
    ],
  })
})

it.each([
  [
    'another refuses',
    { verdict: 'denied' as const },
    step({ outcome: 'denied' }),
    refused('violates PodSecurity "x"'),
    /PodSecurity refuses it, and .* was predicted/,
  ],
  [
    'it was to be allowed',
    {},
    step({}),
    refused(`ValidatingAdmissionPolicy 'p' with binding 'b' denied request: n`),
    /was predicted to be allowed/,
  ],
  [
    'it was to be refused',
    { verdict: 'denied' as const },
    step({ outcome: 'denied' }),
    seen(),
    /predicted to be refused/,
  ],
  ['the server does not warn', { warnings: ['w'] }, step({}), seen(), /does not warn: w/],
  ['the server warns', {}, step({}), seen({ warnings: ['new'] }), /not predicted: new/],
])('differences are told: %s', (_name, over, only, observation, expected) => {
  const { differences } = observe(trace([only], over), observation)
  expect(differences.join(' ')).toMatch(expected)
})

it('a warning of a policy is put to its step', () => {
  const warning = `Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': odd`
  const { trace: next, differences } = observe(
    trace([step({ binding: 'b', outcome: 'unknown' })]),
    seen({ warnings: [warning] }),
  )
  expect(next.steps[0]).toMatchObject({ outcome: 'warned', certainty: 'observed' })
  expect(differences).toEqual([])
})

it('an observed webhook is told without what only a call could tell', () => {
  const reason = `rules[0] takes pods; it is called. ${onlyACall}.`
  const [one] = observe(trace([{ ...hook('one'), reason }], { verdict: 'unknown' }), seen()).trace.steps
  expect(one?.reason).toBe(
    'It let the request pass: the server allows it. rules[0] takes pods; it is called.',
  )
})

it('a webhook whose failure is ignored let the request pass or could not be called', () => {
  const open = { ...hook('one'), failurePolicy: 'Ignore' }
  expect(observe(trace([open]), seen()).trace.steps[0]?.reason).toMatch(/, or could not be called/)
  const unknown = step({ outcome: 'unknown', certainty: 'unknown' })
  expect(observe(trace([unknown]), seen()).trace.steps[0]?.reason).toMatch(/or does not apply to it/)
})

it('an error that its failure policy ignores is not left open', () => {
  const failing = step({ outcome: 'error', certainty: 'unknown', reason: 'It cannot be evaluated.' })
  expect(observe(trace([failing]), seen()).trace.steps[0]).toMatchObject({
    outcome: 'error',
    certainty: 'observed',
    reason: 'It let the request pass: the server allows it. It cannot be evaluated.',
  })
})

describe('of several parameters', () => {
  const text = `ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no`
  const status = { code: 422, reason: 'Invalid', message: text }
  const of = (param: string, over: Partial<TraceStep> = {}) => step({ binding: 'b', param, ...over })
  const stepsOf = (steps: readonly TraceStep[]) =>
    observe(trace(steps, { verdict: 'unknown' }), refused(text, 422)).trace.steps

  it('the one that was predicted to refuse did', () => {
    const steps = stepsOf([
      of('a'),
      of('b', { outcome: 'denied', status: { ...status, message: 'other' } }),
      of('c', { outcome: 'denied', status }),
    ])
    expect(steps.map(({ outcome, certainty }) => `${outcome} ${certainty}`)).toEqual([
      'passed predicted',
      'denied predicted',
      'denied observed',
    ])
  })

  it('else the one that was open did', () => {
    const steps = stepsOf([of('a'), of('b', { outcome: 'unknown', certainty: 'unknown' })])
    expect(steps.map(({ outcome, certainty }) => `${outcome} ${certainty}`)).toEqual([
      'passed predicted',
      'denied observed',
    ])
  })

  it('else none is blamed, and the refusal stands for itself', () => {
    const steps = stepsOf([
      of('a'),
      of('b'),
      step({ name: 'q', phase: 'validatingWebhook', webhook: 'w', outcome: 'called' }),
    ])
    expect(steps.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'called', 'denied'])
    expect(steps[2]).toMatchObject({ isNotReached: true })
    expect(steps[3]).toMatchObject({
      name: 'p',
      binding: 'b',
      certainty: 'observed',
      status: { message: text },
    })
  })
})

describe('words of the server', () => {
  const text = `ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no`
  const predicted = (message: string) =>
    step({
      binding: 'b',
      outcome: 'denied',
      certainty: 'unknown',
      status: { code: 422, reason: 'Invalid', message },
    })

  it('are no difference where the step was predicted to use them, though the whole was not known', () => {
    expect(observe(trace([predicted(text)], { verdict: 'unknown' }), refused(text, 422)).differences).toEqual(
      [],
    )
  })

  it('are told beside those that were predicted', () => {
    const { differences } = observe(trace([predicted('else')], { verdict: 'unknown' }), refused(text, 422))
    expect(differences).toEqual([`The server words it differently. It says: ${text} Predicted was: else`])
  })

  it('for a connection that fails are those of its network', () => {
    const of = (end: string) =>
      `failed calling webhook "w": failed to call webhook: Post "https://w.a.svc:443/?timeout=1s": ${end}`
    const call = {
      ...hook('w'),
      outcome: 'denied' as const,
      certainty: 'predicted' as const,
      status: { code: 500, reason: '', message: of('no endpoints') },
    }
    const { differences } = observe(
      trace([call], { verdict: 'denied', status: call.status }),
      refused(of('refused'), 500),
    )
    expect(differences).toEqual([])
  })
})

it('what was not to be reached and was is not told to be unreached', () => {
  const first = step({ name: 'q', phase: 'builtIn', kind: 'ResourceQuota', outcome: 'denied' })
  const behind = step({ outcome: 'skipped', isNotReached: true, binding: 'b' })
  const steps = [first, behind]
  const allowed = observe(trace(steps, { verdict: 'denied' }), seen())
  expect(allowed.trace.steps.map(each => [each.outcome, each.isNotReached ?? false])).toEqual([
    ['passed', false],
    ['passed', false],
  ])
  const text = `ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no`
  const other = observe(trace(steps, { verdict: 'denied' }), refused(text, 422))
  expect(other.trace.steps).toMatchObject([
    { outcome: 'passed', certainty: 'observed' },
    { outcome: 'denied', certainty: 'observed', status: { message: text } },
  ])
})

describe('a warning of a policy in the answer to a refused request', () => {
  const warning = `Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': odd`
  const other = `ValidatingAdmissionPolicy 'limits' with binding 'l' denied request: no`
  const limits = step({ name: 'limits', binding: 'l', outcome: 'denied', certainty: 'unknown' })

  it.each<[string, Partial<TraceStep>]>([
    ['predicted', { outcome: 'warned' }],
    ['unknown', { outcome: 'unknown', certainty: 'unknown' }],
    ['said not to be reached', { outcome: 'skipped', isNotReached: true }],
  ])('marks its step, which was %s', (_name, over) => {
    const { trace: next } = observe(
      trace([limits, step({ binding: 'b', ...over })], { verdict: 'unknown' }),
      {
        ...refused(other, 422),
        warnings: [warning],
      },
    )
    expect(next.steps[1]).toMatchObject({ outcome: 'warned', certainty: 'observed' })
    expect(next.steps[1]?.isNotReached).toBeUndefined()
  })

  it('is not missed where the request ended before its policy', () => {
    const { differences } = observe(
      trace([hook('w'), step({ binding: 'b', outcome: 'warned' })], {
        verdict: 'unknown',
        warnings: [warning],
      }),
      refused('admission webhook "w" denied the request: no'),
    )
    expect(differences).toEqual([])
  })

  it('that was predicted and did not come leaves no step that warns', () => {
    const { trace: next } = observe(
      trace([step({ binding: 'b', outcome: 'warned' })], { warnings: [warning] }),
      seen(),
    )
    expect(next.steps[0]).toMatchObject({ outcome: 'passed', certainty: 'observed' })
  })
})
