import { expect, it } from 'vitest'
import type { KubeObject, ResourceInfo } from '../../kube/index.ts'
import type { Known } from '../known.ts'
import type { World } from '../trace/types.ts'
import {
  type AuditFinding,
  Auditor,
  type AuditReport,
  AuditTally,
  auditCsv,
  auditJson,
  auditSarif,
  CompiledPolicies,
  compareFindings,
  resourcesOf,
  withDraft,
} from './index.ts'

const group = 'admissionregistration.k8s.io'
const info = (resource: string, kind: string, over: Partial<ResourceInfo> = {}): ResourceInfo => ({
  group: 'apps',
  version: 'v1',
  resource,
  kind,
  singular: '',
  shortNames: [],
  categories: [],
  namespaced: true,
  verbs: ['list'],
  preferred: true,
  subresources: [],
  ...over,
})
const deployments = info('deployments', 'Deployment')
const deployment = (name: string, replicas: number): KubeObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'a' },
  spec: { replicas },
})
const policy = (name: string, expression: string, operations = ['CREATE']): KubeObject => ({
  apiVersion: `${group}/v1`,
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name },
  spec: {
    matchConstraints: {
      resourceRules: [{ apiGroups: ['apps'], apiVersions: ['v1'], operations, resources: ['deployments'] }],
    },
    validations: [{ expression, message: `${name} says no` }],
  },
})
const binding = (name: string, actions: readonly string[]): KubeObject => ({
  apiVersion: `${group}/v1`,
  kind: 'ValidatingAdmissionPolicyBinding',
  metadata: { name },
  spec: { policyName: name, validationActions: actions },
})

function worldOf(objects: readonly KubeObject[], resources: readonly ResourceInfo[] = [deployments]): World {
  const made = new Map<string, Known>()
  return {
    minor: 36,
    now: 0,
    served: { resources, failedGroups: new Set() },
    objects: ({ kind }) => {
      const known = made.get(kind) ?? {
        state: 'known' as const,
        staleSince: null,
        items: [...objects, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a' } }].filter(
          object => object.kind === kind,
        ),
      }
      made.set(kind, known)
      return known
    },
    schema: () => ({ state: 'none' }),
    authorize: () => undefined,
    webhookAnswer: () => null,
  }
}

const options = {
  compiled: new CompiledPolicies(),
  user: { username: 'u', groups: [] },
  webhooks: new Set<string>(),
}
const audit = (world: World, object: KubeObject) => new Auditor(world, options).audit(object, deployments)

it.each([
  [['Deny'], 'denied'],
  [['Warn', 'Audit'], 'warned'],
  [['Audit'], 'audited'],
] as const)('what a binding does with a failed validation is the effect: %s', (actions, effect) => {
  const world = worldOf([policy('few', 'object.spec.replicas < 3'), binding('few', actions)])
  expect(audit(world, deployment('x', 2)).findings).toEqual([])
  expect(audit(world, deployment('x', 3))).toMatchObject({
    evaluations: 1,
    findings: [
      {
        policy: 'few',
        binding: 'few',
        effect,
        message: 'few says no',
        object: { namespace: 'a', name: 'x' },
      },
    ],
  })
})

it('policies that only take updates see the object sent again unchanged', () => {
  const world = worldOf([
    policy('same', 'object == oldObject && request.operation == "UPDATE"', ['UPDATE']),
    binding('same', ['Deny']),
    policy('new', 'oldObject == null'),
    binding('new', ['Deny']),
    policy('gone', 'false', ['DELETE']),
    binding('gone', ['Deny']),
  ])
  expect(audit(world, deployment('x', 1))).toEqual({ evaluations: 2, findings: [] })
})

it('an error that the failure policy ignores is a finding, and one that it does not ignore denies', () => {
  const broken = policy('broken', 'object.spec.nothing == 1')
  const ignored = { ...broken, spec: { ...(broken.spec as object), failurePolicy: 'Ignore' } }
  for (const [object, effect] of [
    [broken, 'denied'],
    [ignored, 'error'],
  ] as const)
    expect(audit(worldOf([object, binding('broken', ['Deny'])]), deployment('x', 1)).findings).toMatchObject([
      { effect, message: expect.stringContaining('no such key: nothing') },
    ])
})

