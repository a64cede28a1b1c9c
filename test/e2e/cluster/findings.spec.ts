import type { Page } from '@playwright/test'
import { type Cluster, type FaultProxy, startCluster, startProxy } from '../../cluster/harness/index.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

let cluster: Cluster
let proxy: FaultProxy

const configuration = `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: nowhere}
webhooks:
- name: nowhere.example.com
  admissionReviewVersions: [v1]
  sideEffects: None
  failurePolicy: Ignore
  timeoutSeconds: 2
  clientConfig: {service: {namespace: default, name: nowhere}}
  rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: refused-names}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]
  validations: [{expression: "!object.metadata.name.startsWith('refused')"}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: refused-names}
spec: {policyName: refused-names, validationActions: [Deny]}
`

test.beforeAll(async () => {
  test.setTimeout(180_000)
  cluster = await startCluster()
  proxy = await startProxy(cluster)
  await cluster.apply(configuration)
  // The policy and the webhook are in force a moment after they were taken.
  await expect(async () => {
    await cluster.kubectl(['create', 'configmap', `allowed-${Date.now()}`])
    await cluster.kubectl(['create', 'configmap', `refused-${Date.now()}`])
    const { stdout } = await cluster.kubectl(['get', '--raw', '/metrics'])
    const counted = (pattern: RegExp) => pattern.test(stdout)
    expect(counted(/webhook_fail_open_count\{name="nowhere\.example\.com".* [1-9]/)).toBe(true)
    expect(counted(/validating_admission_policy_check_total\{.*policy="refused-names"/)).toBe(true)
  }).toPass({ timeout: 60_000 })
})
test.afterAll(async () => {
  await proxy?.stop()
  await cluster?.stop()
})

async function openFindings(page: Page): Promise<void> {
  await page
    .getByRole('grid', { name: 'Contexts' })
    .getByRole('row', { name: /127\.0\.0\.1/ })
    .dblclick()
  await expect(page.getByText(/connected · v1\.36/)).toBeVisible()
  await page.getByRole('navigation', { name: 'Cluster' }).getByRole('link', { name: 'Findings' }).click()
}

test('measures of the server are told, and what a lost connection left says how old it is', async ({
  page,
  open,
}) => {
  await open({ kubeconfig: proxy.kubeconfig })
  await openFindings(page)
  const list = page.getByRole('listbox', { name: 'Findings' })
  await expect(list.getByRole('option', { name: /requests pass unseen/ })).toBeVisible()
  await page.getByRole('tab', { name: /Health/ }).click()
  const webhook = page
    .getByRole('region', { name: 'Health of webhooks' })
    .getByRole('row', { name: /nowhere/ })
  await expect(webhook.getByRole('cell').nth(4)).toHaveText(/^[1-9]/)
  await expect(
    page
      .getByRole('region', { name: 'Health of policies' })
      .getByRole('row', { name: /refused-names.*[1-9]/ }),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Read serving certificates' }).click()
  await expect(page.getByRole('button', { name: 'Read serving certificates' })).toHaveCount(0)
  await page.getByRole('tab', { name: /Findings/ }).click()
  const refused = await proxy.addFault({ action: 'status', status: 503 })
  await proxy.cut()
  await expect(page.getByRole('main')).toContainText(/this is how it stood .* ago/)
  await expect(list.getByRole('option', { name: /Its Service does not exist/ })).toBeVisible()
  await expectAccessible(page)
  await proxy.clearFaults(refused)
  await expect(page.getByRole('main')).not.toContainText('this is how it stood', { timeout: 40_000 })
})

test('one who may read nothing of admission is told that nothing is known, not that all is well', async ({
  page,
  open,
}) => {
  await open({ kubeconfig: cluster.userKubeconfig('viewer') })
  await openFindings(page)
  const main = page.getByRole('main')
  await expect(main).toContainText('Nothing found in what may be read')
  await expect(main).not.toContainText(/nothing is wrong/i)
  await expectAccessible(page)
  await page.getByRole('tab', { name: /Health/ }).click()
  await expect(main).not.toContainText(/no webhook and no policy/i)
  await expect(main).toContainText(/cannot be told/i)
  await expectAccessible(page)
})
