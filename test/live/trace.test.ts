/** Traces and audits of the command line and of the protocol, beside what the server says. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TraceQuestion } from '../../shared/ipc/index.ts'
import { type CommandResult, runCommand } from '../cluster/harness/command.ts'
import type { Cluster } from '../cluster/harness/index.ts'
import { figure } from './figures.ts'
import { type Running, startBoth } from './running.ts'
import { group, policies, policy, selector } from './tracedPolicies.ts'

const cli = join(import.meta.dirname, '../../dist/main/cli.js')

let cluster: Cluster
let product: Running
let context: string

beforeAll(async () => {
  ;({ cluster, product } = await startBoth())
  context = (await product.ready()).id
  await apply([...configuration(), ...policies()])
  await untilEffective()
})
afterAll(async () => {
  await product?.stop()
  await cluster?.stop()
})

const apply = (items: readonly object[]): Promise<void> =>
  cluster.apply(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))

interface TraceOutput {
  readonly version: number
  readonly verdict: string
  readonly status: { readonly code: number; readonly message: string } | null
  readonly steps: readonly {
    readonly phase: string
    readonly name: string
    readonly webhook?: string
    readonly outcome: string
    readonly certainty: string
  }[]
  readonly warnings: readonly string[]
  readonly object: { readonly metadata: { readonly labels?: Readonly<Record<string, string>> } } | null
  readonly check?: {
    readonly allowed: boolean
    readonly code: number
    readonly differences: readonly string[]
  }
}

const gatehouse = (args: readonly string[]): Promise<CommandResult> =>
  runCommand(process.execPath, [cli, ...args], {
    env: {
      KUBECONFIG: cluster.kubeconfig,
      HOME: cluster.dir,
      XDG_CONFIG_HOME: join(cluster.dir, 'config'),
    },
  })

let files = 0

async function trace(
  object: object,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly out: TraceOutput }> {
  const file = join(cluster.dir, `traced-${files++}.json`)
  await writeFile(file, JSON.stringify(object))
  const { code, stdout, stderr } = await gatehouse(['trace', '-f', file, '-o', 'json', ...args])
  if (stdout === '') throw new Error(`exit ${code}: ${stderr}`)
  return { code, out: JSON.parse(stdout) as TraceOutput }
}

const configMap = (name: string, data: Readonly<Record<string, string>> = {}, over: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'traced', ...over },
  data,
})

const podOf = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'traced' },
})
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'new', namespace: 'traced' },
  spec: {
    selector: { matchLabels: { app: 'a' } },
    template: {
      metadata: { labels: { app: 'a' } },
      spec: {
        containers: [
          {
            name: 'a',
            image: 'a',
            ports: [{ containerPort: 80 }],
            resources: { requests: { cpu: '1000m' } },
          },
        ],
      },
    },
  },
}

const requests: readonly (readonly [string, object, readonly string[], 'allowed' | 'denied'])[] = [
  ['a plain object passes', configMap('plain'), [], 'allowed'],
  ['a policy denies', configMap('denied', { forbidden: 'yes' }), [], 'denied'],
  ['a message expression is the server’s', configMap('long-name-that-is-refused'), [], 'denied'],
  ['a policy warns', configMap('warned', { odd: 'yes' }), [], 'allowed'],
  ['a mutating policy labels', configMap('labelled', { label: 'me' }), [], 'allowed'],
  [
    'an update is compared with what is stored',
    configMap('stored', { a: '2' }),
    ['--operation', 'update'],
    'allowed',
  ],
  [
    'a transition is refused',
    configMap('stored', { a: '1', frozen: 'no' }),
    ['--operation', 'update'],
    'denied',
  ],
  ['a deletion passes', configMap('stored'), ['--operation', 'delete'], 'allowed'],
  ['a deletion is refused', configMap('kept'), ['--operation', 'delete'], 'denied'],
  ['a namespace that is not there', configMap('plain', {}, { namespace: 'absent' }), [], 'denied'],
  ['a user without rights', configMap('plain'), ['--as', 'nobody'], 'denied'],
  [
    'an object that its schema refuses',
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'odd', namespace: 'traced' },
      spec: { replicas: 1 },
    },
    [],
    'denied',
  ],
  [
    'a pod beyond the quota',
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'large', namespace: 'limited' },
      spec: { containers: [{ name: 'a', image: 'a', resources: { requests: { cpu: '9' } } }] },
    },
    [],
    'denied',
  ],
  ['a deployment, with its defaults', deployment, [], 'allowed'],
  [
    'a pod, with what plugins add',
    { ...podOf('small'), spec: { containers: [{ name: 'a', image: 'a:1' }] } },
    [],
    'allowed',
  ],
  [
    'a service account of another namespace',
    configMap('plain'),
    ['--as', 'system:serviceaccount:traced:default'],
    'denied',
  ],
  [
    'the scale of what is there',
    {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'scaled', namespace: 'traced' },
      spec: { replicas: 3 },
    },
    ['--operation', 'update', '--subresource', 'scale', '--resource', 'deployments'],
    'allowed',
  ],
  [
    'a namespace that is never deleted',
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } },
    ['--operation', 'delete'],
    'denied',
  ],
]

it('prediction and dry run agree', async () => {
  const found: string[] = []
  for (const [name, object, args, verdict] of requests) {
    const [predicted, checked] = await Promise.all([
      trace(object, ...args),
      trace(object, ...args, '--dry-run'),
    ])
    const { verdict: seen, check } = checked.out
    if (predicted.out.verdict !== verdict)
      found.push(`${name}: predicted ${predicted.out.verdict}: ${JSON.stringify(predicted.out.status)}`)
    if (seen !== verdict) found.push(`${name}: the server says ${seen}`)
    found.push(...(check?.differences ?? []).map(difference => `${name}: ${difference}`))
    const code = verdict === 'allowed' ? 0 : 1
    if (predicted.code !== code || checked.code !== code)
      found.push(`${name}: exit ${predicted.code}, ${checked.code}`)
  }
  figure(
    'trace.check',
    `${requests.length - new Set(found.map(each => each.split(':')[0])).size}/${requests.length}`,
    'requests',
    'all',
  )
  expect(found).toEqual([])
})

it.each([
  ['of what is there asks for patch', configMap('stored', { frozen: 'yes' }), 'allowed'],
  ['of what is not there asks for create too', configMap('unstored'), 'denied'],
] as const)('an apply %s', async (_what, object, verdict) => {
  const file = join(cluster.dir, 'applied.json')
  await writeFile(file, JSON.stringify(object))
  const apply = ['apply', '--server-side', '--force-conflicts', '--dry-run=server', '-f', file]
  const said = await cluster.kubectl([...apply, '--as', 'patcher'])
  expect([said.code === 0, said.stderr]).toEqual([verdict === 'allowed', expect.any(String)])
  const { out } = await trace(object, '--operation', 'patch', '--as', 'patcher')
  expect(out.verdict).toBe(verdict)
  if (out.status !== null) expect(said.stderr).toContain(out.status.message)
})

it('what a webhook did is observed, and attributed', async () => {
  const target = configMap('hooked', { hook: 'yes' })
  const predicted = await trace(target)
  expect([predicted.code, predicted.out.verdict]).toEqual([3, 'unknown'])
  expect(predicted.out.steps).toContainEqual(
    expect.objectContaining({
      webhook: 'mutate.traced.example.com',
      outcome: 'called',
      certainty: 'unknown',
    }),
  )
  const { out, code } = await trace(target, '--dry-run')
  expect([code, out.verdict]).toEqual([0, 'allowed'])
  expect(out.steps).toContainEqual(
    expect.objectContaining({
      webhook: 'mutate.traced.example.com',
      outcome: 'mutated',
      certainty: 'observed',
    }),
  )
  expect(out.object?.metadata.labels).toMatchObject({ hooked: 'yes' })
  const refused = await trace(configMap('refused-by-hook', { hook: 'yes' }), '--dry-run')
  expect([refused.code, refused.out.verdict]).toEqual([1, 'denied'])
  expect(refused.out.steps).toContainEqual(
    expect.objectContaining({
      webhook: 'refuse.traced.example.com',
      outcome: 'denied',
      certainty: 'observed',
    }),
  )
})

it('an assumption about webhooks decides what is unknown', async () => {
  const target = configMap('hooked', { hook: 'yes' })
  expect((await trace(target, '--assume-webhooks', 'allow')).code).toBe(0)
  expect((await trace(target, '--assume-webhooks', 'deny')).code).toBe(1)
})

it('nothing was stored, and every request that webhooks saw was a dry run', async () => {
  const names = await cluster.kubectl(['get', 'cm', '-n', 'traced', '-o', 'name'])
  expect(names.stdout.trim().split('\n').sort()).toEqual([
    'configmap/kept',
    'configmap/kube-root-ca.crt',
    'configmap/stored',
  ])
  const seen = (await cluster.webhook.requests('/traced')).map(({ review }) => review.request)
  expect(seen.length).toBeGreaterThan(1)
  expect(seen.filter(({ dryRun }) => dryRun !== true)).toEqual([])
})

it('a dry run goes through in the protocol, and a user that one may not act as is told', async () => {
  const question = (over: Partial<TraceQuestion> = {}): TraceQuestion => ({
    operation: 'CREATE',
    resource: { group: '', version: 'v1', resource: 'configmaps' },
    subresource: '',
    namespace: 'traced',
    name: '',
    object: { type: 'text', text: JSON.stringify(configMap('denied', { forbidden: 'yes' })) },
    user: null,
    assumeWebhooks: 'unknown',
    ...over,
  })
  const answer = await product.client.call('admission.check', { context, question: question() })
  expect(answer).toMatchObject({ allowed: false, code: 422, differences: [] })
  const other = await product.client.call('admission.check', {
    context,
    question: question({ user: { username: 'nobody', groups: [] } }),
  })
  expect(other).toMatchObject({ allowed: false, code: 403, differences: [] })
})

it('a token is never asked for, and a deletion is a dry run by its body too', async () => {
  const question = (over: Partial<TraceQuestion>): TraceQuestion => ({
    operation: 'DELETE',
    resource: { group: '', version: 'v1', resource: 'configmaps' },
    subresource: '',
    namespace: 'traced',
    name: 'stored',
    object: { type: 'stored' },
    user: null,
    assumeWebhooks: 'unknown',
    ...over,
  })
  const asked = product.client.call('admission.check', {
    context,
    question: question({
      operation: 'CREATE',
      resource: { group: '', version: 'v1', resource: 'serviceaccounts' },
      subresource: 'token',
      name: 'default',
      object: { type: 'text', text: 'apiVersion: authentication.k8s.io/v1\nkind: TokenRequest\nspec: {}\n' },
    }),
  })
  await expect(asked).rejects.toMatchObject({
    body: { reason: 'NoDryRun', message: expect.stringContaining('a real token') },
  })
  const deleted = await product.client.call('admission.check', { context, question: question({}) })
  expect(deleted).toMatchObject({ allowed: true, code: 200 })
  const role = { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterroles' }
  const named = { resource: role, namespace: '', name: 'system:discovery' }
  expect(await product.client.call('admission.check', { context, question: question(named) })).toMatchObject({
    allowed: true,
  })
  await cluster.kubectl(['get', 'configmap', 'stored', '-n', 'traced'])
  await cluster.kubectl(['get', 'clusterrole', 'system:discovery'])
})

it('a trace follows the cluster', async () => {
  const question: TraceQuestion = {
    operation: 'CREATE',
    resource: { group: '', version: 'v1', resource: 'configmaps' },
    subresource: '',
    namespace: 'traced',
    name: '',
    object: { type: 'text', text: JSON.stringify(configMap('late', { late: 'yes' })) },
    user: null,
    assumeWebhooks: 'unknown',
  }
  const stream = product.client.open('admission.trace', { context, question })
  await stream.until(view => view.state === 'traced' && view.trace.verdict === 'allowed', 20_000)
  await apply(policy('late', '!has(object.data) || !has(object.data.late)', { message: 'too late' }))
  const denied = await stream.until(
    view => view.state === 'traced' && view.trace.verdict === 'denied',
    10_000,
  )
  expect(denied).toMatchObject({
    trace: { status: { code: 422, message: expect.stringContaining('too late') } },
  })
  stream.close()
  await cluster.kubectl(['delete', 'validatingadmissionpolicies,validatingadmissionpolicybindings', 'late'])
})

it('an audit finds what policies say of the objects that are there, and a trial what a draft would', async () => {
  const bound = await gatehouse(['audit', '--policy', 'kept', '-o', 'json', '--fail-on', 'error'])
  expect([bound.code, bound.stderr]).toEqual([0, ''])
  const draft = join(cluster.dir, 'draft.json')
  await writeFile(
    draft,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'List',
      items: policy('draft', 'object.metadata.name != "kept"', {
        messageExpression: "'not ' + object.metadata.name",
      }),
    }),
  )
  const tried = await gatehouse(['audit', '-f', draft, '-n', 'traced', '-o', 'json', '--fail-on', 'error'])
  expect(tried.code).toBe(1)
  expect(JSON.parse(tried.stdout)).toMatchObject({
    version: 1,
    findings: [
      { policy: 'draft', effect: 'denied', message: 'not kept', change: 'new', object: { name: 'kept' } },
    ],
  })
  const sarif = await gatehouse(['audit', '-f', draft, '-n', 'traced', '-o', 'sarif'])
  expect(JSON.parse(sarif.stdout)).toMatchObject({
    version: '2.1.0',
    runs: [{ results: [{ level: 'error' }] }],
  })
})

it.each([
  { args: ['trace'], code: 2, says: /Give an object/ },
  { args: ['trace', '-f', '/nowhere'], code: 2, says: /nowhere/ },
  { args: ['trace', '-f', 'FILE', '--operation', 'nonsense'], code: 2, says: /nonsense/ },
  {
    args: ['trace', '--resource', 'configmaps', '--name', 'absent', '-n', 'traced', '--operation', 'delete'],
    code: 2,
    says: /not found/,
  },
  { args: ['trace', '-f', 'FILE', '--as-group', 'x'], code: 2, says: /--as/ },
  { args: ['audit', '-f', '/nowhere'], code: 2, says: /nowhere/ },
])('$args ends with $code', async ({ args, code, says }) => {
  const file = join(cluster.dir, 'any.json')
  await writeFile(file, JSON.stringify(configMap('any')))
  const result = await gatehouse(args.map(arg => (arg === 'FILE' ? file : arg)))
  expect([result.code, result.stdout]).toEqual([code, ''])
  expect(result.stderr).toMatch(says)
})

function configuration(): readonly object[] {
  const namespace = (name: string, labels: object) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels },
  })
  const hook = (name: string, path: string, condition: string, over: object = {}) => ({
    name,
    clientConfig: cluster.webhook.clientConfig(path),
    rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
    namespaceSelector: selector,
    matchConditions: [{ name: 'hooked', expression: condition }],
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    ...over,
  })
  const isHooked = 'has(object.data) && "hook" in object.data'
  return [
    namespace('traced', { traced: 'yes' }),
    namespace('limited', {}),
    configMap('stored', { a: '1', frozen: 'yes' }),
    configMap('kept'),
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'patcher', namespace: 'traced' },
      rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'patch'] }],
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: 'patcher', namespace: 'traced' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'patcher' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'patcher' }],
    },
    { ...deployment, metadata: { name: 'scaled', namespace: 'traced' } },
    {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'small', namespace: 'limited' },
      spec: { hard: { 'requests.cpu': '1' } },
    },
    {
      apiVersion: group,
      kind: 'MutatingWebhookConfiguration',
      metadata: { name: 'traced' },
      webhooks: [hook('mutate.traced.example.com', '/traced/mutate', isHooked)],
    },
    {
      apiVersion: group,
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'traced' },
      webhooks: [
        hook(
          'refuse.traced.example.com',
          '/traced/refuse',
          `${isHooked} && object.metadata.name.startsWith("refused")`,
        ),
      ],
    },
  ]
}

/** Policies take effect about a second after they are stored; the server’s own dry run tells when. */
async function untilEffective(): Promise<void> {
  await cluster.webhook.answer('/traced/mutate', {
    patch: [{ op: 'add', path: '/metadata/labels', value: { hooked: 'yes' } }],
  })
  await cluster.webhook.answer('/traced/refuse', { allowed: false, status: { message: 'no' } })
  const file = join(cluster.dir, 'probe.json')
  for (const data of [{ forbidden: 'yes' }, { label: 'me' }]) {
    await writeFile(file, JSON.stringify(configMap('probe', data)))
    for (let tries = 0; ; tries++) {
      const { stdout, stderr } = await cluster.kubectl([
        'create',
        '-f',
        file,
        '--dry-run=server',
        '-o',
        'json',
      ])
      if (/that is forbidden|"made"/.test(stdout + stderr)) break
      if (tries > 60) throw new Error(`the policies do not take effect: ${stdout}${stderr}`)
      await new Promise(resolve => setTimeout(resolve, 250))
    }
  }
}