it('a draft stands in for what has its name, and comes to the rest', () => {
  const world = worldOf([policy('few', 'true'), binding('few', ['Deny'])])
  const drafted = withDraft(world, [
    policy('few', 'false'),
    policy('more', 'false'),
    binding('more', ['Warn']),
  ])
  const before = audit(world, deployment('x', 1)).findings
  const after = audit(drafted, deployment('x', 1)).findings
  expect(
    compareFindings(before, after).map(({ policy: name, effect, change }) => [name, effect, change]),
  ).toEqual([
    ['few', 'denied', 'new'],
    ['more', 'warned', 'new'],
  ])
  expect(compareFindings(after, before).map(({ change }) => change)).toEqual(['gone', 'gone'])
  expect(compareFindings(after, after).map(({ change }) => change)).toEqual(['same', 'same'])
})

it('of webhooks of a draft it is told for which objects they would be called', () => {
  const hook = (name: string): KubeObject => ({
    apiVersion: `${group}/v1`,
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name },
    webhooks: [
      {
        name: `${name}.example.com`,
        rules: [
          { apiGroups: ['apps'], apiVersions: ['*'], operations: ['CREATE'], resources: ['deployments'] },
        ],
        objectSelector: { matchLabels: { a: 'b' } },
      },
    ],
  })
  const world = withDraft(worldOf([hook('other')]), [hook('mine')])
  const auditor = new Auditor(world, { ...options, webhooks: new Set(['mine']) })
  const labelled = { ...deployment('x', 1), metadata: { name: 'x', namespace: 'a', labels: { a: 'b' } } }
  expect(auditor.audit(labelled, deployments).findings).toMatchObject([
    { policy: 'mine', webhook: 'mine.example.com', effect: 'called' },
  ])
  expect(auditor.audit(deployment('y', 1), deployments).findings).toEqual([])
})

it('only kinds that rules name are gone through, each in one version, and none that comes and goes', () => {
  const all = policy('all', 'true')
  const everything = {
    ...all,
    spec: {
      matchConstraints: {
        resourceRules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*'] }],
      },
    },
  }
  const resources = [
    info('deployments', 'Deployment', { version: 'v1beta1', preferred: false }),
    deployments,
    info('events', 'Event', { group: '' }),
    info('reviews', 'Review', { verbs: ['create'] }),
    info('pods', 'Pod', { group: '' }),
  ]
  const names = (world: World) =>
    resourcesOf(world, new Set()).map(each => `${each.version} ${each.resource}`)
  expect(names(worldOf([all], resources))).toEqual(['v1 deployments'])
  expect(names(worldOf([everything], resources))).toEqual(['v1 deployments', 'v1 pods'])
})

const finding = (over: Partial<AuditFinding> = {}): AuditFinding => ({
  kind: 'ValidatingAdmissionPolicy',
  policy: 'p',
  binding: 'b',
  effect: 'denied',
  message: 'no',
  object: { apiVersion: 'v1', kind: 'Pod', namespace: 'a', name: 'x' },
  ...over,
})

it('findings that are alike are one group, with their namespaces and examples', () => {
  const tally = new AuditTally()
  const object = (namespace: string) => ({ apiVersion: 'v1', kind: 'Pod', namespace, name: 'x' })
  tally.add([finding(), finding({ object: object('b') }), finding({ object: object('b') })], 3, 6)
  tally.add([finding({ message: 'other', effect: 'warned' })], 1, 2)
  expect(tally.totals).toEqual({
    objects: 4,
    evaluations: 8,
    findings: 4,
    omitted: 0,
    ungrouped: 0,
    byEffect: { denied: 3, warned: 1 },
    byChange: {},
    newByEffect: {},
  })
  expect(tally.groups(1)).toMatchObject({
    others: 1,
    groups: [
      {
        count: 3,
        namespaces: [
          { namespace: 'b', count: 2 },
          { namespace: 'a', count: 1 },
        ],
        examples: [{}, {}, {}],
      },
    ],
  })
})

