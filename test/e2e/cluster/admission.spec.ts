import { type Cluster, startCluster } from '../../cluster/harness/index.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

let cluster: Cluster

test.beforeAll(async () => {
  test.setTimeout(180_000)
  cluster = await startCluster()
})
test.afterAll(() => cluster?.stop())

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
  validations: [{expression: "object.spec.replicas <= int(params.data.max)"}, {expression: "object.replicas > 0"}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: replica-limit-strict}
spec: {policyName: replica-limit, validationActions: [Deny], paramRef: {name: limits, namespace: default, parameterNotFoundAction: Deny}}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: replica-limit-warn}
spec: {policyName: replica-limit, validationActions: [Warn], paramRef: {name: absent, namespace: default, parameterNotFoundAction: Allow}}
`
const webhook = `
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: {name: defaults}
webhooks:
- name: defaults.example.com
  admissionReviewVersions: [v1]
  sideEffects: None
  failurePolicy: Ignore
  clientConfig: {service: {namespace: default, name: nowhere}}
  rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]
  namespaceSelector: {matchLabels: {defaults: "yes"}}
`
const crd = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lanterns.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: lanterns, singular: lantern, kind: Lantern}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}
`

test('what is created elsewhere appears by itself: policies, webhooks and new kinds, read by keyboard', async ({
  page,
  open,
}) => {
  await open({ kubeconfig: cluster.kubeconfig })
  await expect(page.getByRole('row', { name: /127\.0\.0\.1/ })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('127.0.0.1')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/connected · v1\.36/)).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('Policies')
  await page
    .getByRole('option', { name: /^Policies/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toContainText(/no polic/i)
  await cluster.apply(policy)
  const policies = page.getByRole('listbox', { name: 'Policies' })
  await expect(policies.getByRole('option', { name: /replica-limit/ })).toBeVisible()
  const bindings = page.getByRole('listbox', { name: 'Bindings' })
  await expect(bindings.getByRole('option', { name: /replica-limit-strict .*Deny/ })).toBeVisible()
  await expect(bindings.getByRole('option', { name: /replica-limit-warn .*param missing/ })).toBeVisible()
  await expect(policies.getByRole('option', { name: /type warning/ })).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Webhooks' }).focus()
  await page.keyboard.press('Enter')
  await cluster.apply(webhook)
  const row = page
    .getByRole('grid', { name: 'Webhooks in calling order' })
    .getByRole('row', { name: /defaults\.example\.com/ })
  await expect(row).toContainText('no service')
  await expectAccessible(page)

  await cluster.apply(crd)
  const nav = page.getByRole('navigation', { name: 'Cluster' })
  await expect(nav.getByRole('button', { name: 'example.com' })).toBeVisible({ timeout: 15_000 })
})
