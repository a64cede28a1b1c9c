import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuditView, TraceView } from '../../shared/ipc/index.ts'
import { type Client, connectClient } from '../client/index.ts'
import { pause } from './browser.ts'
import { report, reportSpread } from './figures.ts'
import { type MeasuredApp, startMeasured, withFolder } from './product.ts'

const objects = 10_000
const policies = 50
const webhooks = 200
const patience = 120_000

const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))
const created = (name: string, over: object = {}) => ({
  name,
  uid: `uid-${name}`,
  resourceVersion: '1',
  creationTimestamp: '2026-01-01T00:00:00Z',
  ...over,
})
const group = 'admissionregistration.k8s.io/v1'

/**
 * One object against 200 webhooks and 50 policies, and 10,000 objects against 50 policies, on a dump by the
 * product's own path; with what main did meanwhile, and how fast an audit ends that is cancelled.
 */
export function benchAudit(): Promise<void> {
  return withFolder(async folder => {
    const file = join(folder.path, 'cluster.json')
    await writeFile(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: clusterItems() }))
    const app = await startMeasured({})
    try {
      const client = await connectClient(app.address)
      const { context } = await client.call('snapshots.add', { paths: [file] })
      await client.call('contexts.open', { context })
      await client
        .open('snapshots.list', {})
        .until(list => list.some(one => one.context === context && one.status.phase === 'ready'), patience)
      await measureTrace(client, context, app)
      await measureAudit(client, context, app)
      await measureCancel(client, context)
      client.close()
    } finally {
      await app.stop()
    }
  })
}

async function measureTrace(client: Client, context: string, app: MeasuredApp): Promise<void> {
  const question = (replicas: number) => ({
    operation: 'CREATE' as const,
    resource: { group: 'apps', version: 'v1', resource: 'deployments' },
    subresource: '',
    namespace: 'n1',
    name: '',
    object: { type: 'text' as const, text: JSON.stringify(deployment(1, replicas)) },
    user: null,
    assumeWebhooks: 'unknown' as const,
  })
  const isTraced = (view: TraceView) => view.state === 'traced'
  const stream = client.open('admission.trace', { context, question: question(1) })
  const first = await stream.until(isTraced, patience)
  if (first.state !== 'traced') throw new Error('there is no trace')
  report('trace.matched.webhooks', first.matched.webhooks, 'webhooks')
  report('trace.matched.policies', first.matched.policies, 'policies')
  await app.watchLoop()
  const computed: number[] = []
  const shown: number[] = []
  for (let turn = 2; turn < 40; turn++) {
    const began = performance.now()
    stream.update({ question: question(turn) })
    const view = await stream.until(
      each => each.state === 'traced' && JSON.stringify(each.trace.objects[0]).includes(`"replicas":${turn}`),
      patience,
    )
    shown.push(performance.now() - began)
    if (view.state === 'traced') computed.push(view.took)
  }
  const { longestTask } = await app.loop()
  stream.close()
  reportSpread('trace.200x50.computed', computed, '50')
  reportSpread('trace.200x50.asked-to-shown', shown)
  report('trace.main-thread.longest-task', longestTask, 'ms', '20')
}

async function measureAudit(client: Client, context: string, app: MeasuredApp): Promise<void> {
  await app.watchLoop()
  const stream = client.open('admission.audit', { context })
  const view = await stream.until(hasEnded, patience)
  const { longestTask } = await app.loop()
  stream.close()
  if (view.state !== 'done') throw new Error(`the audit is ${view.state}: ${view.error?.message ?? ''}`)
  report('audit.10000x50', view.took / 1000, 's', '30')
  report('audit.objects', view.totals.objects, 'objects')
  report('audit.evaluations', view.totals.evaluations, 'evaluations')
  report('audit.findings', view.totals.findings, 'findings')
  report('audit.main-thread.longest-task', longestTask, 'ms', '20')
}

