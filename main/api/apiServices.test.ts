import { expect, test } from 'vitest'
import { withConditions } from './apiServices.ts'

const service = (conditions: unknown, where: unknown = { namespace: 'kube-system', name: 'metrics' }) => ({
  spec: { group: 'metrics.k8s.io', version: 'v1beta1', service: where },
  status: { conditions },
})
const down = { type: 'Available', status: 'False', reason: 'MissingEndpoints', message: 'no endpoints' }
const failure = {
  groupVersion: 'metrics.k8s.io/v1beta1',
  error: { kind: 'serverFault', message: 'stale' },
} as const
const said = (...items: unknown[]) => withConditions([failure], { items })[0]?.error.message

test.each([
  [
    'the condition and the service are named',
    service([down]),
    /service kube-system\/metrics.*: no endpoints/,
  ],
  ['the reason stands in for a message', service([{ ...down, message: '' }]), /MissingEndpoints/],
  ['nothing at all is said to be nothing', service([{ type: 'Available', status: 'False' }]), /no reason/],
  ['without a service there is another server', service([down], null), /another server/],
  ['what is available explains nothing', service([{ ...down, status: 'True' }]), /^stale$/],
  ['another condition explains nothing', service([{ ...down, type: 'Other' }]), /^stale$/],
  ['odd shapes explain nothing', service('none'), /^stale$/],
  ['odd items explain nothing', null, /^stale$/],
] as const)('%s', (_what, item, words) => {
  expect(said(item)).toMatch(words)
})

test('other failures stay as they are', () => {
  const other = { ...failure, groupVersion: 'a/v1' }
  expect(withConditions([other], { items: [service([down])] })).toEqual([other])
  expect(withConditions([failure], 'nonsense')).toEqual([failure])
})
