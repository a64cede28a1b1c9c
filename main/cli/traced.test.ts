import { expect, it } from 'vitest'
import type { TraceRequest, TraceStep } from '../../shared/admission/index.ts'
import { type TracedRequest, traceJson, traceText } from './traced.ts'

const request: TraceRequest = {
  operation: 'CREATE',
  verb: 'create',
  resource: { group: 'apps', version: 'v1', resource: 'deployments' },
  kind: { group: 'apps', version: 'v1', kind: 'Deployment' },
  subresource: '',
  namespace: 'shop',
  name: 'cart',
  object: null,
  oldObject: null,
  options: null,
  user: { username: 'me', groups: ['g'] },
  dryRun: false,
  isObjectKnown: true,
}
const step = (over: Partial<TraceStep>): TraceStep => ({
  phase: 'validatingPolicy',
  kind: 'ValidatingAdmissionPolicy',
  name: 'few',
  binding: 'few-b',
  round: 0,
  outcome: 'denied',
  certainty: 'predicted',
  reason: 'too many\nreplicas',
  ...over,
})
const status = { code: 422, reason: 'Invalid', message: 'no' }
const traced = (steps: readonly TraceStep[]): TracedRequest => ({
  request,
  check: null,
  predicted: 'denied',
  trace: {
    verdict: 'denied',
    status,
    steps,
    warnings: ['old'],
    auditAnnotations: { key: 'value' },
    objects: [null, { kind: 'Deployment' }],
    assumptions: ['granted'],
    gaps: [{ kind: 'denied', message: 'may not read' }],
    wishes: [],
  },
})

it('the JSON of one request has the documented fields, and that of several is a list', () => {
  const one = traced([step({ field: 'spec.validations[0]', status })])
  expect(traceJson([one])).toEqual({
    version: 1,
    request: {
      operation: 'CREATE',
      resource: request.resource,
      kind: request.kind,
      subresource: '',
      namespace: 'shop',
      name: 'cart',
      user: { username: 'me', groups: ['g'] },
    },
    verdict: 'denied',
    status,
    steps: [
      {
        phase: 'validatingPolicy',
        kind: 'ValidatingAdmissionPolicy',
        name: 'few',
        binding: 'few-b',
        round: 0,
        outcome: 'denied',
        certainty: 'predicted',
        reason: 'too many\nreplicas',
        field: 'spec.validations[0]',
        status,
      },
    ],
    warnings: ['old'],
    auditAnnotations: { key: 'value' },
    object: { kind: 'Deployment' },
    assumptions: ['granted'],
    gaps: ['may not read'],
  })
  expect(traceJson([one, one])).toMatchObject({ version: 1, traces: [{ version: 1 }, { version: 1 }] })
})

it('text begins with the verdict, and counts what had no say', () => {
  const text = traceText(
    traced([
      step({}),
      step({ name: 'other', outcome: 'notMatched' }),
      step({ name: 'later', outcome: 'skipped', isNotReached: true }),
    ]),
    false,
  )
  expect(text.split('\n').slice(0, 3)).toEqual([
    'CREATE Deployment (apps/v1 deployments) cart in namespace shop as me',
    '  Denied with 422 Invalid.',
    '  no',
  ])
  expect(text).toContain('✗  denies              few, binding few-b\n       too many\n       replicas')
  expect(text).toContain('1 does not match')
  expect(text).toContain('1 is not reached')
  expect(text).not.toContain('later')
  for (const part of ['Warnings', 'key: value', 'may not read', 'granted']) expect(text).toContain(part)
})

it('all steps are told where they are asked for', () => {
  expect(traceText(traced([step({ name: 'other', outcome: 'notMatched' })]), true)).toContain(
    '·  does not match      other',
  )
})

it('a refusal that something before may prevent is told with it', () => {
  const open = traced([
    step({ phase: 'mutatingWebhook', name: 'c', webhook: 'w.x', outcome: 'called', certainty: 'unknown' }),
    step({
      certainty: 'unknown',
      field: 'f',
      expressions: [
        { field: 'f', source: '', result: { type: 'value', text: 'false' }, explanation: 'a.b (7) <= 5' },
      ],
    }),
  ])
  const text = traceText({ ...open, trace: { ...open.trace, verdict: 'unknown', status: null } }, false)
  expect(text).toContain('Unknown: few refuses it (7 > 5) unless w.x changes it.')
  expect(text).toContain('?  may deny')
})

it('authorization is told with its verb, in text and in JSON', () => {
  const access = { user: 'me', action: 'create deployments.apps in namespace shop' }
  const reason = 'me create deployments.apps in namespace shop: A review of the server allows it.'
  const allowed = step({ phase: 'authorization', outcome: 'passed', access, reason })
  const said = 'me may create deployments.apps in namespace shop: A review of the server allows it.'
  expect(traceText(traced([allowed]), false)).toContain(said)
  expect(traceJson([traced([allowed])])).toMatchObject({ steps: [{ reason: said }] })
  const denied = step({ phase: 'authorization', outcome: 'denied', access, reason })
  expect(traceText(traced([denied]), false)).toContain('me may not create deployments.apps')
})

it.each([
  ['as predicted', 'denied', [], 'The server agrees with what was predicted.'],
  ['where it was open', 'unknown', [], 'Nothing turned out otherwise than predicted'],
  ['otherwise', 'denied', ['other words'], 'Differs from what was predicted\n    other words'],
] as const)('a dry run that went %s says so', (_how, predicted, differences, said) => {
  const one = traced([step({})])
  const check = { allowed: false, code: 422, reason: 'Invalid', message: 'no', warnings: [], took: 1 }
  const text = traceText({ ...one, predicted, check: { ...check, differences, trace: one.trace } }, false)
  expect(text).toContain(said)
  expect(text.includes('The server agrees')).toBe(predicted === 'denied' && differences.length === 0)
})
