import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../kube/index.ts'
import { readBinding, readPolicy } from '../policies.ts'
import type { TraceRequest } from '../trace/types.ts'
import {
  binding,
  info,
  json,
  namespaceNamed,
  type Parts,
  policy,
  requestOf,
  rule,
  webhooks,
  worldOf,
} from '../trace/world.fixture.ts'
import { readWebhooks } from '../webhooks.ts'
import { matchBinding, matchPolicy, matchWebhook } from './index.ts'

const inShop = [namespaceNamed('shop', { team: 'web' })]

function match(hook: object, request: Partial<TraceRequest> = {}, parts: Parts = {}) {
  const [webhook] = readWebhooks(webhooks('Validating', 'w', hook))
  if (webhook === undefined) throw new Error('no webhook')
  return matchWebhook(webhook, requestOf(request), worldOf({ objects: inShop, ...parts }))
}

const reasonOf = (hook: object, request: Partial<TraceRequest> = {}, parts: Parts = {}): string => {
  const found = match(hook, request, parts)
  return `${found.type} ${found.reason}`
}

const deployment = {
  resource: { group: 'apps', version: 'v1', resource: 'deployments' },
  kind: { group: 'apps', version: 'v1', kind: 'Deployment' },
}
const scale = {
  ...deployment,
  subresource: 'scale',
  kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
}
const status = { ...deployment, subresource: 'status' }
const namespaces = {
  resource: { group: '', version: 'v1', resource: 'namespaces' },
  kind: { group: '', version: 'v1', kind: 'Namespace' },
  namespace: 'new',
  name: 'new',
}
const apps = (...resources: readonly string[]): object => ({
  rules: [rule({ apiGroups: ['apps'], resources })],
})

describe('rules', () => {
  it.each([
    ['* takes a main resource', apps('*'), deployment, 'matched'],
    ['* takes no subresource', apps('*'), scale, 'notMatched'],
    ['x/* takes the main resource', apps('deployments/*'), deployment, 'matched'],
    ['x/* takes subresources', apps('deployments/*'), scale, 'matched'],
    ['*/x takes the subresource of all', apps('*/scale'), scale, 'matched'],
    ['*/x takes no other', apps('*/scale'), status, 'notMatched'],
    ['*/* takes all', apps('*/*'), scale, 'matched'],
    ['a name alone takes no subresource', apps('deployments'), status, 'notMatched'],
    [
      'scope Namespaced takes no Namespace',
      { rules: [rule({ resources: ['*'], scope: 'Namespaced' })] },
      namespaces,
      'notMatched',
    ],
    [
      'scope Cluster takes a Namespace',
      { rules: [rule({ resources: ['*'], scope: 'Cluster' })] },
      namespaces,
      'matched',
    ],
    [
      'scope Cluster takes namespaces/finalize',
      { rules: [rule({ resources: ['*/*'], scope: 'Cluster' })] },
      { ...namespaces, subresource: 'finalize' },
      'matched',
    ],
    [
      'the group is that of the resource',
      { rules: [rule({ apiGroups: ['autoscaling'], resources: ['*/*'] })] },
      scale,
      'notMatched',
    ],
    [
      'a glob is no wildcard',
      { rules: [rule({ apiGroups: ['app*'], resources: ['*'] })] },
      deployment,
      'notMatched',
    ],
  ] as const)('%s', (_rule, hook, request, expected) => {
    expect(match(hook, request).type).toBe(expected)
  })

  it.each([
    [apps('pods'), {}, 'notMatched rules[0].apiGroups: apps does not include group ""'],
    [
      { rules: [rule({ resources: ['secrets'] })] },
      {},
      'notMatched rules[0].resources: secrets does not include configmaps',
    ],
    [
      { rules: [rule({ operations: ['UPDATE'] })] },
      {},
      'notMatched rules[0].operations: UPDATE does not include CREATE',
    ],
    [
      { rules: [rule({ apiVersions: ['v2'] })] },
      {},
      'notMatched rules[0].apiVersions: v2 does not include v1',
    ],
    [
      { rules: [rule({ scope: 'Cluster' })] },
      {},
      'notMatched rules[0].scope: Cluster does not include configmaps of namespace shop',
    ],
    [{ rules: [] }, {}, 'notMatched rules: there are none'],
  ] as const)('the part of %j that does not fit is named', (hook, request, reason) => {
    expect(reasonOf(hook, request)).toBe(reason)
  })

  it('the rule that comes nearest is the one that is told', () => {
    const rules = [rule({ apiGroups: ['apps'] }), rule({ operations: ['DELETE'] })]
    expect(reasonOf({ rules })).toBe('notMatched rules[1].operations: DELETE does not include CREATE')
  })
})

