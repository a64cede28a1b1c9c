import { describe, expect, it } from 'vitest'
import {
  type Address,
  addressOf,
  formatAddress,
  parseAddress,
  plainQuery,
  withoutSecrets,
} from './address.ts'
import { plainLogFilter, plainLogLooks, plainLogOptions } from './logPlace.ts'
import { plainQuestion } from './question.ts'

const arn = 'arn:aws:eks:eu-central-1:1234:cluster/shop#/home/me/.kube/config'
const pods = { group: '', version: 'v1', resource: 'pods' }

describe('an address goes through its text unchanged', () => {
  const addresses: readonly Address[] = [
    { view: 'contexts' },
    { view: 'settings' },
    { view: 'settings', section: 'editor' },
    { view: 'start', context: arn },
    { view: 'policies', context: 'a b%2F' },
    { view: 'webhooks', context: '..' },
    { view: 'findings', context: arn, finding: '' },
    { view: 'findings', context: arn, finding: 'service-missing|Webhook//a#b[0]|&?' },
    { view: 'fleet', context: arn },
    { view: 'events', context: arn },
    { view: 'usage', context: 'c' },
    {
      view: 'logs',
      context: arn,
      place: {
        target: { type: 'object', ref: { resource: pods, namespace: 'shop', name: 'web-0' } },
        options: plainLogOptions,
        filter: plainLogFilter,
        looks: plainLogLooks,
      },
    },
    {
      view: 'logs',
      context: 'c',
      place: {
        target: { type: 'selector', namespace: '', labelSelector: 'app in (a,b),x!=y&z' },
        options: {
          containers: ['web', 'a&b'],
          isAll: true,
          follow: false,
          tail: null,
          sinceSeconds: 3600,
          previous: true,
        },
        filter: {
          text: '^a|b?c=1&d#',
          isPattern: true,
          isCaseSensitive: true,
          isInverted: true,
          levels: ['warn', 'none'],
          fields: [
            { key: 'http:status', how: 'is', value: '5:0%0&x' },
            { key: 'ü', how: 'exists', value: '' },
          ],
          around: 3,
        },
        looks: {
          time: 'full',
          isWrapped: true,
          columns: ['level', 'a&b', 'ü'],
          search: { text: 'x=1&y', isPattern: true, isCaseSensitive: true },
        },
      },
    },
    { view: 'audit', context: 'c', audit: { policies: [], namespaces: [], draft: null } },
    {
      view: 'audit',
      context: 'c',
      audit: { policies: ['a', 'b&c'], namespaces: ['shop'], draft: 'kind: Secret\n# ü&' },
    },
    {
      view: 'scratchpad',
      context: 'c',
      scratch: { type: 'expression', text: "object.metadata.name == 'ü&?'", from: '' },
      question: { ...plainQuestion, resource: pods, object: { type: 'text', text: 'kind: Pod\n' } },
    },
    {
      view: 'scratchpad',
      context: 'c',
      scratch: { type: 'policy', text: '', from: 'validating/no-latest-tag' },
      question: plainQuestion,
    },
    { view: 'pipeline', context: arn, question: plainQuestion },
    {
      view: 'pipeline',
      context: 'c',
      question: { ...plainQuestion, operation: 'DELETE', resource: pods, namespace: 'shop' },
    },
    {
      view: 'whatif',
      context: 'c',
      question: {
        ...plainQuestion,
        operation: 'CONNECT',
        resource: pods,
        subresource: 'exec',
        name: 'a&b=?#/ü',
        user: { username: 'system:serviceaccount:a:b', groups: ['a,b', 'c'] },
        assumeWebhooks: 'deny',
      },
    },
    {
      view: 'whatif',
      context: 'c',
      question: { ...plainQuestion, object: { type: 'text', text: 'kind: Pod\n# 50 % & more: ?#+\n' } },
    },
    { view: 'whatif', context: 'c', question: { ...plainQuestion, object: { type: 'stored' }, name: 'x' } },
    { view: 'list', context: arn, resource: pods, query: plainQuery },
    {
      view: 'list',
      context: 'prod',
      resource: { group: 'apps', version: 'v1', resource: 'deployments' },
      query: {
        namespaces: ['shop', 'payments'],
        filter: 'status!=Succeeded cart|pay & more',
        labelSelector: 'app.kubernetes.io/part-of in (shop, x)',
        fieldSelector: 'spec.nodeName=node-1',
        sort: { column: 'Nominated Node', descending: true },
        isWide: true,
        hidden: ['Node', 'A & B'],
        merged: [arn, 'dev'],
        row: 4200,
      },
    },
    {
      view: 'object',
      context: arn,
      ref: {
        resource: { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterroles' },
        namespace: '',
        name: 'system:node/100%?#ü',
      },
      tab: 'yaml',
    },
    {
      view: 'object',
      context: 'c',
      ref: { resource: pods, namespace: 'shop', name: 'web-0' },
      tab: 'summary',
    },
  ]
  it.each(addresses.map(address => [formatAddress(address), address] as const))('%s', (text, address) => {
    expect(parseAddress(text)).toEqual(address)
  })
})

describe('what is no address is refused', () => {
  it.each([
    '#/x',
    '#/c/',
    '#/c/a/l/apps/v1',
    '#/c/a/o/apps/v1/deployments/ns',
    '#/c/a/policies/x',
    '#/c/a/events/x',
    '#/c/a/logs',
    '#/c/a/logs?ns=shop&name=web',
    '#/c/a/logs?kind=/v1/pods&ns=shop',
    '#/c/a/whatif/x',
    '#/c/%E0%A4%A',
  ])('%s', text => expect(parseAddress(text)).toBeNull())
})

it.each(['-1', 'x', '1e9', '99999999', ''])('a row %j is none', text => {
  expect(parseAddress(`#/c/dev/l/core/v1/pods?row=${text}`)).toMatchObject({ query: { row: 0 } })
})

it('the core group has a name in addresses', () => {
  expect(addressOf.list('dev', pods, { namespaces: ['shop'] })).toBe('#/c/dev/l/core/v1/pods?ns=shop')
})

it('a cluster-scoped object has _ for its namespace', () => {
  const ref = { resource: { group: '', version: 'v1', resource: 'nodes' }, namespace: '', name: 'n1' }
  expect(addressOf.object('dev', ref, 'yaml')).toBe('#/c/dev/o/core/v1/nodes/_/n1/yaml')
})

describe('an address of an earlier version', () => {
  const secret = encodeURIComponent('kind: Secret\nstringData: {a: hunter2}')

  it.each([
    `#/c/dev/whatif?object=yaml&yaml=${secret}`,
    `#/c/dev/audit?draft=${secret}`,
    `#/c/dev/scratchpad?scratch=policy&text=${secret}`,
    `#/c/dev/scratchpad?object=yaml&yaml=${secret}`,
    `#/c/dev/nowhere?yaml=${secret}`,
  ])('%s loses the Secret in it', text => expect(withoutSecrets(text)).not.toContain('hunter2'))

  it.each(['#/c/dev/whatif?object=yaml&yaml=kind%3A+Pod', '#/c/dev/l/core/v1/pods?q=yaml', '#/nowhere'])(
    '%s stays as it is',
    text => expect(withoutSecrets(text)).toBe(text),
  )
})
