import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PolicyInventory, WebhookEntry } from '../../shared/admission/index.ts'
import type { Cluster } from '../cluster/harness/index.ts'
import { figure } from './figures.ts'
import { type Running, startBoth } from './running.ts'

let cluster: Cluster
let product: Running
let context: string

beforeAll(async () => {
  ;({ cluster, product } = await startBoth())
  context = (await product.ready()).id
})
afterAll(async () => {
  await product?.stop()
  await cluster?.stop()
})

/** Whether the value, as a person would read it, mentions all words. */
const tells = (value: unknown, ...words: readonly string[]): boolean => {
  const text = JSON.stringify(value ?? null)
  return words.every(word => text.includes(word))
}

/** Makes a change and waits until it is seen, which must be within a second of the watch event. */
async function within(id: string, change: () => Promise<void>, seen: Promise<unknown>): Promise<void> {
  await change()
  // kubectl returns once the server stored the object: the watch event is on its way by then.
  const applied = performance.now()
  await seen
  const milliseconds = Math.round(performance.now() - applied)
  figure(`admission.${id}`, milliseconds, 'ms', '<= 1000')
  expect(milliseconds).toBeLessThanOrEqual(1000)
}

it('a policy with two bindings and its parameter appears within a second, joined', async () => {
  const stream = product.client.open('admission.policies', { context })
  await stream.until(value => value !== null)
  await within(
    'policy',
    () => cluster.apply(policy),
    stream.until(value =>
      tells(value, 'replica-limit', 'replica-limit-strict', 'replica-limit-warn', 'limits'),
    ),
  )
  const value = await stream.until(inventory => {
    const found = inventory.policies.find(({ policy }) => policy.name === 'replica-limit')
    return found !== undefined && inventory.bindings.filter(({ policy }) => policy === found.id).length === 2
  })
  expect(value.bindings.map(({ binding }) => binding.name).sort()).toContain('replica-limit-strict')
  stream.close()
})

it('type-check warnings stand at their expression, and only while they are of the current generation', async () => {
  // Every value counts: a warning of the old expression must never stand at the new one.
  const wrong: unknown[] = []
  const typoOf = (inventory: PolicyInventory) =>
    inventory.policies.find(({ policy }) => policy.name === 'typo')?.policy
  const stream = product.client.open('admission.policies', { context }, inventory => {
    const policy = typoOf(inventory)
    if (policy?.typeChecking.state !== 'warnings') return
    const { expression } = policy.validations[0]!
    const isCurrent = policy.typeChecking.warnings.every(({ text }) => text.includes(expression))
    if (!isCurrent) wrong.push(policy)
  })
  const states = (state: string, expression: string) => (inventory: PolicyInventory) => {
    const policy = typoOf(inventory)
    return policy?.typeChecking.state === state && policy.validations[0]?.expression === expression
  }
  await cluster.apply(typo('object.replicas > 1'))
  const first = typoOf(await stream.until(states('warnings', 'object.replicas > 1'), 30_000))
  expect(first?.typeChecking).toMatchObject({
    warnings: [
      {
        fieldRef: 'spec.validations[0].expression',
        text: expect.stringMatching(/undefined field 'replicas'/),
      },
    ],
  })
  await cluster.apply(typo('object.copies > 1'))
  const second = typoOf(await stream.until(states('warnings', 'object.copies > 1'), 30_000))
  expect(tells(second?.typeChecking, "undefined field 'copies'")).toBe(true)
  await cluster.apply(typo('object.spec.replicas > 1'))
  await stream.until(states('checked', 'object.spec.replicas > 1'), 30_000)
  expect(wrong).toEqual([])
  stream.close()
})

it('a mutating policy appears with its binding', async () => {
  const stream = product.client.open('admission.policies', { context })
  await stream.until(value => value !== null)
  await within(
    'mutating',
    () => cluster.apply(mutating),
    stream.until(value => tells(value, 'team-label', 'team-label-all')),
  )
  stream.close()
})

