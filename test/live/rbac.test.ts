import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cluster, startCluster } from '../cluster/harness/index.ts'
import { type Running, startProduct, viewOf } from './running.ts'

let cluster: Cluster
let product: Running
const pods = { group: '', version: 'v1', resource: 'pods' }

beforeAll(async () => {
  cluster = await startCluster()
  await cluster.apply(rights)
  // The context names one of the two namespaces; the settings name the other.
  const file = cluster.userKubeconfig('team')
  const text = await readFile(file, 'utf8')
  const named = join(cluster.dir, 'team-shop.kubeconfig')
  await writeFile(
    named,
    text.replace(/^(\s+)cluster: (\S+)\n\s+user:/m, '$1cluster: $2\n$1namespace: shop\n$1user:'),
  )
  product = await startProduct({ kubeconfig: named })
})
afterAll(async () => {
  await product?.stop()
  await cluster?.stop()
})

it('a user limited to two namespaces sees those two, and what is denied names verb, resource and scope', async () => {
  const entry = await product.ready()
  expect(entry.namespace).toBe('shop')
  const { client } = product
  await client.call('settings.change', { namespaces: { [entry.id]: ['payments'] } })

  const all = client.open('tables.view', viewOf(entry.id, pods))
  // Where reading is allowed is asked for after the refusal.
  const denied = await all.until(
    ({ sources: [source] }) =>
      source?.status.phase === 'denied' && source.status.readableNamespaces.length === 2,
  )
  const status = denied.sources[0]?.status
  if (status?.phase !== 'denied') throw new Error('not denied')
  expect(`${status.error.message} ${status.error.resource ?? ''}`).toMatch(/list/)
  expect(`${status.error.message} ${status.error.resource ?? ''}`).toMatch(/pods/)
  expect(`${status.error.message} ${status.error.resource ?? ''}`).toMatch(
    /all namespaces|at the cluster scope/i,
  )
  expect([...status.readableNamespaces].sort()).toEqual(['payments', 'shop'])
  all.close()

  const both = client.open('tables.view', viewOf(entry.id, pods, { namespaces: ['shop', 'payments'] }))
  const frame = await both.until(({ total }) => total === 2)
  expect(frame.rows.map(({ namespace, name }) => `${namespace}/${name}`).sort()).toEqual([
    'payments/b',
    'shop/a',
  ])
  both.close()

  const names = await client
    .open('resources.namespaces', { context: entry.id })
    .until(list => list.names.length === 2)
  expect(names.complete).toBe(false)
  expect([...names.names].sort()).toEqual(['payments', 'shop'])
})

it('a right that is granted later shows without a reconnect', async () => {
  const entry = await product.ready()
  const secrets = { group: '', version: 'v1', resource: 'configmaps' }
  const view = product.client.open('tables.view', viewOf(entry.id, secrets, { namespaces: ['shop'] }))
  await view.until(({ sources }) => sources[0]?.status.phase === 'denied')
  await cluster.apply(more)
  await view.until(({ sources }) => sources[0]?.status.phase === 'live', 60_000)
  view.close()
})

const rights = ['shop', 'payments']
  .map(
    (namespace, index) => `
apiVersion: v1
kind: Namespace
metadata: {name: ${namespace}}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: default, namespace: ${namespace}}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reader, namespace: ${namespace}}
rules: [{apiGroups: [""], resources: [pods], verbs: [get, list, watch]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: reader, namespace: ${namespace}}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: team}]
---
apiVersion: v1
kind: Pod
metadata: {name: ${index === 0 ? 'a' : 'b'}, namespace: ${namespace}}
spec: {schedulerName: nobody, containers: [{name: main, image: "nginx:1"}]}
`,
  )
  .join('---')

const more = `
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reader, namespace: shop}
rules: [{apiGroups: [""], resources: [pods, configmaps], verbs: [get, list, watch]}]
`
