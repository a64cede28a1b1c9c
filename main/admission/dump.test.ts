import { describe, expect, it, test } from 'vitest'
import type { Known } from '../../shared/admission/index.ts'
import { isNotInDump, notInDump } from '../../shared/errors/index.ts'
import type { KubeObject, ResourceInfo } from '../../shared/kube/index.ts'
import { sourcesOfDump } from './dump.ts'
import type { Sources } from './live-view.ts'
import { readPolicies } from './policies.ts'
import type { Wanted } from './watch-set.ts'
import { readWebhooks } from './webhooks.ts'

const taken = '2026-01-01T00:00:00Z'

function object(kind: string, name: string, namespace = '', more: object = {}, created = taken): KubeObject {
  const metadata = {
    name,
    ...(namespace === '' ? {} : { namespace }),
    ...(created === '' ? {} : { creationTimestamp: created }),
  }
  return { apiVersion: 'v1', kind, metadata, ...more }
}

const info = (kind: string, group = ''): ResourceInfo => ({
  group,
  version: 'v1',
  resource: `${kind.toLowerCase()}s`,
  kind,
  singular: '',
  shortNames: [],
  categories: [],
  namespaced: true,
  verbs: ['list', 'watch'],
  preferred: true,
  subresources: [],
})

/** A dump of these objects: of kinds without any, the list is refused. */
function dumpOf(...objects: readonly KubeObject[]): Sources {
  const listed = (kind: string, { namespace = '', fieldSelector = '' }: Omit<Wanted, 'info'>): Known => {
    const all = objects.filter(each => each.kind === kind)
    if (all.length === 0)
      return { state: 'unreadable', error: { kind: 'gone', reason: notInDump, message: `no ${kind}` } }
    const items = all.filter(
      ({ metadata }) =>
        (namespace === '' || metadata.namespace === namespace) &&
        (fieldSelector === '' || fieldSelector === `metadata.name=${metadata.name}`),
    )
    return { state: 'known', items, staleSince: null }
  }
  return {
    served: { resources: [info('Pod'), info('ConfigMap')], failedGroups: new Set() },
    readKind: (_group, kind, options = {}) => listed(kind, options),
    read: wanted => listed(wanted.info.kind, wanted),
    now: 0,
  }
}

const hook = (created = taken) =>
  object(
    'ValidatingWebhookConfiguration',
    'guard',
    '',
    {
      webhooks: [
        {
          name: 'guard.example.org',
          clientConfig: { service: { namespace: 'guard', name: 'guard' } },
          rules: [{ operations: ['*'], apiGroups: ['gone.org'], apiVersions: ['v1'], resources: ['gones'] }],
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        },
      ],
    },
    created,
  )

function webhookOf(...objects: readonly KubeObject[]) {
  const sources = sourcesOfDump(dumpOf(...objects))
  const { webhooks } = readWebhooks(
    sources,
    () => ({ certificates: [], undecodable: 0, failure: null }) as never,
  )
  const [entry] = webhooks
  if (entry === undefined) throw new Error('there is no webhook')
  return { ...entry, codes: entry.problems.map(({ code, severity }) => `${severity} ${code}`) }
}

const system = object('Namespace', 'kube-system')

describe('that the Service of a webhook does not exist', () => {
  test.each([
    ['holds no Services at all', [hook()], 'unknown serviceUnreadable'],
    ['holds manifests', [hook(), object('Service', 'other', 'guard', {}, '')], 'unknown serviceUnreadable'],
    [
      'mixes manifests with what is from a server',
      [hook(), object('Service', 'a', 'guard'), object('Service', 'b', 'guard', {}, '')],
      'unknown serviceUnreadable',
    ],
    ['holds other namespaces', [hook(), object('Service', 'a', 'shop')], 'unknown serviceUnreadable'],
    ['has the Services of the namespace', [hook(), object('Service', 'a', 'guard')], 'bad serviceMissing'],
    [
      'has all namespaces, and this is none of them',
      [hook(), object('Service', 'a', 'shop'), system],
      'bad serviceMissing',
    ],
  ])('is told as it deserves where a dump %s', (_case, objects, expected) => {
    expect(webhookOf(...objects).codes).toContain(expected)
  })
})

it('a dump claims of no kind that it is not served', () => {
  const { codes, reach } = webhookOf(hook())
  expect(codes.filter(code => code.endsWith('notServed'))).toEqual([])
  expect(reach.today).toBe('namespaces are not in the dump and cluster-scoped objects')
})

test.each([
  [taken, 'bad bundleMissing'],
  ['', 'unknown bundleMissing'],
])('a manifest may get its CA bundle yet, an object of %j had none', (created, expected) => {
  expect(webhookOf(hook(created)).codes).toContain(expected)
})

it('namespaces that are only named are none to tell of', () => {
  const sources = sourcesOfDump(dumpOf(system, object('Namespace', 'shop', '', {}, '')))
  expect(readWebhooks(sources, () => ({}) as never).namespaces).toEqual(['kube-system'])
})

const policy = (created: string) =>
  object(
    'ValidatingAdmissionPolicy',
    'p',
    '',
    {
      apiVersion: 'admissionregistration.k8s.io/v1',
      spec: {
        paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
        matchConstraints: {
          resourceRules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
        },
        validations: [{ expression: 'true' }],
      },
    },
    created,
  )
const binding = (policyName: string) =>
  object('ValidatingAdmissionPolicyBinding', 'b', '', {
    apiVersion: 'admissionregistration.k8s.io/v1',
    spec: {
      policyName,
      paramRef: { name: 'limits', namespace: 'shop', parameterNotFoundAction: 'Deny' },
      validationActions: ['Deny'],
    },
  })

test.each([
  ['no bindings', [policy(taken)], 'unknown bindingsUnreadable'],
  ['bindings of others', [policy(taken), binding('other')], 'warning notBound'],
  ['a binding alone', [binding('p')], 'unknown policyUnreadable'],
  ['a binding and no ConfigMaps', [policy(taken), binding('p')], 'unknown parameterUnreadable'],
  [
    'a binding and other ConfigMaps of its namespace',
    [policy(taken), binding('p'), object('ConfigMap', 'x', 'shop')],
    'bad parameterMissing',
  ],
])('policies of a dump with %s', (_case, objects, expected) => {
  const { policies, bindings } = readPolicies(sourcesOfDump(dumpOf(...objects)))
  const problems = [...policies, ...bindings].flatMap(entry => entry.problems)
  expect(problems.map(({ code, severity }) => `${severity} ${code}`)).toContain(expected)
  for (const problem of problems)
    if (problem.severity === 'unknown') expect(problem.detail).not.toMatch(/You may/)
})

it('lists that nothing was said of are told as not in the dump', () => {
  const { sources } = readWebhooks(sourcesOfDump(dumpOf(hook())), () => ({}) as never)
  const away = sources.filter(({ error }) => isNotInDump(error)).map(({ kind }) => kind)
  expect(away).toEqual(['MutatingWebhookConfiguration', 'Namespace'])
})