it('a webhook with an expired CA names its expiry, and a Service of the same name elsewhere is not linked', async () => {
  const bundle = expiredAuthority('old-ca')
  const stream = product.client.open('admission.webhooks', { context })
  await stream.until(value => value !== null)
  await within(
    'webhook',
    () => cluster.apply(webhook(bundle)),
    stream.until(value => tells(value, 'check.example.com')),
  )
  const isCheck = ({ webhook: { name } }: WebhookEntry): boolean => name === 'check.example.com'
  // The Service is looked for in its own namespace, and not found, once that namespace was listed.
  const found = await stream.until(
    ({ webhooks }) => webhooks.find(isCheck)?.path.service?.state === 'missing',
  )
  const entry = found.webhooks.find(isCheck)
  expect(entry?.bundleState).toBe('expired')
  expect(entry?.bundle?.certificates).toMatchObject([{ subject: 'CN=old-ca' }])
  expect(entry?.bundle?.certificates[0]?.notAfter).toBeLessThan(Date.now())
  expect(entry?.path.service?.ref).toMatchObject({ namespace: 'hooks', name: 'check' })
  // The decoy of the same name, with endpoints of its own, lives in namespace other.
  expect(entry?.path.service).toMatchObject({ slices: [], pods: [], total: 0 })
  expect(tells(entry, '"other"')).toBe(false)
  expect(entry?.problems.length).toBeGreaterThan(0)
  stream.close()
})

/** Base64 of a certificate authority that expired yesterday. */
function expiredAuthority(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'expired-'))
  const openssl = (...args: readonly string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  openssl(
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'ca.key',
    '-out',
    'ca.csr',
    '-subj',
    `/CN=${name}`,
  )
  openssl('x509', '-req', '-in', 'ca.csr', '-signkey', 'ca.key', '-days', '-1', '-out', 'ca.crt')
  const bundle = readFileSync(join(folder, 'ca.crt')).toString('base64')
  rmSync(folder, { recursive: true })
  return bundle
}

const policy = `
apiVersion: v1
kind: ConfigMap
metadata: {name: limits, namespace: default}
data: {max: "3"}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: replica-limit}
spec:
  paramKind: {apiVersion: v1, kind: ConfigMap}
  matchConstraints:
    resourceRules: [{apiGroups: [apps], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [deployments]}]
  validations: [{expression: "object.spec.replicas <= int(params.data.max)"}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: replica-limit-strict}
spec:
  policyName: replica-limit
  validationActions: [Deny]
  paramRef: {name: limits, namespace: default, parameterNotFoundAction: Deny}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: replica-limit-warn}
spec:
  policyName: replica-limit
  validationActions: [Warn]
  paramRef: {name: limits, namespace: default, parameterNotFoundAction: Allow}
  matchResources: {namespaceSelector: {matchLabels: {team: shop}}}
`
const typo = (expression: string): string => `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: typo}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments]}]
  validations: [{expression: "${expression}"}]
`
const mutating = `
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: {name: team-label}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]
  reinvocationPolicy: Never
  mutations:
  - patchType: ApplyConfiguration
    applyConfiguration: {expression: 'Object{metadata: Object.metadata{labels: {"team": "none"}}}'}
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: {name: team-label-all}
spec: {policyName: team-label, matchResources: {namespaceSelector: {matchLabels: {mutate: "yes"}}}}
`
const webhook = (bundle: string): string => `
apiVersion: v1
kind: Namespace
metadata: {name: hooks}
---
apiVersion: v1
kind: Namespace
metadata: {name: other}
---
apiVersion: v1
kind: Service
metadata: {name: check, namespace: other}
spec: {ports: [{port: 443}]}
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: check-decoy, namespace: other, labels: {kubernetes.io/service-name: check}}
addressType: IPv4
endpoints: [{addresses: [10.9.8.7], conditions: {ready: true}}]
ports: [{name: "", port: 443, protocol: TCP}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: check}
webhooks:
- name: check.example.com
  admissionReviewVersions: [v1]
  sideEffects: None
  failurePolicy: Ignore
  clientConfig:
    caBundle: ${bundle}
    service: {namespace: hooks, name: check}
  rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]
  namespaceSelector: {matchLabels: {checked: "yes"}}
`
