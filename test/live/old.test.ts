/** The oldest server there is to work with: Kubernetes 1.31, which streams no lists by default. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ClusterUnavailableError, type OldServer, startOldServer } from '../cluster/harness/index.ts'
import { figure } from './figures.ts'
import { differences, type Followed, follow, parsePrinted } from './printed.ts'
import { isLive, type Running, startProduct, viewOf } from './running.ts'

let server: OldServer
let product: Running
let context: string
let unavailable = ''
const configMaps = { group: '', version: 'v1', resource: 'configmaps' }

// The first build of the server takes minutes.
beforeAll(async () => {
  try {
    server = await startOldServer()
  } catch (error) {
    if (!(error instanceof ClusterUnavailableError)) throw error
    unavailable = error.message
    return
  }
  await kubectl(['create', 'namespace', 'old'])
  const names = Array.from({ length: 900 }, (_, index) => `made-${String(index).padStart(4, '0')}`)
  await apply(names.map(name => configMap(name, Number(name.slice(5)) % 2 === 0 ? 'even' : 'odd')))
  product = await startProduct({ kubeconfig: server.kubeconfig })
  context = (await product.ready()).id
}, 900_000)
afterAll(async () => {
  await product?.stop()
  await server?.stop()
})

const configMap = (name: string, parity: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'old', labels: { parity } },
  data: { name },
})

async function kubectl(args: readonly string[], input?: string): Promise<string> {
  const { code, stdout, stderr } = await server.kubectl(args, input)
  if (code !== 0) throw new Error(stderr)
  return stdout
}

async function apply(items: readonly object[]): Promise<void> {
  await kubectl(['create', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))
}

/** A test where the server can be had; elsewhere it is skipped with the reason. */
const onServer = (name: string, run: () => Promise<void>): void =>
  it(name, async ({ skip }) => {
    if (unavailable !== '') skip(unavailable)
    await run()
  })

/** What differs between a view and kubectl, asked until nothing does, for 10 s. */
async function unequal(followed: Followed, ...args: readonly string[]): Promise<readonly string[]> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const from = Date.now()
    const text = await kubectl(['get', ...args, '-A', '-o', 'wide'])
    const found = differences(followed.receiver, { ...parsePrinted(text), from, to: Date.now() })
    if (found.length === 0 || Date.now() > deadline) return found
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

const open = (resource: Parameters<typeof viewOf>[1], labelSelector = ''): Followed =>
  follow(heard => product.client.open('tables.view', { ...viewOf(context, resource), labelSelector }, heard))

onServer('it is 1.31, and says so', async () => {
  const sessions = product.client.open('contexts.sessions', {})
  const [state] = await sessions.until(states => states.some(({ phase }) => phase === 'ready'))
  sessions.close()
  expect(state?.serverVersion).toBe(server.version)
  expect(server.version).toMatch(/^v1\.31\./)
})

onServer('900 objects come by pages, equal kubectl’s rows, and are watched from there on', async () => {
  const began = performance.now()
  const view = open(configMaps)
  await view.stream.until(frame => isLive(frame) && frame.total >= 900)
  figure('old.complete', Math.round(performance.now() - began), 'ms', '<= 5000')
  expect(await unequal(view, 'configmaps')).toEqual([])
  const changed = performance.now()
  await kubectl(['create', 'configmap', 'made-later', '-n', 'old'])
  await kubectl(['delete', 'configmap', 'made-0000', '-n', 'old'])
  await view.stream.until(() => {
    const names = new Set(view.receiver.window().map(({ name }) => name))
    return names.has('made-later') && !names.has('made-0000')
  })
  figure('old.change', Math.round(performance.now() - changed), 'ms', 'report')
  expect(await unequal(view, 'configmaps')).toEqual([])
  view.close()
})

onServer('selectors are the server’s', async () => {
  const view = open(configMaps, 'parity=odd')
  await view.stream.until(frame => isLive(frame) && frame.total === 450)
  expect(await unequal(view, 'configmaps', '-l', 'parity=odd')).toEqual([])
  view.close()
})

onServer('discovery names what 1.31 serves, and nothing failed', async () => {
  const stream = product.client.open('resources.discovery', { context })
  const { resources, failures } = await stream.until(({ readAt }) => readAt > 0)
  stream.close()
  expect(failures).toEqual([])
  const admission = resources
    .filter(({ group }) => group === 'admissionregistration.k8s.io')
    .map(({ version, resource }) => `${version} ${resource}`)
  expect(admission.sort()).toEqual([
    'v1 mutatingwebhookconfigurations',
    'v1 validatingadmissionpolicies',
    'v1 validatingadmissionpolicybindings',
    'v1 validatingwebhookconfigurations',
  ])
})

onServer('schemas come by OpenAPI v3', async () => {
  const schema = await product.client.call('resources.schema', {
    context,
    group: 'apps',
    version: 'v1',
    kind: 'Deployment',
  })
  expect(Object.keys(schema.schemas)).toContain(schema.root)
})

onServer(
  'the admission inventory shows what there is, and misses nothing that 1.31 does not have',
  async () => {
    await kubectl(['create', '-f', '-'], policy)
    const policies = product.client.open('admission.policies', { context })
    const found = await policies.until(value => JSON.stringify(value).includes('old-binding'), 15_000)
    expect(found.policies.map(({ policy }) => policy.name)).toContain('old-policy')
    expect(JSON.stringify(found)).not.toMatch(/"kind":"(gone|serverFault|invalid)"/)
    policies.close()
    const webhooks = product.client.open('admission.webhooks', { context })
    const hooks = await webhooks.until(value => value !== null)
    expect(JSON.stringify(hooks)).not.toMatch(/"kind":"(gone|serverFault|invalid)"/)
    webhooks.close()
  },
)

const policy = `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: old-policy}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments]}]
  validations: [{expression: "object.spec.replicas <= 5"}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: old-binding}
spec: {policyName: old-policy, validationActions: [Warn]}
`