const hpa = {
  resource: { group: 'autoscaling', version: 'v2', resource: 'horizontalpodautoscalers' },
  kind: { group: 'autoscaling', version: 'v2', kind: 'HorizontalPodAutoscaler' },
}
const hpaRule = (version: string): object =>
  rule({ apiGroups: ['autoscaling'], apiVersions: [version], resources: ['horizontalpodautoscalers'] })

const definition = (versions: readonly object[]): KubeObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.example.com' },
  spec: { group: 'example.com', names: { plural: 'things', kind: 'Thing' }, versions },
})
const thing = {
  resource: { group: 'example.com', version: 'v2', resource: 'things' },
  kind: { group: 'example.com', version: 'v2', kind: 'Thing' },
}
const thingRule = { rules: [rule({ apiGroups: ['example.com'], resources: ['things'] })] }

describe('equivalent versions', () => {
  it('match under Equivalent, and not under Exact', () => {
    expect(match({ rules: [hpaRule('v1')], matchPolicy: 'Exact' }, hpa).type).toBe('notMatched')
    expect(match({ rules: [hpaRule('v1')] }, hpa)).toMatchObject({
      type: 'matched',
      isEquivalent: true,
      resource: { version: 'v1' },
      kind: { group: 'autoscaling', version: 'v1' },
    })
  })

  it('count less than an exact match, wherever that stands', () => {
    expect(match({ rules: [hpaRule('v1'), hpaRule('v2')] }, hpa)).toMatchObject({
      isEquivalent: false,
      resource: { version: 'v2' },
      field: 'rules[1]',
    })
  })

  it('of events cross groups', () => {
    const events = {
      resource: { group: 'events.k8s.io', version: 'v1', resource: 'events' },
      kind: { group: 'events.k8s.io', version: 'v1', kind: 'Event' },
    }
    expect(match({ rules: [rule({ resources: ['events'] })] }, events)).toMatchObject({
      isEquivalent: true,
      resource: { group: '' },
    })
  })

  it('of a custom resource are all of its definition, served or not', () => {
    const unserved = definition([
      { name: 'v1', served: false },
      { name: 'v2', served: true },
    ])
    expect(match(thingRule, thing, { objects: [...inShop, unserved] }).type).toBe('matched')
    expect(
      match(thingRule, thing, { objects: [...inShop, definition([{ name: 'v2', served: true }])] }).type,
    ).toBe('notMatched')
  })

  it('are not known where the definition is not', () => {
    const known = { CustomResourceDefinition: { state: 'loading' } } as const
    expect(reasonOf(thingRule, thing, { known })).toBe(
      'unknown rules: CustomResourceDefinition things.example.com is being read, whose versions count as one',
    )
  })

  it('need a subresource of the same name', () => {
    const served = [
      info('apps/v1', 'deployments', 'Deployment'),
      info('apps/v2', 'deployments', 'Deployment', { subresources: [['scale', 'Scale']] }),
    ]
    const hook = { rules: [rule({ apiGroups: ['apps'], apiVersions: ['v2'], resources: ['*/*'] })] }
    expect(match(hook, status, { served }).type).toBe('notMatched')
    expect(match(hook, scale, { served })).toMatchObject({
      kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
    })
  })
})

const teamSelector = (team: string): object => ({ namespaceSelector: { matchLabels: { team } } })

