import { describe, expect, it } from 'vitest'
import type { TraceStep } from '../../../shared/admission/index.ts'
import { lookOf, outcomeInWords, worst } from './outcomes.ts'
import { shownCards, stationsOf } from './stations.ts'

const step = (part: Partial<TraceStep>): TraceStep => ({
  phase: 'validatingPolicy',
  kind: 'ValidatingAdmissionPolicy',
  name: 'p',
  round: 0,
  outcome: 'passed',
  certainty: 'predicted',
  reason: '',
  ...part,
})
const webhook = (name: string, part: Partial<TraceStep> = {}) =>
  step({
    phase: 'mutatingWebhook',
    kind: 'MutatingWebhookConfiguration',
    name: 'conf',
    webhook: name,
    ...part,
  })

describe('stations', () => {
  it('stand in the order of the way, those of policies and webhooks even where nothing is there', () => {
    expect(stationsOf({ steps: [] }).map(({ id }) => id)).toEqual([
      'authorization',
      'mutatingPolicy',
      'mutatingWebhook',
      'schema',
      'validatingPolicy',
      'validatingWebhook',
    ])
  })

  it('of built-in plugins are three: before the object is checked, before policies validate it, and after', () => {
    const steps = [
      step({ phase: 'schema', kind: 'Pod', outcome: 'mutated' }),
      step({ phase: 'builtIn', kind: 'NamespaceLifecycle', name: 'shop' }),
      step({ phase: 'schema', kind: 'Pod' }),
      step({ phase: 'builtIn', kind: 'PodSecurity', name: '' }),
      step({}),
      step({ phase: 'builtIn', kind: 'ResourceQuota', name: 'compute' }),
    ]
    const named = stationsOf({ steps }).filter(({ id }) => id.startsWith('builtIn'))
    expect(named.map(({ id, cards }) => [id, cards.map(({ name, detail }) => `${name} ${detail}`)])).toEqual([
      ['builtInFirst', ['p ', 'NamespaceLifecycle shop']],
      ['builtInChecks', ['PodSecurity ']],
      ['builtInLast', ['ResourceQuota compute']],
    ])
  })

  it('join the bindings of a policy and the rounds of a webhook on one card, which shows the worst', () => {
    const steps = [
      webhook('a', { outcome: 'called' }),
      webhook('a', { round: 1, outcome: 'denied' }),
      step({ binding: 'one', outcome: 'passed' }),
      step({ binding: 'two', outcome: 'warned', reason: 'why' }),
      step({ binding: 'three', outcome: 'notMatched' }),
    ]
    const stations = stationsOf({ steps })
    const [card] = stations.find(({ id }) => id === 'mutatingWebhook')?.cards ?? []
    expect(card).toMatchObject({ name: 'a', detail: 'conf', look: 'bad', rounds: 2, main: { index: 1 } })
    const [policy] = stations.find(({ id }) => id === 'validatingPolicy')?.cards ?? []
    expect(policy).toMatchObject({ look: 'warning', bindings: ['one', 'two', 'three'], main: { index: 3 } })
  })

  it('count who takes part and look like the worst of it', () => {
    const steps = [webhook('a', { outcome: 'notMatched' }), webhook('b', { outcome: 'called' }), webhook('c')]
    const station = stationsOf({ steps }).find(({ id }) => id === 'mutatingWebhook')
    expect(station).toMatchObject({ look: 'unknown', acting: 2, isNotReached: false })
  })

  it('of what may not be read are unknown, not empty, and say what it is', () => {
    const gaps = ['validatingadmissionpolicies', 'mutatingwebhookconfigurations'].map(resource => ({
      kind: 'denied' as const,
      message: `User "viewer" cannot list resource "${resource}" in API group "admissionregistration.k8s.io" at the cluster scope`,
    }))
    const told = stationsOf({ steps: [], gaps }).map(({ id, look, unreadable }) => [id, look, unreadable])
    expect(told).toEqual([
      ['authorization', 'idle', []],
      ['mutatingPolicy', 'idle', []],
      [
        'mutatingWebhook',
        'unknown',
        ['list mutatingwebhookconfigurations of admissionregistration.k8s.io, cluster scope'],
      ],
      ['schema', 'idle', []],
      [
        'validatingPolicy',
        'unknown',
        ['list validatingadmissionpolicies of admissionregistration.k8s.io, cluster scope'],
      ],
      ['validatingWebhook', 'idle', []],
    ])
  })

  it('behind a refusal are not reached', () => {
    const steps = [
      step({ outcome: 'denied' }),
      webhook('w', { phase: 'validatingWebhook', outcome: 'skipped', isNotReached: true }),
      webhook('x', { phase: 'validatingWebhook', outcome: 'notMatched' }),
    ]
    const reached = stationsOf({ steps }).map(({ id, isNotReached }) => [id, isNotReached])
    expect(reached).toContainEqual(['validatingPolicy', false])
    expect(reached).toContainEqual(['validatingWebhook', true])
  })
})

describe('cards that do not match', () => {
  const idle = (count: number) =>
    stationsOf({
      steps: Array.from({ length: count }, (_, at) => webhook(`w${at}`, { outcome: 'notMatched' })),
    }).find(({ id }) => id === 'mutatingWebhook')!

  it.each([
    [3, 3, 0],
    [4, 2, 2],
    [200, 2, 198],
  ])('of %d %d are drawn and %d fold away', (count, drawn, folded) => {
    const { shown, folded: away } = shownCards(idle(count), false)
    expect([shown.length, away]).toEqual([drawn, folded])
  })

  it('stand behind those that take part', () => {
    const steps = [step({ name: 'a', outcome: 'notMatched' }), step({ name: 'b' })]
    const station = stationsOf({ steps }).find(({ id }) => id === 'validatingPolicy')!
    expect(shownCards(station, false).shown.map(({ name }) => name)).toEqual(['b', 'a'])
  })

  it('stand where they are called, where the order of calls counts', () => {
    const steps = [webhook('a', { outcome: 'notMatched' }), webhook('b')]
    const station = stationsOf({ steps }).find(({ id }) => id === 'mutatingWebhook')!
    expect(shownCards(station, false).shown.map(({ name }) => name)).toEqual(['a', 'b'])
  })

  it('unfold', () => expect(shownCards(idle(200), true)).toMatchObject({ folded: 0 }))
})

it.each([
  [step({ outcome: 'denied' }), 'bad', 'denies'],
  [step({ outcome: 'denied', phase: 'authorization' }), 'bad', 'forbidden'],
  [step({ outcome: 'called' }), 'unknown', 'answer unknown'],
  [step({ outcome: 'error' }), 'warning', 'fails, ignored'],
  [step({ outcome: 'skipped', isNotReached: true }), 'idle', 'not reached'],
  [step({ outcome: 'mutated' }), 'good', 'mutates'],
  [step({ outcome: 'denied', certainty: 'unknown' }), 'unknown', 'may deny'],
])('a step %# looks %2$s and says “%3$s”', (one, look, words) => {
  expect([lookOf(one), outcomeInWords(one)]).toEqual([look, words])
})

it('the worst of several decides, and nothing is idle', () => {
  expect(worst(['good', 'warning', 'unknown', 'idle'])).toBe('unknown')
  expect(worst([])).toBe('idle')
})
