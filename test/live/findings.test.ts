/** Findings of a real cluster: what it counts, what it refuses, and a healthy one of which nothing is said. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CommandResult, runCommand } from '../cluster/harness/command.ts'
import { type Cluster, startCluster } from '../cluster/harness/index.ts'

const cli = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../../main/cli.ts')]

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster?.stop())

const findings = (...args: readonly string[]): Promise<CommandResult> =>
  runCommand(process.execPath, [...cli, 'findings', '--kubeconfig', cluster.kubeconfig, ...args], {
    env: { HOME: cluster.dir, XDG_CONFIG_HOME: join(cluster.dir, 'config'), PATH: process.env.PATH ?? '' },
  })

interface Told {
  readonly id: string
  readonly severity: string
  readonly objects: readonly { readonly kind: string; readonly ref: { readonly name: string } }[]
  readonly evidence: readonly string[]
}

async function told(...args: readonly string[]): Promise<readonly Told[]> {
  const { stdout } = await findings('-o', 'json', ...args)
  return (JSON.parse(stdout) as { findings: readonly Told[] }).findings
}

it('a new cluster has none', async () => {
  const { code, stdout, stderr } = await findings('--fail-on', 'info')
  expect(stdout).toContain('No findings.')
  expect([code, stderr]).toEqual([0, ''])
})

/** What our check calls refused, and a near one that it does not. */
const declarations: readonly (readonly [string, string, boolean])[] = [
  ['a path without a slash', hook({ path: 'check' }), false],
  ['a path with an empty segment', hook({ path: '/a//b' }), false],
  ['a path with a segment that is no DNS name', hook({ path: '/A' }), false],
  ['a path with a slash at its end', hook({ path: '/a/b/' }), true],
  ['a name of two parts', hook({ name: 'a.b' }), false],
  ['a name of three parts', hook({ name: 'a.b.c' }), true],
  ['* beside another operation', hook({ operations: '["*", CREATE]' }), false],
  ['a timeout of 31 seconds', hook({ timeout: 31 }), false],
  ['a timeout of 30 seconds', hook({ timeout: 30 }), true],
  ['an address without TLS', hook({ url: 'http://a.example.com/x' }), false],
  ['an address with a query', hook({ url: 'https://a.example.com/x?y' }), false],
  ['an address with a user', hook({ url: 'https://u@a.example.com/x' }), false],
  ['an address with a path', hook({ url: 'https://a.example.com/x' }), true],
  [
    'two conditions of one name',
    hook({ conditions: '[{name: c, expression: "true"}, {name: c, expression: "true"}]' }),
    false,
  ],
  ['a message of two lines', policy('{expression: "1 == 2", message: "a\\nb"}'), false],
  ['a reason that is none', policy('{expression: "1 == 2", reason: Unheard}'), false],
  ['reason Unauthorized', policy('{expression: "1 == 2", reason: Unauthorized}'), false],
  ['reason Forbidden', policy('{expression: "1 == 2", reason: Forbidden}'), true],
  ['a policy that checks nothing', policy(''), false],
  ['Deny beside Warn', binding('[Deny, Warn]'), false],
  ['Warn beside Audit', binding('[Warn, Audit]'), true],
]

interface Written {
  readonly name?: string
  readonly path?: string
  readonly url?: string
  readonly operations?: string
  readonly timeout?: number
  readonly conditions?: string
}

function hook(written: Written): string {
  const {
    name = 'a.b.c',
    path = '/x',
    url,
    operations = '[CREATE]',
    timeout = 5,
    conditions = '[]',
  } = written
  const client = url === undefined ? `{service: {namespace: a, name: b, path: "${path}"}}` : `{url: "${url}"}`
  return `{apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingWebhookConfiguration, metadata: {name: tried}, webhooks: [{name: ${name}, clientConfig: ${client}, sideEffects: None, admissionReviewVersions: [v1], timeoutSeconds: ${timeout}, matchConditions: ${conditions}, rules: [{operations: ${operations}, apiGroups: [""], apiVersions: [v1], resources: [configmaps]}]}]}`
}

function policy(validation: string): string {
  return `{apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingAdmissionPolicy, metadata: {name: tried}, spec: {matchConstraints: {resourceRules: [{operations: [CREATE], apiGroups: [""], apiVersions: [v1], resources: [configmaps]}]}, validations: [${validation}]}}`
}

function binding(actions: string): string {
  return `{apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingAdmissionPolicyBinding, metadata: {name: tried}, spec: {policyName: p, validationActions: ${actions}}}`
}

it('declarations are called refused exactly where the server refuses them', async () => {
  const named = declarations.map(([what, yaml, isTaken], index) => {
    const name = `tried-${index}`
    return { what, yaml: yaml.replace('name: tried', `name: ${name}`), isTaken, name }
  })
  const file = join(cluster.dir, 'tried.yaml')
  await writeFile(file, named.map(({ yaml }) => yaml).join('\n---\n'))
  const found = await told('--snapshot', file)
  const refusals = ['declaration-refused', 'address-refused', 'service-path-odd']
  for (const { what, yaml, isTaken, name } of named) {
    const { code } = await cluster.kubectl(['create', '--dry-run=server', '-f', '-'], { input: yaml })
    expect([what, code === 0]).toEqual([what, isTaken])
    const own = found.filter(({ id, objects }) => refusals.includes(id) && objects[0]?.ref.name === name)
    expect([what, own.length > 0]).toEqual([what, !isTaken])
  }
})