describe('namespace selectors', () => {
  it('name what is not on the namespace', () => {
    expect(reasonOf(teamSelector('db'))).toBe(
      'notMatched namespaceSelector: team=db is not on namespace shop',
    )
    expect(match(teamSelector('web')).type).toBe('matched')
  })

  it.each([
    [
      'pass what is in no namespace',
      {
        resource: { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterroles' },
        namespace: '',
      },
      'matched',
    ],
    [
      'judge a written Namespace by its new labels',
      { ...namespaces, object: json({ metadata: { labels: { team: 'db' } } }) },
      'matched',
    ],
    [
      'judge a deleted Namespace by its stored labels',
      {
        ...namespaces,
        operation: 'DELETE',
        namespace: 'shop',
        object: null,
        oldObject: json({ metadata: { labels: { team: 'db' } } }),
      },
      'notMatched',
    ],
    [
      'judge a subresource of a Namespace by its stored labels',
      { ...namespaces, operation: 'UPDATE', subresource: 'finalize', namespace: 'shop' },
      'notMatched',
    ],
  ] as const)('%s', (_rule, request, expected) => {
    const rules = [rule({ apiGroups: ['*'], resources: ['*', '*/*'] })]
    expect(match({ rules, ...teamSelector('db') }, request as Partial<TraceRequest>).type).toBe(expected)
  })

  it('of NotIn hold where the key is absent', () => {
    const namespaceSelector = {
      matchExpressions: [{ key: 'runlevel', operator: 'NotIn', values: ['0', '1'] }],
    }
    expect(match({ namespaceSelector }).type).toBe('matched')
  })

  it('end the request with 404 where the namespace is missing, and a rule takes it', () => {
    const missing = { namespace: 'gone' }
    expect(match(teamSelector('web'), missing)).toMatchObject({
      type: 'error',
      status: { code: 404, reason: 'NotFound', message: 'namespaces "gone" not found' },
    })
    expect(match({ ...teamSelector('web'), ...apps('*') }, missing).type).toBe('notMatched')
    const objectSelector = { matchLabels: { app: 'y' } }
    expect(match({ ...teamSelector('web'), objectSelector }, missing).type).toBe('notMatched')
  })

  it('with an unknown operator are an error of the server', () => {
    const namespaceSelector = { matchExpressions: [{ key: 'a', operator: 'Like', values: ['b'] }] }
    expect(match({ namespaceSelector })).toMatchObject({
      status: {
        code: 500,
        message: 'Internal error occurred: "Like" is not a valid label selector operator',
      },
    })
  })

  it('are not known while the namespace is not', () => {
    const known = { Namespace: { state: 'loading' } } as const
    expect(reasonOf(teamSelector('web'), {}, { known })).toBe(
      'unknown namespaceSelector: namespace shop is being read',
    )
  })
})

const appX = { objectSelector: { matchLabels: { app: 'x' } } }
const labelled = (labels: object) => json({ metadata: { labels } })

describe('object selectors', () => {
  it.each([
    ['the new object', { object: labelled({ app: 'x' }) }, 'matched'],
    [
      'the old object',
      { operation: 'UPDATE', object: labelled({}), oldObject: labelled({ app: 'x' }) },
      'matched',
    ],
    ['neither', { operation: 'UPDATE', object: labelled({}), oldObject: labelled({}) }, 'notMatched'],
    [
      'the old object of a delete',
      { operation: 'DELETE', object: null, oldObject: labelled({ app: 'x' }) },
      'matched',
    ],
  ] as const)('match by %s', (_by, request, expected) => {
    expect(match(appX, request).type).toBe(expected)
  })

  it('never pass a connection, not even by NotIn', () => {
    const objectSelector = { matchExpressions: [{ key: 'run', operator: 'NotIn', values: ['1'] }] }
    expect(match({ objectSelector }, { object: labelled({}) }).type).toBe('matched')
    expect(
      match({ objectSelector }, { operation: 'CONNECT', object: json({ kind: 'PodExecOptions' }) }).type,
    ).toBe('notMatched')
  })

  it('are not known while the object is not', () => {
    expect(reasonOf(appX, { isObjectKnown: false })).toBe(
      'unknown objectSelector: it depends on the labels of the object',
    )
    expect(match({}, { isObjectKnown: false }).type).toBe('matched')
  })

  it('tell that other content could decide otherwise', () => {
    expect(match(appX)).toMatchObject({ dependsOnContent: true })
    expect(match({})).toMatchObject({ dependsOnContent: false })
  })
})

describe('exemptions', () => {
  const written = (kind: string, resource: string): Partial<TraceRequest> => ({
    resource: { group: 'admissionregistration.k8s.io', version: 'v1', resource },
    kind: { group: 'admissionregistration.k8s.io', version: 'v1', kind },
    namespace: '',
  })
  const all = [rule({ apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] })]
  const everything = policy('p', { matchConstraints: { resourceRules: all } })

  it.each([
    'ValidatingWebhookConfiguration',
    'MutatingWebhookConfiguration',
    'ValidatingAdmissionPolicy',
    'ValidatingAdmissionPolicyBinding',
    'MutatingAdmissionPolicy',
    'MutatingAdmissionPolicyBinding',
  ])('no webhook sees a %s', kind => {
    expect(reasonOf({ rules: all }, written(kind, 'x'))).toBe(
      `notMatched exempt: no webhook is called for a ${kind}`,
    )
  })

  it.each([
    ['validatingadmissionpolicybindings', 'notMatched'],
    ['validatingwebhookconfigurations', 'matched'],
  ])('a policy and %s: %s', (resource, expected) => {
    expect(matchPolicy(readPolicy(everything), requestOf(written('X', resource)), worldOf()).type).toBe(
      expected,
    )
  })

  it('webhooks see reviews, policies do not', () => {
    const review = {
      resource: { group: 'authorization.k8s.io', version: 'v1', resource: 'selfsubjectaccessreviews' },
      namespace: '',
    }
    expect(match({ rules: all }, review).type).toBe('matched')
    expect(matchPolicy(readPolicy(everything), requestOf(review), worldOf()).type).toBe('notMatched')
  })

  it('mutating policies are not asked for deletes', () => {
    const deleting = { ...everything, kind: 'MutatingAdmissionPolicy' }
    expect(matchPolicy(readPolicy(deleting), requestOf({ operation: 'DELETE' }), worldOf()).reason).toBe(
      'operations: mutating policies are not evaluated for DELETE',
    )
  })
})

