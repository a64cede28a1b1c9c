import { expect, it } from 'vitest'
import type { Discovery } from '../../../shared/ipc/index.ts'
import { ruleRequests } from './ruleRequests.ts'

const discovery = {
  resources: [
    { group: '', version: 'v1', resource: 'pods', preferred: true },
    { group: 'apps', version: 'v1', resource: 'deployments', preferred: true },
    { group: 'autoscaling', version: 'v1', resource: 'horizontalpodautoscalers', preferred: false },
    { group: 'autoscaling', version: 'v2', resource: 'horizontalpodautoscalers', preferred: true },
  ],
} as unknown as Discovery
const rule = (resources: readonly string[], operations = ['*'], apiGroups = ['*'], apiVersions = ['*']) => ({
  resources,
  operations,
  apiGroups,
  apiVersions,
})

it.each([
  ['each kind that is named', [rule(['pods', 'deployments'])], ['CREATE v1/pods', 'CREATE v1/deployments']],
  ['the first operation that it has', [rule(['pods'], ['DELETE', 'UPDATE'])], ['UPDATE v1/pods']],
  ['subresources by their name', [rule(['pods/exec'], ['CONNECT'])], ['CONNECT v1/pods/exec']],
  [
    'the version that the server prefers',
    [rule(['horizontalpodautoscalers'])],
    ['CREATE v2/horizontalpodautoscalers'],
  ],
  [
    'a version that it names',
    [rule(['horizontalpodautoscalers'], ['*'], ['autoscaling'], ['v1'])],
    ['CREATE v1/horizontalpodautoscalers'],
  ],
  ['nothing of wildcards', [rule(['*', '*/*', 'pods/*'])], []],
  ['nothing of what is not served', [rule(['jobs']), rule(['pods'], ['*'], ['apps'])], []],
  [
    'no more than asked for',
    [rule(['pods', 'deployments', 'horizontalpodautoscalers'])],
    ['CREATE v1/pods', 'CREATE v1/deployments'],
  ],
])('from rules one goes to %s', (_, rules, expected) => {
  const texts = ruleRequests(rules, discovery, 2).map(
    ({ operation, info, subresource }) =>
      `${operation} ${[info.version, info.resource, subresource].filter(part => part !== '').join('/')}`,
  )
  expect(texts).toEqual(expected)
})
