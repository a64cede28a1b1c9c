import { describe, expect, it } from 'vitest'
import { webhookInventory } from '../../../shared/admission/index.ts'
import {
  noFilter,
  nothingInWords,
  resourceChoices,
  shownInWords,
  shownWebhooks,
  waitingInWords,
  wildcardsInWords,
} from './acting.ts'

const hook = (name: string, group: string, resource: string, operations: string[], over: object = {}) => ({
  name,
  rules: [{ operations, apiGroups: [group], apiVersions: ['v1'], resources: [resource] }],
  timeoutSeconds: 20,
  ...over,
})
const known = (...items: object[]) => ({ state: 'known', items: items as never[], staleSince: null }) as const
const { webhooks } = webhookInventory({
  configurations: {
    mutating: known({
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'MutatingWebhookConfiguration',
      metadata: { name: 'm' },
      webhooks: [
        hook('pods', '', 'pods', ['CREATE']),
        hook('scale', 'apps', 'deployments/scale', ['UPDATE']),
        hook('all', '*', '*', ['*']),
        hook('roles', 'rbac.authorization.k8s.io', 'clusterroles', ['CREATE'], { failurePolicy: 'Ignore' }),
        hook('shop', '', 'pods', ['CREATE'], { namespaceSelector: { matchLabels: { team: 'shop' } } }),
      ],
    }),
    validating: known(),
  },
  namespaces: known(
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels: { team: 'shop' } } },
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'pay' } },
  ),
  served: { resources: [], failedGroups: new Set() },
  services: () => known(),
  slices: () => known(),
  decode: () => ({ certificates: [], rejected: 0, failure: 'notPem' }),
  now: 0,
})
const shown = (over: Partial<typeof noFilter>) => shownWebhooks(webhooks, { ...noFilter, ...over })

it('offers every resource that a rule names, with its group', () => {
  expect(resourceChoices(webhooks)).toEqual(
    expect.arrayContaining(['pods', 'deployments.apps/scale', 'clusterroles.rbac.authorization.k8s.io']),
  )
})

describe('webhooks acting on', () => {
  it.each([
    [{}, ['pods', 'scale', 'all', 'roles', 'shop']],
    [{ resource: 'pods' }, ['pods', 'all', 'shop']],
    [{ resource: 'pods', operation: 'DELETE' }, ['all']],
    [{ resource: 'deployments.apps' }, ['all']],
    [{ resource: 'deployments.apps/scale' }, ['scale']],
    [{ operation: 'UPDATE' }, ['scale', 'all']],
    [{ resource: 'pods', namespace: 'pay' }, ['pods', 'all']],
    [{ text: 'role create' }, ['roles']],
    // `roles` only skips its calls; the wildcard of `all` takes clusterroles in.
    [{ only: 'broken' as const, text: 'clusterroles' }, ['all']],
    [{ text: 'deploy' }, ['scale', 'all']],
    [{ text: 'target' }, ['pods', 'scale', 'all', 'roles', 'shop']],
  ])('%j', (over, expected) => {
    expect(shown(over).map(entry => entry.webhook.name)).toEqual(expected)
  })
})

it('what is shown by a wildcard alone is said', () => {
  const filter = { ...noFilter, text: 'deploy' }
  expect(wildcardsInWords(shownWebhooks(webhooks, filter), filter)).toBe(
    '1 of them by a wildcard in its rules',
  )
  expect(wildcardsInWords(webhooks, noFilter)).toBe('')
})

it('the figure follows the filter', () => {
  expect([shownInWords(5, 5), shownInWords(2, 5)]).toEqual(['5 webhooks', '2 of 5 webhooks'])
})

it('says what the calls may cost once a request is chosen', () => {
  const filter = { ...noFilter, resource: 'pods', operation: 'CREATE', namespace: 'pay' }
  expect(waitingInWords(shownWebhooks(webhooks, filter), filter)).toBe(
    'create pods in pay: calls in a row may take 40 s, 34 s are allowed',
  )
  expect(waitingInWords(webhooks, noFilter)).toBe('')
})

it.each([
  [{ resource: 'pods', namespace: 'none' }, 'No webhook acts on what is chosen above.'],
  [{ text: ' zzz ' }, 'No webhook has “zzz” in its name, its rules, its address or its problems.'],
  [
    { resource: 'pods', text: 'scale' },
    'No webhook of those that act on what is chosen above has “scale” in its name, its rules, its address or its problems.',
  ],
  [
    { resource: 'pods', namespace: 'none', text: 'zzz' },
    'No webhook acts on what is chosen above, and “zzz” is asked for too.',
  ],
])('says why none is shown: %j', (over, words) => {
  expect(nothingInWords(webhooks, { ...noFilter, ...over })).toBe(words)
})