describe('policies', () => {
  const constrained = (matchConstraints: object, request: Partial<TraceRequest> = {}) =>
    matchPolicy(
      readPolicy(policy('p', { matchConstraints })),
      requestOf(request),
      worldOf({ objects: inShop }),
    )

  it('leave out what is excluded, by an equivalent version too', () => {
    const resourceRules = [rule({ apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] })]
    expect(constrained({ resourceRules, excludeResourceRules: [hpaRule('v1')] }, hpa)).toMatchObject({
      type: 'notMatched',
      field: 'excludeResourceRules[0]',
      reason: 'excludeResourceRules[0]: it leaves out horizontalpodautoscalers',
    })
    expect(
      constrained({ resourceRules, excludeResourceRules: [hpaRule('v1')], matchPolicy: 'Exact' }, hpa).type,
    ).toBe('matched')
  })

  it.each([
    ['a', 'matched'],
    ['b', 'notMatched'],
    ['', 'notMatched'],
  ])('resourceNames [a] and name "%s": %s', (name, expected) => {
    expect(constrained({ resourceRules: [rule({ resourceNames: ['a'] })] }, { name }).type).toBe(expected)
  })

  it('tell that a request without a name matches no names', () => {
    const resourceRules = [rule({ resourceNames: ['a'] })]
    expect(constrained({ resourceRules }, { name: '', operation: 'DELETE' }).reason).toBe(
      'resourceRules[0].resourceNames: a does not include a request without a name',
    )
  })

  it('are narrowed by bindings, which take all where they say nothing', () => {
    const bound = (spec: object) =>
      matchBinding(readBinding(binding('p', spec)), requestOf(), worldOf({ objects: inShop }))
    expect(bound({}).type).toBe('matched')
    expect(bound({ matchResources: {} }).type).toBe('matched')
    expect(bound({ matchResources: teamSelector('db') }).reason).toBe(
      'namespaceSelector: team=db is not on namespace shop',
    )
  })
})
