import { describe, expect, it } from 'vitest'
import { Environment } from '../environment.ts'
import { CelError } from '../values/value.ts'
import {
  type AuthorizationAnswer,
  type AuthorizationQuestion,
  authorizerOf,
  authorizerType,
  kubernetesLibraries,
  UnansweredQuestion,
} from './index.ts'

const environment = new Environment({
  minor: 36,
  variables: new Map([['authorizer', authorizerType]]),
  libraries: kubernetesLibraries,
  provider: { findStruct: () => undefined, findField: () => undefined },
})

const ada = { username: 'ada', groups: ['devs'] }

function evaluate(
  expression: string,
  answer: (question: AuthorizationQuestion) => AuthorizationAnswer | undefined,
) {
  const compiled = environment.compile(expression)
  expect(compiled.message).toBe('')
  return compiled.evaluate({
    activation: { resolve: name => (name === 'authorizer' ? authorizerOf(ada, answer) : undefined) },
  })
}

describe('the authorizer', () => {
  it('asks for a resource with all that the expression said of it', () => {
    const asked: AuthorizationQuestion[] = []
    const { result, cost } = evaluate(
      "authorizer.group('apps').resource('deployments').subresource('scale').namespace('shop').name('web').fieldSelector('a=b').labelSelector('c').check('get').reason()",
      question => {
        asked.push(question)
        return { decision: 'deny', reason: 'no' }
      },
    )
    expect(result).toBe('no')
    expect(cost).toBeGreaterThan(350_000)
    const resource = { group: 'apps', resource: 'deployments', subresource: 'scale', namespace: 'shop' }
    expect(asked).toEqual([
      {
        kind: 'resource',
        subject: ada,
        verb: 'get',
        resource: { ...resource, name: 'web', fieldSelector: 'a=b', labelSelector: 'c' },
      },
    ])
  })

  it('asks as a service account with the groups that the server gives one', () => {
    const asked: AuthorizationQuestion[] = []
    evaluate("authorizer.serviceAccount('shop', 'bot').path('/healthz').check('get').allowed()", question => {
      asked.push(question)
      return { decision: 'allow', reason: '' }
    })
    expect(asked[0]?.subject).toEqual({
      username: 'system:serviceaccount:shop:bot',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:shop'],
    })
  })

  it('calls no opinion not allowed, and tells what failed', () => {
    const failing = "authorizer.path('/x').check('get')"
    const answer: AuthorizationAnswer = { decision: 'noOpinion', reason: '', error: 'it broke' }
    expect(evaluate(`${failing}.allowed()`, () => answer).result).toBe(false)
    expect(evaluate(`${failing}.errored()`, () => answer).result).toBe(true)
    expect(evaluate(`${failing}.error()`, () => answer).result).toBe('it broke')
  })

  it('ends with the question that has no answer yet, whatever would absorb an error', () => {
    const expression = "authorizer.path('/x').check('get').allowed() || true"
    try {
      evaluate(expression, () => undefined)
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(UnansweredQuestion)
      expect((error as UnansweredQuestion).question).toMatchObject({ kind: 'path', verb: 'get', path: '/x' })
    }
  })

  it('can pay for two checks an expression', () => {
    const check = "authorizer.path('/x').check('get').allowed()"
    const allow = (): AuthorizationAnswer => ({ decision: 'allow', reason: '' })
    expect(evaluate(`${check} && ${check}`, allow).result).toBe(true)
    const third = evaluate(`${check} && ${check} && ${check}`, allow).result
    expect(third).toBeInstanceOf(CelError)
    expect((third as CelError).message).toBe('operation cancelled: actual cost limit exceeded')
  })
})