it.each([
  ['spec.imagePullSecrets', 'imagePullSecrets: [Object.spec.imagePullSecrets{name: "x"}]', true],
  [
    'a field of the Pod',
    'containers: [Object.spec.containers{name: "p", env: [Object.spec.containers.env{name: "E", valueFrom: Object.spec.containers.env.valueFrom{fieldRef: Object.spec.containers.env.valueFrom.fieldRef{fieldPath: "metadata.name"}}}]}]',
    true,
  ],
  [
    'a variable of the environment',
    'containers: [Object.spec.containers{name: "p", env: [Object.spec.containers.env{name: "E", value: "x"}]}]',
    false,
  ],
])('%s is atomic to the server exactly where it is to us', async (_what, fields, isAtomic) => {
  const expression = `Object{spec: Object.spec{${fields}}}`
  const name = `atomic-${Math.random().toString(36).slice(2, 8)}`
  await cluster.apply(mutation(name, expression))
  await expect
    .poll(
      async () =>
        (await cluster.kubectl(['run', 'p', '--image=a', `--labels=take=${name}`, '--dry-run=server']))
          .stderr,
      {
        timeout: 10_000,
      },
    )
    .toEqual(isAtomic ? expect.stringContaining('may not mutate atomic') : '')
  const found = (await told()).filter(
    ({ id, objects }) => id === 'mutation-atomic' && objects[0]?.ref.name === name,
  )
  expect(found.length).toBe(isAtomic ? 1 : 0)
  await cluster.kubectl(['delete', 'mutatingadmissionpolicybinding,mutatingadmissionpolicy', name])
})

function mutation(name: string, expression: string): string {
  return `
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: {name: ${name}}
spec:
  failurePolicy: Fail
  reinvocationPolicy: Never
  matchConstraints: {objectSelector: {matchLabels: {take: ${name}}}, resourceRules: ${rule('pods')}}
  mutations: [{patchType: ApplyConfiguration, applyConfiguration: {expression: '${expression}'}}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: {name: ${name}}
spec: {policyName: ${name}}
`
}

it('calls that fail, expressions that fail and a mutation of an atomic list are found as the server meets them', async () => {
  const { caBundle } = { caBundle: Buffer.from(cluster.webhook.caPem).toString('base64') }
  await cluster.apply(configuration(caBundle))
  // The webhook counts a failed call; the server refuses what the mutation does.
  await expect
    .poll(async () => (await cluster.kubectl(['create', 'configmap', `c${Date.now()}`])).code === 0, {
      timeout: 10_000,
    })
    .toBe(true)
  await expect
    .poll(
      async () => {
        const pod = ['run', `p${Date.now()}`, '--image=a', '--dry-run=server']
        return (await cluster.kubectl(pod)).stderr
      },
      { timeout: 20_000 },
    )
    .toContain('may not mutate atomic')
  const found = await told()
  const about = (id: string): string =>
    found
      .filter(each => each.id === id)
      .flatMap(({ objects, evidence }) => [objects[0]?.ref.name, ...evidence])
      .join('\n')
  expect(about('webhook-failing-open')).toContain('dead.example.com')
  expect(about('expression-fails')).toContain('no such key: data')
  expect(about('mutation-atomic')).toContain('spec.tolerations of pods')
  expect(about('object-selector-dodgeable')).toBe('')
})

function rule(resource: string): string {
  return `[{operations: [CREATE, UPDATE], apiGroups: [""], apiVersions: [v1], resources: [${resource}]}]`
}

function configuration(caBundle: string): string {
  return `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: dead}
webhooks:
- name: dead.example.com
  clientConfig: {url: "https://127.0.0.1:1/x", caBundle: ${caBundle}}
  rules: ${rule('configmaps')}
  failurePolicy: Ignore
  sideEffects: None
  admissionReviewVersions: [v1]
  timeoutSeconds: 1
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: mode}
spec:
  failurePolicy: Fail
  matchConstraints: {resourceRules: ${rule('serviceaccounts')}}
  validations: [{expression: 'object.data.mode == "on"'}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: mode}
spec: {policyName: mode, validationActions: [Audit]}
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: {name: tolerate}
spec:
  failurePolicy: Fail
  reinvocationPolicy: Never
  matchConstraints: {resourceRules: ${rule('pods')}}
  mutations:
  - patchType: ApplyConfiguration
    applyConfiguration:
      expression: 'Object{spec: Object.spec{tolerations: [Object.spec.tolerations{key: "a"}]}}'
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: {name: tolerate}
spec: {policyName: tolerate}
`
}