const reportOf = (...findings: readonly AuditFinding[]): AuditReport => ({
  findings,
  totals: new AuditTally().totals,
  gaps: [],
  assumptions: [],
})

it('CSV says behind the findings what keeps them from being all', () => {
  const text = auditCsv({ ...reportOf(finding({ message: 'no' })), gaps: ['pods: not read.'] })
  expect(text.split('\r\n').slice(1)).toEqual([
    ',denied,ValidatingAdmissionPolicy,p,b,,,no,,v1,Pod,a,x',
    ',incomplete,,,,,,pods: not read.,,,,,',
    '',
  ])
})

it('CSV quotes what has to be, and no cell is a formula', () => {
  const text = auditCsv(reportOf(finding({ message: '=1+1, "so"\nit is' })))
  expect(text).toBe(
    'change,effect,kind,policy,binding,param,webhook,message,field,apiVersion,objectKind,namespace,name\r\n' +
      `,denied,ValidatingAdmissionPolicy,p,b,,,"'=1+1, ""so""\nit is",,v1,Pod,a,x\r\n`,
  )
})

it.each(['=1', '+1', '-1', '@a', '＝1', '＋1', '－1', '＠a', '\t=1', '\r=1', '\n=1'])(
  'a cell that begins as a formula may is text: %j',
  message =>
    expect(auditCsv(reportOf(finding({ message })))).toMatch(/denied,ValidatingAdmissionPolicy,p,b,,,"?'/),
)

it('what is beyond the limits is counted, and told in each file that tells remarks', () => {
  const tally = new AuditTally({ findings: 2, groups: 1 })
  const findings = ['a', 'b', 'b', 'a'].map(message => finding({ message }))
  tally.add(findings, 4, 4)
  expect(tally.totals).toMatchObject({ findings: 4, omitted: 2, ungrouped: 2 })
  expect(tally.groups(9)).toMatchObject({ others: 0, groups: [{ count: 2 }] })
  const report = {
    findings: tally.findings,
    totals: tally.totals,
    gaps: ['pods: not read.'],
    assumptions: ['By somebody.'],
  }
  const left = 'Files hold the first 2 findings; 2 more are counted and no more.'
  expect(JSON.parse(auditJson(report))).toMatchObject({
    gaps: ['pods: not read.', left],
    assumptions: ['By somebody.'],
  })
  expect(JSON.parse(auditSarif(report, '1.0')).runs[0].invocations).toEqual([
    {
      executionSuccessful: false,
      toolExecutionNotifications: [
        { level: 'warning', message: { text: 'pods: not read.' } },
        { level: 'warning', message: { text: left } },
        { level: 'note', message: { text: 'By somebody.' } },
      ],
    },
  ])
})

it('JSON has a version, and SARIF a rule for each policy and a level for each effect', () => {
  const findings = [finding(), finding({ policy: 'q', effect: 'warned', change: 'new' }), finding()]
  const tally = new AuditTally()
  tally.add(findings, 1, 1)
  const report = { findings, totals: tally.totals, gaps: [], assumptions: [] }
  expect(JSON.parse(auditJson(report))).toMatchObject({ version: 1, totals: { findings: 3 } })
  expect(JSON.parse(auditSarif(report, '1.0'))).toMatchObject({
    version: '2.1.0',
    runs: [
      {
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: [] }],
        tool: {
          driver: { rules: [{ id: 'ValidatingAdmissionPolicy/p' }, { id: 'ValidatingAdmissionPolicy/q' }] },
        },
        results: [
          {
            ruleIndex: 0,
            level: 'error',
            locations: [{ logicalLocations: [{ fullyQualifiedName: 'v1/Pod/a/x' }] }],
          },
          { ruleIndex: 1, level: 'warning', baselineState: 'new' },
          { ruleIndex: 0 },
        ],
      },
    ],
  })
})
