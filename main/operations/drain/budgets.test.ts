import { describe, expect, it } from 'vitest'
import { targetFixture } from '../operations.fixture.ts'
import { type Judgement, judge } from './budgets.ts'

const ready = { conditions: [{ type: 'Ready', status: 'True' }] }
const pod = (status: object = ready, labels = { app: 'web' }) =>
  targetFixture('Pod', { status: { phase: 'Running', ...status } }, { labels })
const selector = { matchLabels: { app: 'web' } }

interface Given {
  readonly name?: string
  readonly spec?: object
  readonly status?: object
  readonly generation?: number
}

const budget = ({ name = 'b', spec = {}, status = {}, generation = 1 }: Given = {}) =>
  targetFixture(
    'PodDisruptionBudget',
    {
      spec: { minAvailable: 2, selector, ...spec },
      status: {
        observedGeneration: 1,
        disruptionsAllowed: 0,
        currentHealthy: 2,
        desiredHealthy: 2,
        expectedPods: 3,
        ...status,
      },
    },
    { name, generation },
  )
const judged = (one: ReturnType<typeof pod>, ...all: readonly ReturnType<typeof budget>[]): Judgement =>
  judge(one, { all, unreadable: null })
const textOf = (judgement: Judgement): string => (judgement.type === 'free' ? '' : judgement.text)

describe('budgets, as the eviction API reads them', () => {
  it.each<[string, Judgement['type'], ReturnType<typeof pod>, ReturnType<typeof budget>[]]>([
    ['a pod that no budget selects goes', 'free', pod(ready, { app: 'other' }), [budget()]],
    [
      'an empty selector selects all',
      'waits',
      pod(ready, { app: 'other' }),
      [budget({ spec: { selector: {} } })],
    ],
    ['no selector selects nothing', 'free', pod(), [budget({ spec: { selector: null } })]],
    [
      'disruptions that are allowed let it go',
      'free',
      pod(),
      [budget({ status: { disruptionsAllowed: 1 } })],
    ],
    ['too few healthy ones make it wait', 'waits', pod(), [budget()]],
    [
      'a budget that was changed is not worked out yet',
      'waits',
      pod(),
      [budget({ generation: 2, status: { disruptionsAllowed: 1 } })],
    ],
    [
      'a budget of all its pods is never met',
      'never',
      pod(),
      [budget({ status: { desiredHealthy: 3, currentHealthy: 3 } })],
    ],
    [
      'a budget of more than its pods is never met',
      'never',
      pod(),
      [budget({ status: { desiredHealthy: 5 } })],
    ],
    [
      'maxUnavailable 0 is never met',
      'never',
      pod(),
      [budget({ spec: { minAvailable: undefined, maxUnavailable: 0 }, status: { desiredHealthy: 3 } })],
    ],
    [
      'two budgets on one pod are never met',
      'never',
      pod(),
      [budget({ name: 'a' }), budget({ name: 'b', status: { disruptionsAllowed: 1 } })],
    ],
    ['a pod that waits to run is guarded by none', 'free', pod({ phase: 'Pending' }), [budget()]],
    ['a finished pod is guarded by none', 'free', pod({ phase: 'Succeeded' }), [budget(), budget()]],
    ['an unhealthy pod goes where enough others are healthy', 'free', pod({}), [budget()]],
    [
      'an unhealthy pod waits where too few are healthy',
      'waits',
      pod({}),
      [budget({ status: { currentHealthy: 1 } })],
    ],
    [
      'an unhealthy pod goes with AlwaysAllow',
      'free',
      pod({}),
      [budget({ spec: { unhealthyPodEvictionPolicy: 'AlwaysAllow' }, status: { currentHealthy: 1 } })],
    ],
    [
      'AlwaysAllow says nothing of a healthy one',
      'waits',
      pod(),
      [budget({ spec: { unhealthyPodEvictionPolicy: 'AlwaysAllow' } })],
    ],
  ])('%s', (_rule, type, one, all) => {
    expect(judged(one, ...all).type).toBe(type)
  })

  it('a budget that cannot be worked out says why', () => {
    const conditions = [
      { type: 'DisruptionAllowed', status: 'False', reason: 'SyncFailed', message: 'found no controllers' },
    ]
    const judgement = judged(pod(), budget({ status: { conditions } }))
    expect(judgement.type).toBe('never')
    expect(textOf(judgement)).toContain('found no controllers')
  })

  it('what holds a pod is told with its name and numbers', () => {
    expect(textOf(judged(pod(), budget()))).toBe(
      'Budget b (minAvailable: 2) needs 2 healthy pods and has 2 of 3.',
    )
    const never = budget({
      spec: { minAvailable: undefined, maxUnavailable: '0%' },
      status: { desiredHealthy: 3 },
    })
    expect(textOf(judged(pod(), never))).toMatch(
      /^Budget b \(maxUnavailable: 0%\) wants all 3 of its pods healthy/,
    )
  })
})
