import { type Cluster, startCluster } from '../../cluster/harness/index.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

let cluster: Cluster

test.beforeAll(async () => {
  test.setTimeout(180_000)
  cluster = await startCluster()
  await cluster.apply(policy)
})
test.afterAll(() => cluster?.stop())

/** Refuses deployments of the new namespace that ask for more than 3 pods. */
const policy = `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: replica-limit}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [apps], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [deployments]}]
  validations: [{expression: "object.spec.replicas <= 3", message: "at most 3 replicas"}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: replica-limit}
spec: {policyName: replica-limit, validationActions: [Deny]}
`
const manifests = `apiVersion: example.com/v1
kind: Lantern
metadata: {name: first, namespace: written}
spec: {colour: green}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: written}
spec:
  replicas: 5
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "example.com/web:1"}]}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lanterns.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: lanterns, singular: lantern, kind: Lantern, listKind: LanternList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {colour: {type: string}}}}}
---
apiVersion: v1
kind: Namespace
metadata: {name: written}
`

test('by keyboard: a text goes in the order of its needs, one is refused by a policy, and is done when tried again', async ({
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
  await page.keyboard.type('apply yaml')
  await page.keyboard.press('Enter')
  const manifest = page.getByRole('textbox', { name: 'Manifest' })
  await manifest.focus()
  await page.keyboard.insertText(manifests)
  await page.keyboard.press('Control+s')
  const requests = page.getByRole('list', { name: 'Requests' }).getByRole('listitem')
  await expect(requests).toHaveCount(4)
  await expect(requests.nth(0)).toContainText('Namespace written')
  await expect(requests.nth(1)).toContainText('CustomResourceDefinition')
  await expectAccessible(page)

  await page.keyboard.press('Control+Enter')
  const results = page.getByRole('list', { name: 'Results' })
  await expect(results.getByText('done', { exact: true })).toHaveCount(3, { timeout: 30_000 })
  const refused = results.getByRole('listitem').filter({ hasText: 'failed' })
  await expect(refused).toContainText('at most 3 replicas')
  await expectAccessible(page)

  await cluster.kubectl(['delete', 'validatingadmissionpolicybinding', 'replica-limit'])
  // The server takes some time to forget a policy.
  await expect(async () => {
    await page.getByRole('button', { name: 'Try the failed again' }).press('Enter')
    await expect(results.getByText('done', { exact: true })).toHaveCount(4, { timeout: 3_000 })
  }).toPass({ timeout: 30_000 })
  const { stdout } = await cluster.kubectl(['get', 'deploy,lanterns', '-n', 'written', '-o', 'name'])
  expect(stdout.trim().split('\n')).toEqual(['deployment.apps/web', 'lantern.example.com/first'])
})

test('nothing can be sent to a protected context, and the review says so', async ({ page, open }) => {
  await open({ kubeconfig: cluster.kubeconfig })
  const row = page.getByRole('row', { name: /127\.0\.0\.1/ })
  await row.click()
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Protect it' }).press('Enter')
  await expect(row).toContainText('protected')
  await page.getByRole('grid', { name: 'Contexts' }).press('Enter')
  await expect(page.getByText(/connected · v1\.36/)).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('apply yaml')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Manifest' }).focus()
  await page.keyboard.insertText(
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: never, namespace: default}\n',
  )
  await expect(page.getByText(/This context is protected/)).toBeVisible()
  await page.keyboard.press('Control+s')
  const review = page.getByRole('dialog')
  await expect(review).toContainText('is protected: nothing is written to it')
  await expect(review.getByRole('button', { name: /^Send to/ })).toBeDisabled()
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expect(review).toBeVisible()
  const { stdout } = await cluster.kubectl(['get', 'configmaps', '-n', 'default', '-o', 'name'])
  expect(stdout).not.toContain('never')
})
