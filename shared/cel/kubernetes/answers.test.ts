import { describe, expect, it } from 'vitest'
import type { AuthorizationQuestion } from '../libraries/index.ts'
import { KnownAnswers, reviewSpec } from './index.ts'

const ada = { username: 'ada', groups: ['devs'], extra: new Map([['scopes', ['a']]]) }
const path: AuthorizationQuestion = { kind: 'path', subject: ada, verb: 'get', path: '/healthz' }
const resource: AuthorizationQuestion = {
  kind: 'resource',
  subject: { username: 'ada', uid: '7', groups: [] },
  verb: 'list',
  resource: {
    group: '',
    resource: 'pods',
    subresource: '',
    namespace: 'shop',
    name: '',
    fieldSelector: '',
    labelSelector: 'a=b',
  },
}

describe('answers', () => {
  it('are found for the same question alone', () => {
    const answers = new KnownAnswers()
    const answer = { decision: 'allow', reason: 'it may' } as const
    answers.add(path, answer)
    expect(answers.lookUp({ ...path, subject: { ...ada } })).toBe(answer)
    expect(answers.lookUp({ ...path, verb: 'post' })).toBeUndefined()
    expect(answers.lookUp({ ...path, subject: { ...ada, groups: [] } })).toBeUndefined()
    expect(answers.lookUp(resource)).toBeUndefined()
  })
})

describe('reviews', () => {
  it('ask for a path', () => {
    expect(reviewSpec(path)).toEqual({
      user: 'ada',
      groups: ['devs'],
      extra: { scopes: ['a'] },
      nonResourceAttributes: { path: '/healthz', verb: 'get' },
    })
  })

  it('ask for a resource without what was not said', () => {
    expect(reviewSpec(resource)).toEqual({
      user: 'ada',
      uid: '7',
      groups: [],
      resourceAttributes: {
        verb: 'list',
        version: '*',
        resource: 'pods',
        namespace: 'shop',
        labelSelector: { rawSelector: 'a=b' },
      },
    })
  })
})
