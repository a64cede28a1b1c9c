import { expect, it, vi } from 'vitest'
import type { AuthorizationQuestion, Subject } from '../../../shared/cel/kubernetes/index.ts'
import { AppError, type AppErrorKind } from '../../../shared/errors/index.ts'
import type { Clock } from '../../../shared/flow/index.ts'
import type { ApiRequest, ClusterSession } from '../../session/index.ts'
import { Reviews, renewedAfter } from './reviews.ts'
import { unnamedSelf } from './user.ts'

const self: Subject = { username: 'me', groups: ['g'] }
const other: Subject = { username: 'you', groups: [] }
const about = { group: '', subresource: '', namespace: 'a', name: '', fieldSelector: '', labelSelector: '' }
const ask = (subject: Subject, resource = 'pods'): AuthorizationQuestion => ({
  kind: 'resource',
  subject,
  verb: 'create',
  resource: { ...about, resource },
})

function harness(who: Subject | null = self) {
  const sent: ApiRequest[] = []
  const timers: (() => void)[] = []
  let elapsed = 1000
  const clock: Clock = {
    now: () => 0,
    elapsed: () => elapsed,
    after: (_milliseconds, run) => {
      timers.push(run)
      return { cancel: () => void timers.splice(timers.indexOf(run), 1) }
    },
  }
  const state: { allowed: boolean; failure: AppErrorKind | null } = { allowed: true, failure: null }
  const request = async (review: ApiRequest) => {
    sent.push(review)
    if (state.failure !== null) throw new AppError({ kind: state.failure, message: 'no' })
    return { json: async () => ({ status: { allowed: state.allowed } }) }
  }
  const onChange = vi.fn()
  const session = { request } as unknown as ClusterSession
  const reviews = new Reviews(session, { self: who, mayAsk: true, onChange, clock })
  return {
    ...{ reviews, sent, state, onChange, timers },
    answer: () => reviews.answers()[0]?.answer?.decision ?? null,
    settle: () => new Promise(resolve => setImmediate(resolve)),
    passMinute: () => {
      elapsed += renewedAfter
      for (const run of timers.splice(0)) run()
    },
  }
}

it('a right that is taken away is not shown as held for longer than a minute', async () => {
  const { reviews, state, settle, passMinute, answer, sent, onChange } = harness()
  reviews.want([ask(self)])
  await settle()
  expect(answer()).toBe('allow')
  state.allowed = false
  onChange.mockClear()
  passMinute()
  expect(reviews.isPending(ask(self))).toBe(false)
  await settle()
  expect(answer()).toBe('noOpinion')
  expect(onChange).toHaveBeenCalledTimes(1)
  expect(sent).toHaveLength(2)
})

it('an answer that stays is no change, and what is not wanted any more is not asked again', async () => {
  const { reviews, settle, passMinute, sent, onChange, timers } = harness()
  reviews.want([ask(self)])
  await settle()
  onChange.mockClear()
  passMinute()
  await settle()
  expect(onChange).not.toHaveBeenCalled()
  reviews.want([])
  passMinute()
  await settle()
  expect(sent).toHaveLength(2)
  expect(timers).toEqual([])
})

it.each(['unreachable', 'serverFault', 'throttled'] as const)(
  'reviews of others that fail once (%s) are asked for again, and others are at once',
  async kind => {
    const { reviews, state, settle, passMinute, answer } = harness()
    state.failure = kind
    reviews.want([ask(other)])
    await settle()
    expect(answer()).toBeNull()
    state.failure = null
    reviews.want([ask(other), ask(other, 'secrets')])
    await settle()
    expect(reviews.isAnswered(ask(other, 'secrets'))).toBe(true)
    passMinute()
    await settle()
    expect(answer()).toBe('allow')
  },
)

it.each(['denied', 'gone'] as const)(
  'reviews of others that are refused (%s) rest for a minute',
  async kind => {
    const { reviews, state, settle, passMinute, sent } = harness()
    state.failure = kind
    reviews.want([ask(other)])
    await settle()
    reviews.want([ask(other), ask(other, 'secrets'), ask(self)])
    await settle()
    expect(sent.map(({ path }) => path.split('/').at(-1))).toEqual([
      'subjectaccessreviews',
      'selfsubjectaccessreviews',
    ])
    state.failure = null
    passMinute()
    reviews.want([ask(other), ask(other, 'secrets')])
    await settle()
    expect(reviews.isAnswered(ask(other, 'secrets'))).toBe(true)
  },
)

it('who has no name asks for the own access, which needs none', async () => {
  const { reviews, settle, sent } = harness(unnamedSelf)
  reviews.want([ask(unnamedSelf)])
  await settle()
  expect(sent[0]?.path).toMatch(/\/selfsubjectaccessreviews$/)
  expect(JSON.parse(String(sent[0]?.body)).spec).not.toHaveProperty('user')
})

it('what is closed asks for nothing and leaves no timer', async () => {
  const { reviews, settle, timers } = harness()
  reviews.want([ask(self)])
  await settle()
  reviews.close()
  expect(timers).toEqual([])
})
