import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Cluster } from '../cluster/harness/index.ts'
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
  const text = JSON.stringify(value)
  return words.every(word => text.includes(word))
}

async function within(milliseconds: number, change: () => Promise<void>, seen: Promise<unknown>): Promise<void> {
  await change()
  const applied = performance.now()
  await seen
  // kubectl returns once the server stored the object: the watch event is on its way by then.
  expect(performance.now() - applied).toBeLessThan(milliseconds)
}

it('a policy with two bindings and its parameter appears within a second, joined', async () => {
  const stream = product.client.open('admission.policies', { context })
  await stream.until(value => value !== null)
  await within(
    1000,
    () => cluster.apply(policy),
    stream.until(value => tells(value, 'replica-limit', 'replica-limit-strict', 'replica-limit-warn', 'limits')),
  )
  const value = await stream.until(inventory => {
    const found = inventory.policies.find(({ policy }) => policy.name === 'replica-limit')
    return found !== undefined && inventory.bindings.filter(({ policy }) => policy === found.id).length === 2
  })
  expect(value.bindings.map(({ binding }) => binding.name).sort()).toContain('replica-limit-strict')
  stream.close()
})

it('type-check warnings stand at their expression once the server has checked the current generation', async () => {
  const stream = product.client.open('admission.policies', { context })
  await cluster.apply(typo)
  const value = await stream.until(inventory => tells(inventory.policies.find(({ policy }) => policy.name === 'typo'), 'undefined field'), 30_000)
  expect(tells(value.policies.find(({ policy }) => policy.name === 'typo'), 'spec.validations[0].expression')).toBe(true)
  stream.close()
})

it('a mutating policy appears with its binding', async () => {
  const stream = product.client.open('admission.policies', { context })
  await stream.until(value => value !== null)
  await within(1000, () => cluster.apply(mutating), stream.until(value => tells(value, 'team-label', 'team-label-all')))
  stream.close()
})

it('a webhook with an expired CA names its expiry, and a Service of the same name elsewhere is not linked', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'expired-'))
  const [key, certificate] = [join(folder, 'ca.key'), join(folder, 'ca.crt')]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, '-subj', '/CN=old-ca', '-not_before', '20200101000000Z', '-not_after', '20210101000000Z'].filter(supported), { stdio: 'ignore' })
  const bundle = readFileSync(certificate).toString('base64')
  const stream = product.client.open('admission.webhooks', { context })
  await stream.until(value => value !== null)
  await within(1000, () => cluster.apply(webhook(bundle)), stream.until(value => tells(value, 'check.example.com')))
  const found = await stream.until(value => tells(value, 'check.example.com', 'old-ca'))
  const entry = found.webhooks.find(({ webhook }) => webhook.name === 'check.example.com')
  expect(tells(entry, 'expired')).toBe(true)
  // The decoy lives in namespace other; the webhook names hooks.
  expect(tells(entry, '"other"')).toBe(false)
  stream.close()
})

const supported = (): boolean => true

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
const typo = `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: typo}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments]}]
  validations: [{expression: "object.replicas > 1"}]
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
spec: {ports: [{port: 443}], selector: {app: check}}
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