async function measureCancel(client: Client, context: string): Promise<void> {
  const stream = client.open('admission.audit', { context })
  await stream.until(view => view.done > 500 || hasEnded(view), patience)
  await pause(50)
  const began = performance.now()
  stream.update({ cancelled: true })
  const view = await stream.until(hasEnded, patience)
  report('audit.cancelled', performance.now() - began, 'ms', '2000')
  report('audit.cancelled.objects', view.done, 'objects')
  stream.close()
}

const hasEnded = ({ state }: AuditView): boolean => state !== 'reading' && state !== 'running'

function clusterItems(): readonly object[] {
  return [
    ...['kube-system', ...many(20, at => `n${at}`)].map(name => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: created(name, { labels: { 'kubernetes.io/metadata.name': name, tier: name.at(-1) } }),
      status: { phase: 'Active' },
    })),
    ...many(objects, at => deployment(at, at % 7)),
    ...many(policies, policy),
    ...many(policies, at => ({
      apiVersion: group,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: created(`b${at}`),
      spec: { policyName: `p${at}`, validationActions: ['Deny'] },
    })),
    ...many(10, at => configuration('MutatingWebhookConfiguration', `m${at}`)),
    ...many(10, at => configuration('ValidatingWebhookConfiguration', `v${at}`)),
  ]
}

function deployment(at: number, replicas: number): object {
  const labels = { app: `a${at}` }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: created(`d${at}`, { namespace: `n${at % 20}`, labels: { ...labels, team: `t${at % 9}` } }),
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          containers: many(2, container => ({
            name: `c${container}`,
            image: `registry.example/app${at % 50}:v${container}`,
            resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '128Mi' } },
          })),
        },
      },
    },
  }
}

/** What policies usually ask: labels, replicas, images, resources. */
const expressions = [
  'has(object.metadata.labels) && "team" in object.metadata.labels',
  'object.spec.replicas <= 5',
  'object.spec.template.spec.containers.all(c, c.image.startsWith("registry.example/"))',
  'object.spec.template.spec.containers.all(c, !c.image.endsWith(":latest"))',
  'object.spec.template.spec.containers.all(c, has(c.resources.limits) && "memory" in c.resources.limits)',
  'variables.names.all(n, n.matches("^[a-z][a-z0-9]*$"))',
] as const

function policy(at: number): object {
  return {
    apiVersion: group,
    kind: 'ValidatingAdmissionPolicy',
    metadata: created(`p${at}`),
    spec: {
      failurePolicy: 'Fail',
      matchConstraints: {
        namespaceSelector: { matchExpressions: [{ key: 'tier', operator: 'NotIn', values: [`${at % 20}`] }] },
        resourceRules: [
          {
            apiGroups: ['apps'],
            apiVersions: ['v1'],
            operations: ['CREATE', 'UPDATE'],
            resources: ['deployments'],
          },
        ],
      },
      variables: [{ name: 'names', expression: 'object.spec.template.spec.containers.map(c, c.name)' }],
      validations: [0, 1, 2].map(next => ({
        expression: expressions[(at + next) % expressions.length],
        message: `rule ${(at + next) % expressions.length}`,
      })),
    },
  }
}

function configuration(kind: string, name: string): object {
  return {
    apiVersion: group,
    kind,
    metadata: created(name),
    webhooks: many(webhooks / 20, at => ({
      name: `w${at}.${name}.example.com`,
      rules: [
        {
          apiGroups: at % 2 === 0 ? ['apps'] : [''],
          apiVersions: ['*'],
          operations: ['CREATE', 'UPDATE'],
          resources: at % 2 === 0 ? ['deployments', 'statefulsets'] : ['pods'],
        },
      ],
      namespaceSelector: { matchExpressions: [{ key: 'tier', operator: 'NotIn', values: [`${at}`] }] },
      matchConditions: at % 4 === 0 ? [{ name: 'named', expression: 'object.metadata.name != "x"' }] : [],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      failurePolicy: 'Fail',
      clientConfig: { service: { namespace: 'kube-system', name: 'hook' } },
    })),
  }
}
